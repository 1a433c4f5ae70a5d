#!/usr/bin/env bash
# curl through `futures sidecar`, which signs: what the sidecar refuses was not sent, and what breaks behind it is unknown.
. "${0%/*}/../caller/programs/signed.sh"
exec 3< <(exec $FUTURES sidecar --allow money,wipe 2>/dev/null)
sidecar=$!
trap 'kill $sidecar' EXIT
read -r _ _ address <&3
response=$(curl -sS --max-time 8 -w '\n%{http_code}' "$address$path" -H 'Content-Type: application/json' --data-raw "$body" 2>/dev/null) || say unknown
status=${response##*$'\n'} response=${response%$'\n'*}
code=$(jq -r '.code? // .sidecar? // empty' <<<"$response" 2>/dev/null)
case "$status $code" in
  403\ * | 502\ no-connection) say not-sent ;;
  # A body that is cut is no JSON.
  200\ ) jq . <<<"$response" >/dev/null 2>&1 && [ -n "$(id "$response")" ] && say accepted "$(id "$response")" ;;
  200\ 0) [ "$what" = createOrder ] || say accepted ;;
  200\ -100[67]) ;;
  429\ * | 200\ -[12]*) say rejected ;;
esac
say unknown
