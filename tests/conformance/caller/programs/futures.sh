#!/usr/bin/env bash
# FUTURES is the command line of this package. `submit` has a journal: the same line again sends nothing twice. `call` sends each time.
. "${0%/*}/signed.sh"
if [ "$1" = submit ]; then
  [ "$what" = createOrder ] || exit 0
  command="submit --journal ${TMPDIR:-/tmp}/submit-$FUTURES_SCENE.journal ${options/--clientOrderId/--key}"
else
  command="call $what --yes $options"
fi
# shellcheck disable=SC2086
result=$($FUTURES $command --json 2>/dev/null)
case $? in
  0) say accepted "$(id "$result")" ;;
  3) say not-sent ;;
  4) say "$([ "$1" = submit ] && echo absent || echo rejected)" ;;
  *) say unknown ;;
esac
