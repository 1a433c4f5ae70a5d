#!/usr/bin/env bash
# futures submit with a journal: the same line again sends nothing twice. FUTURES is the command line of this package.
read -r intent
[ "$(jq -r .do <<<"$intent")" = createOrder ] || exit 0
options=$(jq -r '.input | to_entries | map(select(.key != "clientOrderId") | "--\(.key) \(.value)") | join(" ")' <<<"$intent")
key=$(jq -r .input.clientOrderId <<<"$intent")
# shellcheck disable=SC2086
result=$($FUTURES submit --json --key "$key" --journal "${TMPDIR:-/tmp}/submit-${FUTURES_URL##*:}.journal" $options 2>/dev/null)
case $? in
  0) jq -c '{outcome: "accepted", orderId}' <<<"$result" ;;
  4) echo '{"outcome":"absent"}' ;;
  3) echo '{"outcome":"not-sent"}' ;;
  *) echo '{"outcome":"unknown"}' ;;
esac
