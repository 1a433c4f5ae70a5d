import { responding } from '../mutations/mutation.js';
import { messageOf, refusing, trading, type Variant, variant } from './variant.js';
import type { RawResponse } from '../../sandbox/http/request.js';
import type { Patch } from '../../sandbox/stages.js';
import { named } from '../../core/named.js';

/** Both patches, one after the other. */
const both =
  (first: Patch, second: Patch): Patch =>
  (...given) => {
    const [one, two] = [first(...given), second(...given)];
    return { ...one, ...two, send: (answer, request) => two.send!(one.send!(answer, request), request) };
  };

const OF_SIGNATURES = ['-1002', '-1021', '-1022', '-1023', '-1024', '-2015'];

/** Gives wrong input its own form of refusal; wrong signatures have status 401, or the given form. */
const ofInput = (
  body: (message: string) => string,
  unsigned: (message: string) => Partial<RawResponse> = () => ({ status: 401 }),
  status = 200,
): Patch =>
  responding(({ refused, response }) => {
    if (refused === undefined) return undefined;
    const message = messageOf(response);
    return OF_SIGNATURES.includes(refused) ? unsigned(message) : { status, body: body(message) };
  });

const json = (value: unknown): string => JSON.stringify(value);

/** Gives refused orders this body. */
const ofOrders = (body: unknown): Patch =>
  responding(({ refused, operation }) =>
    refused !== undefined && operation?.operationId === 'createOrder' ? { status: 200, body: json(body) } : undefined,
  );

/** Bodies of refusals that have status 200, and their type where it is not that of JSON. */
const WITH_200: Readonly<Record<string, readonly [body: (code: string, message: string) => string, type?: string]>> = {
  'and-error: an object with error': [(code, message) => json({ error: { code, message } })],
  'and-error-text: an error in words': [(_, error) => json({ error })],
  'and-message: an object with message and reason': [(reason, message) => json({ message, reason })],
  'and-a-list: a list of errors': [(code, message) => json({ errors: [{ code, message }] })],
  'as-text: a body that is text': [(code, message) => `${code} ${message}`, 'text/plain'],
  'as-a-string: a JSON string': [(_, message) => json(message)],
  'and-false: the word false': [() => 'false'],
  'and-nothing: no body': [() => ''],
  'as-a-page: a page': [() => '<html><body>Refused</body></html>', 'text/html'],
};

export const REFUSAL_VARIANTS: readonly Variant[] = [
  ...Object.entries(WITH_200).map(([name, [body, type]]) => {
    const { id, title } = named(name);
    return variant`refusals-with-200-${id}: Refusals have status 200 and ${title}`(
      refusing(200, body, type),
      'errors.format',
    );
  }),
  variant`refusals-with-200-and-status: Status 200 says status ok or status error`(
    both(
      refusing(200, (code, reason) => json({ status: 'error', reason, code })),
      trading((body) => `{"status":"ok","result":${body}}`),
    ),
    'errors.format',
    'response.envelope',
  ),
  variant`lists-under-data-alone: Lists come as the only member of an object, which is null where a list is empty`(
    trading((body) => (body.startsWith('[') ? `{"data":${body === '[]' ? 'null' : body}}` : body)),
  ),
  variant`refusals-with-200-and-a-flag: Status 200 says ok: true or ok: false, with the same members`(
    both(
      refusing(200, (_, error) => json({ ok: false, result: null, error })),
      trading((body) => `{"ok":true,"result":${body},"error":null}`),
    ),
    'errors.format',
    'response.envelope',
  ),
  variant`refusals-with-200-and-the-members-of-receipts: Refusals and acknowledgements have status 200 and a retCode, which is 0 for success`(
    both(
      refusing(200, (_, retMsg) => json({ retCode: 10_001, retMsg, result: {} })),
      trading((body) => (/"data":null/.test(body) ? json({ retCode: 0, retMsg: 'OK', result: {} }) : body)),
    ),
    'errors.format',
    'response.acknowledgement',
  ),
  variant`refusals-with-500: Refusals have status 500`(
    refusing(500, (code, msg) => json({ code, msg })),
    'errors.http-statuses',
  ),
  variant`refusals-with-302: Refusals send the caller to a page`(
    refusing(302, () => '', 'text/html'),
    'errors.http-statuses',
  ),
  variant`refusals-with-request-ids: Refusals have status 200 and carry an identifier of their own`(
    refusing(200, (code, detail) => json({ trace: Math.random().toString(36).slice(2), problem: code, detail })),
    'errors.format',
  ),
  variant`refusals-in-another-language: Messages of refusals are in another language`(
    refusing(200, (code) => json({ code, msg: '拒绝', data: null, succ: false })),
    'errors.language',
  ),
  variant`refusals-with-codes-in-words: Codes of refusals are words`(
    refusing(200, (code) => json({ code: `E${code.replace('-', '_')}`, msg: 'no' })),
    'errors.codes',
  ),
  variant`refusals-of-input-with-200-and-errors: Wrong input has status 200 and a list of errors`(
    ofInput((message) => json({ errors: [{ message }] })),
  ),
  variant`refusals-of-input-with-200-and-error: Wrong input has status 200 and an error in words`(
    ofInput((error) => json({ error })),
  ),
  variant`refusals-of-input-with-200-and-status: Wrong input has status 200 and says so in a word`(
    ofInput((reason) => json({ status: 'FAIL', reason })),
  ),
  variant`refusals-of-input-with-500: Wrong input has status 500 and an exception, and wrong signatures get a page`(
    ofInput(
      (message) => json({ timestamp: Date.now(), status: 500, error: 'Internal Server Error', message }),
      () => ({ status: 403, body: '<html><body>Access denied</body></html>', contentType: 'text/html' }),
      500,
    ),
  ),
  variant`refusals-of-input-with-200-and-null: Wrong input has status 200 and says null`(ofInput(() => 'null')),
  variant`refusals-in-two-forms-with-200: Wrong signatures and wrong input have status 200 and an object each, with other members`(
    ofInput(
      (fault) => json({ fault }),
      (error) => ({ status: 200, body: json({ error }) }),
    ),
  ),
  variant`refusals-of-writes-with-200-and-error: What changes the account is refused with status 200 and an error in words`(
    responding(({ operation, refused = '-1022' }) =>
      operation !== undefined && operation.effect !== 'read' && !OF_SIGNATURES.includes(refused)
        ? { body: json({ error: 'refused' }) }
        : undefined,
    ),
  ),
  variant`refusals-of-keys-with-200-and-words: An unknown key has status 200 and its own form`(
    responding(({ refused }) =>
      refused === '-2015' ? { body: json({ permissions: [], reason: 'unknown key' }) } : undefined,
    ),
  ),
  variant`refusals-with-200-in-a-list: Refusals have status 200 and a list of errors, as successes are lists`(
    refusing(200, (code, error) => json([{ error, code }])),
  ),
  variant`refusals-with-200-in-a-list-of-texts: Refusals have status 200 and a list of texts`(
    refusing(200, (_, message) => json([message])),
  ),
  variant`refusals-in-two-forms-by-turns: Every other refusal has status 200 and an object with error`((...given) => {
    let count = 0;
    return responding(({ refused }) =>
      refused === undefined || count++ % 2 === 0 ? undefined : { status: 200, body: json({ error: 'refused' }) },
    )(...given);
  }),
  variant`refusals-of-orders-as-receipts: An order is refused with a receipt that names no order`(
    ofOrders({ orderId: 0, status: 'REJECTED' }),
  ),
  variant`refusals-of-orders-as-receipts-in-an-envelope: An order is refused with the code of success and a receipt that names no order`(
    ofOrders({ code: '0', msg: 'success', data: { orderId: '', status: 'CANCELED', executedQty: 0 } }),
  ),
  variant`success-has-code-200: Trading responses come in an envelope whose code of success is 200`(
    trading((body) =>
      body.includes('"code":"0"')
        ? body.replace('"code":"0"', '"code":"200"')
        : `{"code":"200","msg":"ok","data":${body}}`,
    ),
    'response.envelope',
  ),
  variant`acknowledgements-have-code-200: The code of an acknowledgement is 200, and lists have no envelope`(
    trading((body) => body.replace('"code":"0"', '"code":"200"')),
  ),
  variant`success-has-code-ok: Trading responses come in an envelope whose code of success is a word`(
    trading((body) =>
      body.includes('"code":"0"') ? body.replace('"code":"0"', '"code":"OK"') : `{"code":"OK","data":${body}}`,
    ),
    'response.envelope',
  ),
];
