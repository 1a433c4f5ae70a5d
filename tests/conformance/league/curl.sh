#!/usr/bin/env bash
# curl with the options given; an error, another status than 2xx or a code is a "no".
. "${0%/*}/../caller/programs/signed.sh"
response=$(send -f --max-time 8 "$@") || say rejected
[[ $response =~ \"code\":\"?0 || -n $(id "$response") ]] && say accepted "$(id "$response")"
say rejected
