#!/usr/bin/env bash
# futures call, by its exit codes. FUTURES is the command line of this package.
. "${0%/*}/../caller/programs/signed.sh"
# shellcheck disable=SC2086
result=$($FUTURES call "$what" --yes --json $options 2>/dev/null)
case $? in
  0) say accepted "$(id "$result")" ;;
  3) say not-sent ;;
  4) say rejected ;;
  *) say unknown ;;
esac
