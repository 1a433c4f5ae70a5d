#!/usr/bin/env bash
# curl through `futures sidecar`, which signs: what the sidecar refuses was not sent, and what breaks behind it is unknown.
read -r intent
case $(jq -r .do <<<"$intent") in
  createOrder) path=order ;; createConditionOrder) path=conditionOrder ;; changeLeverage) path=edit_lever ;;
  cancelOrder | cancelContractOrders) path=cancel ;; cancelAllOrders) path=cancel_all ;; *) exit ;;
esac
exec 3< <(exec $FUTURES sidecar --allow money,wipe 2>/dev/null)
sidecar=$!
trap 'kill $sidecar' EXIT
read -r _ _ address <&3
body=$(jq -c .input <<<"$intent")
[ $path = cancel_all ] && body=''
response=$(curl -sS --max-time 8 -w '\n%{http_code}' "$address/fapi/v1/$path" -H 'Content-Type: application/json' --data-raw "$body" 2>/dev/null) || { echo '{"outcome":"unknown"}' && exit; }
status=${response##*$'\n'} code=$(jq -r '.code? // .sidecar? // empty' <<<"${response%$'\n'*}" 2>/dev/null)
case "$status $code" in
  403\ * | 502\ no-connection) echo '{"outcome":"not-sent"}' ;;
  200\ ) # A body that is cut is no JSON; jq itself would lose digits of the id.
    jq . <<<"${response%$'\n'*}" >/dev/null 2>&1 && [[ $response =~ \"orderId\":\"?([0-9]+) ]] &&
      echo "{\"outcome\":\"accepted\",\"orderId\":\"${BASH_REMATCH[1]}\"}" || echo '{"outcome":"unknown"}'
    ;;
  200\ 0) [ $path = order ] && echo '{"outcome":"unknown"}' || echo '{"outcome":"accepted"}' ;;
  200\ -100[67]) echo '{"outcome":"unknown"}' ;;
  429\ * | 200\ -[12]*) echo '{"outcome":"rejected"}' ;;
  *) echo '{"outcome":"unknown"}' ;;
esac
