# Sourced: reads the intent, and can send it signed, with options of curl. PATHS has the path of each. Needs jq and openssl.
read -r intent
what=$(jq -r .do <<<"$intent") body=$(jq -c .input <<<"$intent")
path=$(jq -r --arg what "$what" '.[$what] // ""' <<<"$PATHS")
[[ $what = get* || -z $path ]] && exit
[ "$what" = cancelAllOrders ] && body=''
options=$(jq -r '.input | to_entries | map("--\(.key) \(.value)") | join(" ")' <<<"$intent")

say() { echo "{\"outcome\":\"$1\"${2:+,\"orderId\":\"$2\"}}" && exit; }
# jq rounds large numbers: ids are read as text.
id() { [[ $1 =~ \"orderId\":\"?([0-9]+) ]] && echo "${BASH_REMATCH[1]}"; }
send() {
  timestamp=$(date +%s%3N)
  signature=$(printf %s "${timestamp}POST$path$body" | openssl dgst -sha256 -hmac "$FUTURES_API_SECRET" -hex)
  curl -sS "$@" "$FUTURES_URL$path" -H 'Content-Type: application/json' -H "X-CH-TS: $timestamp" \
    -H "X-CH-APIKEY: $FUTURES_API_KEY" -H "X-CH-SIGN: ${signature##* }" --data-raw "$body" 2>/dev/null
}
