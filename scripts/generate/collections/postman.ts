import { type CollectionContent, type CollectionRequest, ORDER_ID_GUARD } from './request.js';

const SIGN = `// Signs what is sent: timestamp, method, path with query, body. See docs/signing.md.
const base = pm.variables.replaceIn('{{baseUrl}}').replace(/\\/+$/, '');
const url = pm.variables.replaceIn(pm.request.url.toString());
const target = url.slice(base.length);
const raw = pm.request.body && pm.request.body.raw;
const body = raw ? pm.variables.replaceIn(raw) : '';
// A dynamic variable of the body has another value each time.
if (raw) pm.request.body.raw = body;
${ORDER_ID_GUARD}
const timestamp = String(Date.now());
const text = timestamp + pm.request.method + target + body;
const signature = require('crypto-js').HmacSHA256(text, pm.variables.get('apiSecret')).toString();
pm.request.headers.upsert({ key: 'X-CH-TS', value: timestamp });
pm.request.headers.upsert({ key: 'X-CH-APIKEY', value: pm.variables.get('apiKey') });
pm.request.headers.upsert({ key: 'X-CH-SIGN', value: signature });`;

const TEST = `// A refusal comes with HTTP 200, too: its code is not 0.
pm.test('the service took the call', () => {
  const { code = '0', msg, succ, success } = Object(pm.response.json());
  const isTaken = pm.response.code === 200 && String(code) === '0' && succ !== false && success !== false;
  if (!isTaken) throw new Error('HTTP ' + pm.response.code + ', code ' + code + ', ' + msg);
});`;

const script = (listen: 'prerequest' | 'test', text: string) => ({
  listen,
  script: { type: 'text/javascript', exec: text.split('\n') },
});

/** A Postman collection (format 2.1). The requests of the first folder are signed by its script, and a call that is refused fails. */
export function postmanCollection({ requests, variables }: CollectionContent): string {
  const folder = (name: string, isSigned: boolean) => ({
    name,
    item: requests.filter((request) => request.isSigned === isSigned).map(itemOf),
    ...(isSigned && { event: [script('prerequest', SIGN)] }),
  });
  const collection = {
    info: {
      name: 'Futures Trading Service',
      description: 'Generated from openapi/ by `npm run generate`. Set the variables baseUrl, apiKey and apiSecret.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: [folder('Signed', true), folder('Public', false)],
    event: [script('test', TEST)],
    variable: Object.entries(variables).map(([key, value]) => ({ key, value })),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function itemOf({ name, summary, method, path, query, body }: CollectionRequest) {
  const search = query.map(([key, value]) => `${key}=${value}`).join('&');
  return {
    name,
    request: {
      description: summary,
      method,
      header: body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }],
      url: {
        raw: `{{baseUrl}}${path}${search === '' ? '' : `?${search}`}`,
        host: ['{{baseUrl}}'],
        path: path.slice(1).split('/'),
        ...(query.length > 0 && { query: query.map(([key, value]) => ({ key, value })) }),
      },
      ...(body !== undefined && { body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } } }),
    },
  };
}
