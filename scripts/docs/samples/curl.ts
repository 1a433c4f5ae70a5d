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

output=$(curl --silent --show-error --max-time 10 --write-out '\\n%{http_code}' \\
  ${!(method === 'GET' && body === '') && `--request ${method} \\`}
  ${isSigned && '--header "X-CH-TS: $timestamp" \\'}
  ${isSigned && '--header "X-CH-APIKEY: $FUTURES_API_KEY" \\'}
  ${isSigned && '--header "X-CH-SIGN: $signature" \\'}
  ${body !== '' && `--header 'Content-Type: application/json' --data "$body" \\`}
  ${method === 'POST' && body === '' && `--header 'Content-Length: 0' \\`}
  "\${FUTURES_URL%/}$target")
status=\${output##*$'\\n'} response=\${output%$'\\n'*}

# HTTP 200 can be an error, too: then the body has a code other than 0, or it is not JSON.
json='^[[:space:]]*[{[].*[]}][[:space:]]*$'
error='"code"[[:space:]]*:[[:space:]]*"?[^0"[:space:]]'
if [[ $status != 200 || ! $response =~ $json || $response =~ $error ]]; then
  echo "error: HTTP $status: $response" >&2
  exit 1
fi
printf '%s\\n' "$response" # as it came, with every digit
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
