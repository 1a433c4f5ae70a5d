import { type CollectionContent, type CollectionRequest, ORDER_ID_GUARD } from './request.js';

const SIGN = `// Signs what is sent: timestamp, method, path with query, body. See docs/signing.md.
const base = bru.interpolate('{{baseUrl}}').replace(/\\/+$/, '');
const url = bru.interpolate(req.getUrl());
const target = url.slice(base.length);
const raw = req.getBody({ raw: true });
const body = raw ? bru.interpolate(raw) : '';
// A dynamic variable of the body has another value each time.
if (raw) req.setBody(body, { raw: true });
${ORDER_ID_GUARD}
const timestamp = String(Date.now());
const text = timestamp + req.getMethod() + target + body;
const signature = require('crypto-js').HmacSHA256(text, bru.interpolate('{{apiSecret}}')).toString();
req.setHeader('X-CH-TS', timestamp);
req.setHeader('X-CH-APIKEY', bru.interpolate('{{apiKey}}'));
req.setHeader('X-CH-SIGN', signature);`;

const TEST = `// A refusal comes with HTTP 200, too: its code is not 0.
test('the service took the call', () => {
  const { code = '0', msg, succ, success } = Object(res.getBody());
  const isTaken = res.getStatus() === 200 && String(code) === '0' && succ !== false && success !== false;
  if (!isTaken) throw new Error('HTTP ' + res.getStatus() + ', code ' + code + ', ' + msg);
});`;

/** A Bruno collection, as file name → text. The requests of the folder `signed` are signed by its script, and a call that is refused fails. */
export function brunoCollection({ requests, variables }: CollectionContent): ReadonlyMap<string, string> {
  const settings = { version: '1', name: 'Futures Trading Service', type: 'collection', ignore: ['node_modules'] };
  const files = requests.map((request, i): [string, string] => [
    `${request.isSigned ? 'signed' : 'public'}/${request.name}.bru`,
    requestFile(request, i + 1),
  ]);
  return new Map([
    ['bruno.json', `${JSON.stringify(settings, null, 2)}\n`],
    ['collection.bru', block('tests', TEST.split('\n'))],
    ['environments/example.bru', environment(variables)],
    [
      'signed/folder.bru',
      [block('meta', ['name: Signed', 'seq: 1']), block('script:pre-request', SIGN.split('\n'))].join('\n'),
    ],
    ['public/folder.bru', block('meta', ['name: Public', 'seq: 2'])],
    ...files,
  ]);
}

/** A value that must not get into a file is a secret of Bruno: it asks for the value, and keeps it elsewhere. */
const SECRETS: readonly string[] = ['apiKey', 'apiSecret'];

function environment(variables: CollectionContent['variables']): string {
  const open = Object.entries(variables).filter(([name]) => !SECRETS.includes(name));
  const values = block(
    'vars',
    open.map(([name, value]) => `${name}: ${value}`),
  );
  return `${values}vars:secret [\n${SECRETS.map((name) => `  ${name}`).join(',\n')}\n]\n`;
}

function requestFile({ name, method, path, query, body }: CollectionRequest, seq: number): string {
  const search = query.map(([key, value]) => `${key}=${value}`).join('&');
  const url = `{{baseUrl}}${path}${search === '' ? '' : `?${search}`}`;
  return [
    block('meta', [`name: ${name}`, 'type: http', `seq: ${seq}`]),
    block(method.toLowerCase(), [`url: ${url}`, `body: ${body === undefined ? 'none' : 'json'}`, 'auth: none']),
    ...(query.length > 0
      ? [
          block(
            'params:query',
            query.map(([key, value]) => `${key}: ${value}`),
          ),
        ]
      : []),
    ...(body === undefined ? [] : [block('body:json', body.split('\n'))]),
  ].join('\n');
}

const block = (name: string, lines: readonly string[]): string =>
  `${name} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
