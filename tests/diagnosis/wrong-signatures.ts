import { createHash, createHmac, type BinaryToTextEncoding } from 'node:crypto';
import type { SuspectRequest } from '../../src/diagnosis/find.js';

/*
 * Every known mistake, made by hand: the texts are written out and hashed by node:crypto, so that nothing here can agree
 * with a mistake in src.
 */
export interface WrongSignature {
  readonly id: string;
  /** Another mistake that gives the same text for this request. */
  readonly orElse?: string;
  readonly call: Omit<SuspectRequest, 'signature'>;
  readonly signature: string;
}

/** Hex and base64 at once, so that the secret can be decoded in both ways. */
export const SECRET = '5ec2e7a0Abcdef01';
const KEY = 'Access-Key';
const TS = '1700000000123';

export function sign(
  text: string | Buffer,
  key: string | Buffer = SECRET,
  encoding: BinaryToTextEncoding = 'hex',
  hash = 'sha256',
): string {
  return createHmac(hash, key).update(Buffer.from(text)).digest(encoding);
}

type Request = SuspectRequest['request'];
const request = (method: string, target: string, body = '', more: Partial<Request> = {}): Request => ({
  timestampMs: TS,
  method,
  target,
  body,
  ...more,
});

const list = request('GET', '/fapi/v1/openOrders?contractName=E-BTC-USDT');
const trades = request('GET', '/fapi/v1/myTrades?symbol=E-BTC-USDT&limit=10&fromId=1528');
const odd = request('GET', '/fapi/v1/openOrders?clientOrderId=a+b%2Fc');
const all = request('GET', '/fapi/v1/openOrders');
const empty = request('POST', '/fapi/v1/cancel_all');
const braces = request('POST', '/fapi/v1/cancel_all', '{}');
const condition = request('POST', '/fapi/v1/conditionOrder', '{"volume":1}');
const behind = request('GET', '/fapi/v1/openOrders', '', {
  prefix: '/futures/open',
  origin: 'https://openapi.example',
});
const json = (body: string): Request => request('POST', '/fapi/v1/order', body);
const ORDER = '{"volume":1,"contractName":"E-BTC-USDT","price":65000.00}';
const order = json(ORDER);
const accented = json('{"clientOrderId":"aü"}');
const [VOLUME, PRICE, CONTRACT] = ['"volume": 1', '"price": 65000.5', '"contractName": "E-BTC-USDT"'];
const OTHERS = ['"type": "LIMIT"', '"side": "BUY"', '"open": "OPEN"', '"positionType": 1'];
const [CLIENT_ORDER_ID, IN_FORCE] = ['"clientOrderId": "a"', '"timeInForce": "IOC"'];
const BY_NAME = `{${[VOLUME, PRICE, CONTRACT, ...OTHERS, CLIENT_ORDER_ID, IN_FORCE].toSorted().join(', ')}}`;
const HEAD = `${TS}POST/fapi/v1/order`;
const GET = `${TS}GET/fapi/v1/openOrders`;

const made = (
  id: string,
  sent: Request,
  signature: string,
  rule: NonNullable<SuspectRequest['rule']> = {},
): WrongSignature => ({ id, call: { request: sent, apiSecret: SECRET, apiKey: KEY, rule }, signature });

/** The body is signed otherwise than it is sent. */
const posted = (id: string, sent: string, signed: string): WrongSignature => made(id, json(sent), sign(HEAD + signed));

const orElse = (other: string, wrong: WrongSignature): WrongSignature => ({ ...wrong, orElse: other });

const plainHash = (text: string): string => createHash('sha256').update(text).digest('hex');

export const wrongSignatures: readonly WrongSignature[] = [
  made('query-not-signed', list, sign(GET)),
  made('query-signed', list, sign(`${GET}?contractName=E-BTC-USDT`), { signQuery: false }),
  made('query-decoded', odd, sign(`${GET}?clientOrderId=a b/c`)),
  orElse('query-escaped-differently', made('query-decoded', odd, sign(`${GET}?clientOrderId=a+b/c`))),
  made('query-escaped-differently', odd, sign(`${GET}?clientOrderId=a%20b%2Fc`)),
  made('query-escaped-differently', odd, sign(`${GET}?clientOrderId=a+b%2fc`)),
  made('query-escaped-differently', request('GET', '/x?id=a%20b/c%2f'), sign(`${TS}GET/x?id=a%20b%2Fc%2F`)),
  made('query-escaped-differently', odd, sign(`${GET}?clientOrderId=a+b%252Fc`)),
  made('query-escaped-differently', list, sign(`${GET}?contractName%3DE-BTC-USDT`)),
  made('query-order', trades, sign(`${TS}GET/fapi/v1/myTrades?limit=10&symbol=E-BTC-USDT&fromId=1528`)),
  made('query-order', request('GET', '/x?a=1&b=2&c=3&d=4&e=5&f=6&g=7'), sign(`${TS}GET/x?d=4&g=7&b=2&f=6&a=1&e=5&c=3`)),
  made('query-order', request('GET', '/x?a&b&c&d&e&f&g&h'), sign(`${TS}GET/x?b&c&d&e&f&g&a&h`)),
  made('parameter-not-sent', list, sign(`${GET}?contractName=E-BTC-USDT&recvWindow=5000`)),
  made('parameter-not-sent', all, sign(`${GET}?timestamp=${TS}`)),
  made('parameter-not-sent', list, sign(`${GET}?contractName=E-BTC-USDT&timestamp=${TS}&recvWindow=5000`)),
  made('parameter-not-sent', all, sign(`${GET}?contractName=None`)),
  made('parameter-not-sent', trades, sign(`${TS}GET/fapi/v1/myTrades?symbol=E-BTC-USDT&limit=10`)),
  made('question-mark-not-signed', list, sign(`${GET}contractName=E-BTC-USDT`)),
  made('bare-question-mark', request('GET', '/fapi/v1/openOrders?'), sign(`${GET}?`)),
  made('query-signed-as-json', list, sign(`${GET}{"contractName":"E-BTC-USDT"}`)),
  made('query-signed-as-json', request('GET', '/x?symbol=E&limit=10'), sign(`${TS}GET/x{"symbol": "E", "limit": 10}`)),

  made('body-not-signed', order, sign(HEAD)),
  made('get-body-not-signed', request('GET', '/fapi/v1/openOrders', ORDER), sign(GET)),
  posted('body-blanks', ORDER, `{"volume": 1, "contractName": "E-BTC-USDT", "price": 65000.00}`),
  posted('body-blanks', '{ "a" : 1,\n\t"b" : "a: \\", {b" }', `{"a":1,"b":"a: \\", {b"}`),
  posted('body-blanks', '{"a":\n 1}\n', `{"a":\n 1}`),
  posted('body-blanks', '{"a":1,"b":[2]}', `{\n  "a": 1,\n  "b": [\n    2\n  ]\n}`),
  posted('body-blanks', '{"a": 1, "b": 2}', `{\n\t"a": 1,\n\t"b": 2\n}`),
  posted('body-blanks', ORDER, `\uFEFF${ORDER}`),
  posted('body-blanks', `\uFEFF${ORDER}`, ORDER),
  posted('body-blanks', '{"a":\n 1}\n', `{"a":\r\n 1}\r\n`),
  posted('body-blanks', '{"a":\r\n 1}\r\n', `{"a":\n 1}\n`),
  posted('body-line-breaks', '{  "a": 1,  "b": "a{,}"}', `{\n  "a": 1,\n  "b": "a{,}"\n}\n`),
  posted('body-line-breaks', ORDER, `{\r\n${ORDER.slice(1, -1).replaceAll(',', ',\r\n')}\r\n}`),
  posted('body-key-order', ORDER, `{"contractName":"E-BTC-USDT","price":65000.00,"volume":1}`),
  posted('body-key-order', ORDER, `{"contractName": "E-BTC-USDT", "price": 65000.00, "volume": 1}`),
  posted('body-key-order', ORDER, `{"contractName":"E-BTC-USDT","price":65000,"volume":1}`),
  posted('body-key-order', ORDER, `{"price":65000.00,"volume":1,"contractName":"E-BTC-USDT"}`),
  posted('body-key-order', '{"b": 1, "c": 2, "a": 3}', `{"c": 2, "b": 1, "a": 3}`),
  // As the service document lists the fields of an order, and the same with one of them in front.
  posted('body-key-order', BY_NAME, `{${[VOLUME, PRICE, CONTRACT, ...OTHERS, CLIENT_ORDER_ID, IN_FORCE].join(', ')}}`),
  posted('body-key-order', BY_NAME, `{${[CLIENT_ORDER_ID, VOLUME, PRICE, CONTRACT, ...OTHERS, IN_FORCE].join(', ')}}`),
  posted('body-numbers-rewritten', ORDER, `{"volume":1,"contractName":"E-BTC-USDT","price":65000}`),
  posted('body-numbers-rewritten', ORDER, `{"volume": 1, "contractName": "E-BTC-USDT", "price": 65000.0}`),
  posted('body-numbers-rewritten', '{"orderId": 256609229205684228}', `{"orderId": 256609229205684220}`),
  posted('body-numbers-rewritten', '{"volume":1,"price":60000.1}', `{"volume":1,"price":60000.10}`),
  posted('body-numbers-rewritten', '{"volume":1,"price":60000.1}', `{"volume":1.000000,"price":60000.100000}`),
  posted('body-numbers-rewritten', '{"volume": 1, "price": 60000}', `{"volume": 1, "price": 60000.0}`),
  posted(
    'body-numbers-rewritten',
    '{"positionType":1,"volume":1,"price":2}',
    `{"positionType":1,"volume":1.0,"price":2.0}`,
  ),
  posted('body-numbers-rewritten', '{"volume":0.0000001}', `{"volume": 1e-07}`),
  posted('body-number-as-text', ORDER, `{"volume":1,"contractName":"E-BTC-USDT","price":"65000.00"}`),
  posted('body-number-as-text', ORDER, `{"volume":"1","contractName":"E-BTC-USDT","price":"65000.00"}`),
  posted('body-number-as-text', '{"volume":1,"price":"65000.00"}', `{"volume":1,"price":65000.00}`),
  posted('body-escapes', '{"clientOrderId":"订"}', `{"clientOrderId":"\\u8ba2"}`),
  posted('body-escapes', '{"clientOrderId":"ü+1"}', `{"clientOrderId":"\\u00FC\\u002B1"}`),
  posted('body-escapes', '{"clientOrderId":"\\u8BA2"}', `{"clientOrderId":"订"}`),
  posted('body-escapes', '{"clientOrderId":"a/b"}', `{"clientOrderId":"a\\/b"}`),
  posted('body-escapes', '{"clientOrderId":"a&b"}', `{"clientOrderId":"a\\u0026b"}`),
  posted('body-escapes', '{"clientOrderId":"订/1"}', `{"clientOrderId":"\\u8ba2\\/1"}`),
  posted('body-escapes', '{"clientOrderId":"订","price":65000.10}', `{"clientOrderId": "\\u8ba2", "price": 65000.1}`),
  posted('body-encoded-twice', ORDER, `"{\\"volume\\":1,\\"contractName\\":\\"E-BTC-USDT\\",\\"price\\":65000.00}"`),
  posted('body-object-signed', ORDER, `[object Object]`),
  posted('body-object-signed', '{"a":"b","c":true,"d":null}', `{'a': 'b', 'c': True, 'd': None}`),
  posted('body-object-signed', ORDER, `map[contractName:E-BTC-USDT price:65000 volume:1]`),
  posted('body-object-signed', ORDER, `{Volume:1 ContractName:E-BTC-USDT Price:65000}`),
  posted('body-object-signed', ORDER, `{1 E-BTC-USDT 65000}`),
  posted('body-object-signed', ORDER, `&{1 E-BTC-USDT 65000}`),
  posted('body-object-signed', ORDER, `b'${ORDER}'`),
  posted('body-object-signed', ORDER, 'Array'),
  posted('body-object-signed', '{"b":"c","a1":"x","a":true}', `map[a:true a1:x b:c]`),
  posted('body-object-signed', ORDER, `{volume=1, contractName=E-BTC-USDT, price=65000.00}`),
  posted('body-field-not-signed', ORDER, `{"volume":1,"price":65000.00}`),
  posted('body-field-not-signed', '{"a":1,"b":null,"c":null}', `{"a": 1}`),
  posted('body-null-not-sent', '{"a":1,"b":2}', `{"a":1,"orderId":null,"b":2}`),
  posted(
    'body-null-not-sent',
    '{"a": 1, "limit": "9"}',
    `{"a": 1, "limit": "9", "timeInForce": null, "clientOrderId": null}`,
  ),
  posted('body-object-signed', '{"a":"é"}', `[123 34 97 34 58 34 195 169 34 125]`),
  posted(
    'body-form-sent',
    'contractName=E-BTC-USDT&price=65000.00&volume=1',
    `{"contractName": "E-BTC-USDT", "price": "65000.00", "volume": 1}`,
  ),
  posted('body-form-sent', 'side=BUY&clientOrderId=a+b%26c', `{"side":"BUY","clientOrderId":"a b&c"}`),
  posted('body-signed-as-query', ORDER, `volume=1&contractName=E-BTC-USDT&price=65000.00`),
  posted('body-signed-as-query', ORDER, `?contractName=E-BTC-USDT&price=65000.00&volume=1`),

  made('braces-signed', empty, sign(`${TS}POST/fapi/v1/cancel_all{}`)),
  made('braces-not-signed', braces, sign(`${TS}POST/fapi/v1/cancel_all`)),
  made('undefined-signed', empty, sign(`${TS}POST/fapi/v1/cancel_allundefined`)),
  made('undefined-signed', all, sign(`${GET}null`)),

  made('prefix-signed', behind, sign(`${TS}GET/futures/open/fapi/v1/openOrders`)),
  made('prefix-in-target', request('GET', '/futures/open/fapi/v1/openOrders'), sign(GET)),
  made('prefix-not-signed', behind, sign(GET), { signPrefix: true }),
  made('url-signed', behind, sign(`${TS}GEThttps://openapi.example/futures/open/fapi/v1/openOrders`)),
  made('url-signed', behind, sign(`${TS}GETopenapi.example/futures/open/fapi/v1/openOrders`)),
  made('path-slash', condition, sign(`${TS}POST/fapi/v1/conditionOrder/{"volume":1}`)),
  made('path-slash', request('POST', '/fapi/v1/conditionOrder/'), sign(`${TS}POST/fapi/v1/conditionOrder`)),
  made('path-slash', all, sign(`${TS}GETfapi/v1/openOrders`)),
  made('other-path-signed', all, sign(`${TS}GET/fapi/v1/order`)),
  made('other-path-signed', all, sign(`${TS}GET/fapi/v1/openorders`)),
  made('other-path-signed', all, sign(`${TS}GET/fapi/v2/openOrders`)),
  made('fraction-signed', all, sign(`${TS}.0GET/fapi/v1/openOrders`)),
  made('fraction-signed', all, sign('1.700000000123e+12GET/fapi/v1/openOrders')),
  made('date-signed', all, sign(`${new Date(Number(TS)).toISOString()}GET/fapi/v1/openOrders`)),
  made('path-slash', all, sign(`${TS}GET//fapi/v1/openOrders`)),
  made('path-slash', request('GET', '//fapi/v1/openOrders'), sign(GET)),
  made('path-part-signed', list, sign(`${TS}GET/v1/openOrders?contractName=E-BTC-USDT`)),
  made('path-part-signed', order, sign(`${TS}POSTorder${ORDER}`)),

  made('seconds-signed', all, sign('1700000000.123GET/fapi/v1/openOrders')),
  orElse('clock-read-twice', made('seconds-signed', all, sign('1700000000000GET/fapi/v1/openOrders'))),
  made('seconds-signed', { ...all, timestampMs: 1700000000789n }, sign('1700000000000GET/fapi/v1/openOrders')),
  made('seconds-sent', { ...all, timestampMs: '1700000000' }, sign('1700000000999GET/fapi/v1/openOrders')),
  made('seconds-sent', { ...all, timestampMs: '1700000000' }, sign('1699999999987GET/fapi/v1/openOrders')),
  made('seconds-sent', { ...all, timestampMs: '1700000000000' }, sign('1700000000789GET/fapi/v1/openOrders')),
  made('seconds-signed', all, sign('1699999999GET/fapi/v1/openOrders')),
  made('seconds-signed', all, sign('1700000001000GET/fapi/v1/openOrders')),
  made('other-unit', { ...all, timestampMs: '1700000000' }, sign('1700000000GET/fapi/v1/openOrders')),
  made('other-unit', { ...all, timestampMs: '1700000000123456' }, sign('1700000000123456GET/fapi/v1/openOrders')),
  made('other-unit', { ...all, timestampMs: '1700000000123456789' }, sign('1700000000123456789GET/fapi/v1/openOrders')),
  made('microseconds', { ...all, timestampMs: '1700000000123456789' }, sign(GET)),
  made('microseconds', all, sign('1700000000123000000GET/fapi/v1/openOrders')),
  made('microseconds', all, sign('1700000000123456GET/fapi/v1/openOrders')),
  made('microseconds', { ...all, timestampMs: '1700000000123456' }, sign(GET)),
  made('clock-read-twice', all, sign('1700000000122GET/fapi/v1/openOrders')),
  made('clock-read-twice', all, sign('1700000000373GET/fapi/v1/openOrders')),

  made('clock-read-twice', { ...all, timestampMs: '1700000000000' }, sign('1700000001000GET/fapi/v1/openOrders')),
  made('clock-read-twice', { ...all, timestampMs: '1700000000000' }, sign('1699999998000GET/fapi/v1/openOrders')),
  made('clock-read-twice', all, sign('1700000000987GET/fapi/v1/openOrders')),

  made('method-case', all, sign(`${TS}get/fapi/v1/openOrders`)),
  made('method-case', all, sign(`${TS}Get/fapi/v1/openOrders`)),
  made('other-method', order, sign(`${TS}GET/fapi/v1/order${ORDER}`)),
  made('other-method', order, sign(`${TS}HTTPMethod.POST/fapi/v1/order${ORDER}`)),
  made('separators', order, sign(`${TS}\nPOST\n/fapi/v1/order\n${ORDER}`)),
  made('separators', all, sign(`${TS};GET;/fapi/v1/openOrders;`)),
  made('separators', order, sign(`${TS}\\nPOST\\n/fapi/v1/order\\n${ORDER}`)),
  made('separators', list, sign(`${TS}&GET&/fapi/v1/openOrders&contractName=E-BTC-USDT&`)),
  made('newline-appended', order, sign(`${HEAD}${ORDER}\n`)),
  made('newline-appended', all, sign(`${GET}\r`)),
  made('newline-appended', all, sign(`-n ${GET}\n`)),
  made('variable-not-replaced', order, sign('{timestamp}{method}{path}{body}')),
  made('variable-not-replaced', order, sign('$TSPOST/fapi/v1/order$BODY')),
  made('variable-not-replaced', all, sign('${timestamp}GET/fapi/v1/openOrders')),
  made('variable-not-replaced', order, sign('#{timestamp}#{method}#{path}#{body}')),
  made('parts-order', all, sign(`GET${TS}/fapi/v1/openOrders`)),
  made('part-not-signed', order, sign(`POST/fapi/v1/order${ORDER}`)),
  made('part-not-signed', order, sign(`${TS}/fapi/v1/order${ORDER}`)),
  made('part-not-signed', order, sign(`${TS}POST${ORDER}`)),
  made('part-not-signed', order, sign(`/fapi/v1/order${ORDER}`)),
  made('part-not-signed', order, sign('')),
  made('part-not-signed', all, sign(`${TS}GETundefined`)),
  made('part-not-signed', order, sign(`${TS}POSTNone${ORDER}`)),
  made('other-charset', accented, sign(Buffer.from(`${HEAD}${accented.body}`, 'latin1'))),
  made('other-charset', json('{"clientOrderId":"é订"}'), sign(Buffer.from(`${HEAD}{"clientOrderId":"é?"}`, 'latin1'))),
  made('other-charset', json('{"clientOrderId":"é订"}'), sign(Buffer.from(`${HEAD}{"clientOrderId":"é订"}`, 'latin1'))),
  made('other-charset', order, sign(HEAD + ORDER, Buffer.from(SECRET, 'utf16le'))),
  made('other-charset', accented, sign(Buffer.from(`${HEAD}${accented.body}`, 'utf16le'))),
  made('other-charset', order, sign(Buffer.from(`\ufeff${HEAD}${ORDER}`, 'utf16le').swap16())),
  made(
    ...(['other-charset', accented] as const),
    sign(Buffer.from(`${HEAD}${accented.body}`, 'utf16le'), Buffer.from(SECRET, 'utf16le')),
  ),
  made('key-in-text', order, sign(`${TS}${KEY}POST/fapi/v1/order${ORDER}`)),

  made('secret-with-blank', all, sign(GET, ` ${SECRET}`)),
  made('secret-with-blank', all, sign(GET, `"${SECRET}"`)),
  made('secret-with-blank', all, sign(GET, `b'${SECRET}'`)),
  made('secret-cut', all, sign(GET, SECRET.slice(0, -1))),
  made('secret-cut', all, sign(GET, SECRET.slice(8))),
  made('secret-with-blank', all, sign(GET, `\uFEFF${SECRET}`)),
  made('secret-with-blank', all, sign(GET, `${SECRET}\u00A0`)),
  made('secret-with-blank', all, sign(GET, `${SECRET}\r`)),
  made('secret-with-blank', all, sign(GET, `${SECRET}\\n`)),
  ...[
    `${SECRET}\n\n`,
    `${SECRET} \n`,
    `"${SECRET}"\n`,
    `"${SECRET}\n"`,
    `  ${SECRET}`,
    `\uFEFF${SECRET}\r\n`,
    `b'${SECRET}\\n'`,
  ].map((secret) => made('secret-with-blank', all, sign(GET, secret))),
  made('secret-missing', all, sign(GET, '')),
  made('secret-missing', all, sign(GET, 'undefined')),
  made('key-as-secret', all, sign(GET, KEY)),
  made('secret-decoded', all, sign(GET, Buffer.from(SECRET, 'hex'))),
  made('secret-decoded', all, sign(GET, Buffer.from(SECRET, 'base64'))),
  made('secret-encoded', all, sign(GET, Buffer.from(`${SECRET}\n`).toString('base64'))),
  made('secret-encoded', all, sign(GET, Buffer.from(SECRET).toString('hex'))),
  made('secret-name', all, sign(GET, 'FUTURES_API_SECRET')),
  made('secret-name', all, sign(GET, '$FUTURES_API_SECRET')),
  made('secret-name', all, sign(GET, '${API_SECRET}')),
  made('secret-name', all, sign(GET, '%FUTURES_API_SECRET%')),
  made('secret-name', all, sign(GET, '{{API_SECRET}}')),
  made('secret-name', all, sign(GET, `FUTURES_API_SECRET=${SECRET}`)),
  made('secret-case', all, sign(GET, SECRET.toLowerCase())),
  made('secret-case', all, sign(GET, SECRET.toUpperCase())),

  made('name-sent', all, `(stdin)= ${sign(GET)}`),
  made('name-sent', order, `HMAC-SHA2-256(stdin)= ${sign(HEAD + ORDER)}`),
  made('base64-sent', all, sign(GET, SECRET, 'base64')),
  made('base64-sent', order, sign(HEAD + ORDER, SECRET, 'base64url')),
  made('base64-of-hex', all, Buffer.from(sign(GET)).toString('base64')),
  made('base64-of-hex', all, Buffer.from(sign(GET)).toString('base64'), { encoding: 'base64' }),
  made('hex-sent', all, sign(GET), { encoding: 'base64' }),
  made('hex-upper-case', all, sign(GET).toUpperCase()),
  made('hash-without-key', all, plainHash(GET)),
  made('hash-without-key', all, plainHash(GET + SECRET)),
  made('hash-without-key', all, plainHash(SECRET + GET)),
  made('other-hash', all, sign(GET, SECRET, 'hex', 'sha1')),
  made('other-hash', all, sign(GET, SECRET, 'hex', 'sha512')),
  made('other-hash', all, sign(GET, SECRET, 'hex', 'md5')),
  made('key-and-text-exchanged', all, sign(SECRET, GET)),
];

export const doublyWrong: readonly (readonly [readonly string[], WrongSignature])[] = [
  [['query-not-signed', 'seconds-signed'], made('', list, sign('1700000000GET/fapi/v1/openOrders'))],
  [['query-not-signed', 'newline-appended'], made('', list, sign(`${GET}\n`))],
  [['method-case', 'base64-sent'], made('', all, sign(`${TS}get/fapi/v1/openOrders`, SECRET, 'base64'))],
  [
    ['other-charset', 'hex-upper-case'],
    made('', order, sign(HEAD + ORDER, Buffer.from(SECRET, 'utf16le')).toUpperCase()),
  ],
  [['name-sent', 'newline-appended'], made('', all, `SHA2-256(stdin)= ${sign(`${GET}\n`)}`)],
  [
    ['body-blanks', 'secret-with-blank'],
    made('', order, sign(`${HEAD}{"volume": 1, "contractName": "E-BTC-USDT", "price": 65000.00}`, `${SECRET}\n`)),
  ],
];
