#!/usr/bin/env bash
# curl with the options given; an error, another status than 2xx or a code is a "no".
read -r intent
case $(jq -r .do <<<"$intent") in
  createOrder) path=order ;; createConditionOrder) path=conditionOrder ;; changeLeverage) path=edit_lever ;;
  cancelOrder | cancelContractOrders) path=cancel ;; cancelAllOrders) path=cancel_all ;; *) exit ;;
esac
body=$(jq -c .input <<<"$intent")
[ $path = cancel_all ] && body=''
timestamp=$(date +%s%3N)
signature=$(printf '%sPOST/fapi/v1/%s%s' "$timestamp" $path "$body" | openssl dgst -sha256 -hmac "$FUTURES_API_SECRET" -hex)
response=$(curl -sSf --max-time 8 "$@" "$FUTURES_URL/fapi/v1/$path" -H 'Content-Type: application/json' -H "X-CH-TS: $timestamp" \
  -H "X-CH-APIKEY: $FUTURES_API_KEY" -H "X-CH-SIGN: ${signature##* }" --data-raw "$body" 2>/dev/null) || { echo '{"outcome":"rejected"}' && exit; }
if [[ $response =~ \"orderId\":\"?([0-9]+) ]]; then
  echo "{\"outcome\":\"accepted\",\"orderId\":\"${BASH_REMATCH[1]}\"}"
elif [[ $response =~ \"code\":\"?0 ]]; then
  echo '{"outcome":"accepted"}'
else
  echo '{"outcome":"rejected"}'
fi
