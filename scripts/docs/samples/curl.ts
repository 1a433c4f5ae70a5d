import { code } from './code.js';
import type { Kit } from './language.js';
import { interpretedBy, versionOf } from './tools.js';

export const curl: Kit = {
  language: 'curl',
  label: 'curl + openssl',
  highlight: 'bash',
  write: ({ operation: { method }, target, body, isSigned }) => code`
#!/usr/bin/env bash
set -euo pipefail

target=${quote(target)}
${
  body !== '' &&
  `# These bytes are signed and sent.
body=${quote(body)}`
}
${
  isSigned &&
  `
timestamp=$(date +%s)000 # milliseconds
# Others on this machine can see the secret in the list of processes.
signature=$(printf '%s' "\${timestamp}${method}$target${body === '' ? '' : '$body'}" |
  openssl dgst -sha256 -hmac "$FUTURES_API_SECRET" -hex | awk '{ print $NF }')`
}

response=$(curl --silent --show-error --max-time 10 --write-out '\\n%{http_code}' \\
  ${!(method === 'GET' && body === '') && `--request ${method} \\`}
  ${isSigned && '--header "X-CH-TS: $timestamp" \\'}
  ${isSigned && '--header "X-CH-APIKEY: $FUTURES_API_KEY" \\'}
  ${isSigned && '--header "X-CH-SIGN: $signature" \\'}
  ${body !== '' && `--header 'Content-Type: application/json' --data "$body" \\`}
  ${method === 'POST' && body === '' && `--header 'Content-Length: 0' \\`}
  "\${FUTURES_URL%/}$target")
status=\${response##*$'\\n'} answer=\${response%$'\\n'*}

# An HTTP 200 can be a refusal, too: then the answer has a code other than 0. A page is no answer at all.
json='^[[:space:]]*[{[].*[]}][[:space:]]*$'
refusal='"code"[[:space:]]*:[[:space:]]*"?[^0"[:space:]]'
if [[ $status != 200 || ! $answer =~ $json || $answer =~ $refusal ]]; then
  echo "refused: HTTP $status: $answer" >&2
  exit 1
fi
printf '%s\\n' "$answer" # as it came: no digit is lost
`,
  version: async () => {
    const [shell, transfer, crypto] = await Promise.all([
      versionOf('bash', '--version'),
      versionOf('curl', '--version'),
      versionOf('openssl', 'version'),
    ]);
    return `curl ${transfer}, OpenSSL ${crypto}, Bash ${shell}`;
  },
  build: interpretedBy('bash', 'sh'),
};

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
