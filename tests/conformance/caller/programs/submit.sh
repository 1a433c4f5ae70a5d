#!/usr/bin/env bash
# futures submit with a journal: the same line again sends nothing twice. FUTURES is the command line of this package.
. "${0%/*}/signed.sh"
[ "$what" = createOrder ] || exit 0
# shellcheck disable=SC2086
result=$($FUTURES submit --json --journal "${TMPDIR:-/tmp}/submit-$FUTURES_API_KEY.journal" ${options/--clientOrderId/--key} 2>/dev/null)
case $? in
  0) say accepted "$(jq -r .orderId <<<"$result")" ;;
  4) say absent ;;
  3) say not-sent ;;
  *) say unknown ;;
esac
