#!/usr/bin/env bash
# curl, once; what it does not understand is unknown. Needs jq and openssl.
read -r intent
case $(jq -r .do <<<"$intent") in
  createOrder) path=order ;; createConditionOrder) path=conditionOrder ;; changeLeverage) path=edit_lever ;;
  cancelOrder | cancelContractOrders) path=cancel ;; cancelAllOrders) path=cancel_all ;; *) exit ;;
esac
mkdir "${TMPDIR:-/tmp}/human-sh-${FUTURES_URL##*:}" 2>/dev/null || { echo '{"outcome":"unknown"}' && exit; }
body=$(jq -c .input <<<"$intent")
[ $path = cancel_all ] && body=''
timestamp=$(date +%s%3N)
signature=$(printf '%sPOST/fapi/v1/%s%s' "$timestamp" $path "$body" | openssl dgst -sha256 -hmac "$FUTURES_API_SECRET" -hex)
response=$(curl -sS --max-time 1 "$FUTURES_URL/fapi/v1/$path" -H 'Content-Type: application/json' -H "X-CH-TS: $timestamp" \
  -H "X-CH-APIKEY: $FUTURES_API_KEY" -H "X-CH-SIGN: ${signature##* }" --data-raw "$body" 2>/dev/null)
# jq rounds large numbers: ids are read as text.
if [[ $response =~ \"orderId\":\"?([0-9]+) && $response == *'}' ]]; then
  echo "{\"outcome\":\"accepted\",\"orderId\":\"${BASH_REMATCH[1]}\"}"
elif [ $path != order ] && [ "$(jq -r .code <<<"$response" 2>/dev/null)" = 0 ]; then
  echo '{"outcome":"accepted"}'
else
  echo '{"outcome":"unknown"}'
fi
