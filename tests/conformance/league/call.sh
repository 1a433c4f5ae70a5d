#!/usr/bin/env bash
# futures call, by its exit codes. FUTURES is the command line of this package.
read -r intent
operation=$(jq -r .do <<<"$intent")
case $operation in cancelContractOrders) operation=cancelOrder ;; get*) exit ;; esac
options=$(jq -r '.input | to_entries | map("--\(.key) \(.value)") | join(" ")' <<<"$intent")
# shellcheck disable=SC2086
result=$($FUTURES call "$operation" --yes --json $options 2>/dev/null)
case $? in
  0) jq -c '{outcome: "accepted", orderId: .orderId?}' <<<"$result" 2>/dev/null || echo '{"outcome":"accepted"}' ;;
  3) echo '{"outcome":"not-sent"}' ;;
  4) echo '{"outcome":"rejected"}' ;;
  *) echo '{"outcome":"unknown"}' ;;
esac
