import { code } from './code.js';
import type { Kit } from './language.js';
import { interpretedBy, versionOf } from './tools.js';

export const python: Kit = {
  language: 'python',
  label: 'Python',
  highlight: 'python',
  write: ({ operation: { method }, target, body, isSigned }) => code`
${isSigned && 'import hashlib'}
${isSigned && 'import hmac'}
import json
import os
import sys
${isSigned && 'import time'}
from http.client import HTTPConnection, HTTPSConnection
from urllib.parse import urlsplit

method, target = ${quote(method)}, ${quote(target)}
${
  body !== '' &&
  `# These bytes are signed and sent.
body = ${quote(body)}.encode()`
}
${
  isSigned &&
  `
timestamp = str(time.time_ns() // 1_000_000)
message = (timestamp + method + target).encode()${body === '' ? '' : ' + body'}
secret = os.environ["FUTURES_API_SECRET"].encode()
headers = {
    "X-CH-TS": timestamp,
    "X-CH-APIKEY": os.environ["FUTURES_API_KEY"],
    "X-CH-SIGN": hmac.new(secret, message, hashlib.sha256).hexdigest(),${body === '' ? '' : CONTENT_TYPE}
}`
}

base = urlsplit(os.environ["FUTURES_URL"])
connect = HTTPSConnection if base.scheme == "https" else HTTPConnection
connection = connect(base.netloc, timeout=10)
connection.request(method, base.path.rstrip("/") + target${body === '' ? '' : ', body'}${isSigned ? ', headers=headers' : ''})
response = connection.getresponse()
text = response.read().decode()

# HTTP 200 can be an error, too: then the body has a code other than 0.
result = json.loads(text) if response.status == 200 else None
code = result.get("code", 0) if isinstance(result, dict) else 0
if response.status != 200 or str(code) != "0":
    sys.exit(f"error: HTTP {response.status}: {text}")
print(text)  # as it came: json.loads makes floats, which lose digits
`,
  version: async () => `Python ${await versionOf('python3', '--version')}`,
  build: interpretedBy('python3', 'py'),
};

const CONTENT_TYPE = `
    "Content-Type": "application/json",`;

/** In the quotes that need the fewest escapes: JSON is full of the double ones. */
function quote(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\');
  return escaped.includes('"') ? `'${escaped.replaceAll("'", "\\'")}'` : `"${escaped}"`;
}
