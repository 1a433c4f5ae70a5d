#!/usr/bin/env bash
# curl, once; what it does not understand is unknown.
. "${0%/*}/signed.sh"
mkdir "${TMPDIR:-/tmp}/human-$FUTURES_API_KEY" 2>/dev/null || say unknown
response=$(send --max-time 1)
[[ $response = *'}' && -n $(id "$response") ]] && say accepted "$(id "$response")"
[ "$what" != createOrder ] && [ "$(jq -r .code <<<"$response" 2>/dev/null)" = 0 ] && say accepted
say unknown
