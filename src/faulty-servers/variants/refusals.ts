import { refusing, trading, type Variant } from './variant.js';
import type { Patch } from '../../sandbox/stages.js';

const refused = (
  id: string,
  title: string,
  patch: Patch,
  answers: Variant['answers'] = ['errors.format'],
): Variant => ({
  id: `refusals-${id}`,
  title,
  answers,
  patch,
});

/** Both patches, one after the other. */
const both =
  (first: Patch, second: Patch): Patch =>
  (...given) => {
    const [one, two] = [first(...given), second(...given)];
    return { ...one, ...two, send: (answer, request) => two.send!(one.send!(answer, request), request) };
  };

const OF_SIGNATURES = ['-1002', '-1021', '-1022', '-1023', '-1024', '-2015'];

/** Gives wrong input its own form of refusal; wrong signatures have status 401, or the given form. */
const ofInput =
  (
    body: (message: string) => string,
    unsigned: (message: string) => { readonly status: number; readonly body?: string } = () => ({ status: 401 }),
  ): Patch =>
  () => ({
    send(answer) {
      if (answer.refused === undefined) return answer;
      const { msg = '' } = JSON.parse(answer.response.body) as { msg?: string };
      const change = OF_SIGNATURES.includes(answer.refused) ? unsigned(msg) : { status: 200, body: body(msg) };
      return { ...answer, response: { ...answer.response, ...change } };
    },
  });

const json = (value: unknown): string => JSON.stringify(value);

/** Gives refused orders this body. */
const ofOrders =
  (body: unknown): Patch =>
  () => ({
    send: (answer) =>
      answer.refused === undefined || answer.operation?.operationId !== 'createOrder'
        ? answer
        : { ...answer, response: { ...answer.response, status: 200, body: json(body) } },
  });

export const REFUSAL_VARIANTS: readonly Variant[] = [
  refused(
    'with-200-and-error',
    'Refusals have status 200 and an object with error',
    refusing(200, (code, message) => json({ error: { code, message } })),
  ),
  refused(
    'with-200-and-error-text',
    'Refusals have status 200 and an error in words',
    refusing(200, (_, error) => json({ error })),
  ),
  refused(
    'with-200-and-message',
    'Refusals have status 200 and an object with message and reason',
    refusing(200, (reason, message) => json({ message, reason })),
  ),
  refused(
    'with-200-and-status',
    'Status 200 says status ok or status error',
    both(
      refusing(200, (code, reason) => json({ status: 'error', reason, code })),
      trading((body) => `{"status":"ok","result":${body}}`),
    ),
    ['errors.format', 'response.envelope'],
  ),
  refused(
    'with-200-and-a-flag',
    'Status 200 says ok: true or ok: false, with the same members',
    both(
      refusing(200, (_, error) => json({ ok: false, result: null, error })),
      trading((body) => `{"ok":true,"result":${body},"error":null}`),
    ),
    ['errors.format', 'response.envelope'],
  ),
  refused(
    'with-200-and-the-members-of-receipts',
    'Refusals and acknowledgements have status 200 and a retCode, which is 0 for success',
    both(
      refusing(200, (_, retMsg) => json({ retCode: 10_001, retMsg, result: {} })),
      trading((body) => (/"data":null/.test(body) ? json({ retCode: 0, retMsg: 'OK', result: {} }) : body)),
    ),
    ['errors.format', 'response.acknowledgement'],
  ),
  refused(
    'with-200-and-a-list',
    'Refusals have status 200 and a list of errors',
    refusing(200, (code, message) => json({ errors: [{ code, message }] })),
  ),
  refused(
    'with-200-as-text',
    'Refusals have status 200 and a body that is text',
    refusing(200, (code, message) => `${code} ${message}`, 'text/plain'),
  ),
  refused(
    'with-200-as-a-string',
    'Refusals have status 200 and a JSON string',
    refusing(200, (_, message) => json(message)),
  ),
  refused(
    'with-200-and-false',
    'Refusals have status 200 and say false',
    refusing(200, () => 'false'),
  ),
  refused(
    'with-200-and-nothing',
    'Refusals have status 200 and no body',
    refusing(200, () => ''),
  ),
  refused(
    'with-200-as-a-page',
    'Refusals have status 200 and a page',
    refusing(200, () => '<html><body>Refused</body></html>', 'text/html'),
  ),
  refused(
    'with-500',
    'Refusals have status 500',
    refusing(500, (code, msg) => json({ code, msg })),
    ['errors.http-statuses'],
  ),
  refused(
    'with-302',
    'Refusals send the caller to a page',
    refusing(302, () => '', 'text/html'),
    ['errors.http-statuses'],
  ),
  refused(
    'with-request-ids',
    'Refusals have status 200 and carry an identifier of their own',
    refusing(200, (code, detail) => json({ trace: Math.random().toString(36).slice(2), problem: code, detail })),
  ),
  refused(
    'in-another-language',
    'Messages of refusals are in another language',
    refusing(200, (code) => json({ code, msg: '拒绝', data: null, succ: false })),
    ['errors.language'],
  ),
  refused(
    'with-codes-in-words',
    'Codes of refusals are words',
    refusing(200, (code) => json({ code: `E${code.replace('-', '_')}`, msg: 'no' })),
    ['errors.codes'],
  ),
  refused(
    'of-input-with-200-and-errors',
    'Wrong input has status 200 and a list of errors',
    ofInput((message) => json({ errors: [{ message }] })),
    [],
  ),
  refused(
    'of-input-with-200-and-error',
    'Wrong input has status 200 and an error in words',
    ofInput((error) => json({ error })),
    [],
  ),
  refused(
    'of-input-with-200-and-status',
    'Wrong input has status 200 and says so in a word',
    ofInput((reason) => json({ status: 'FAIL', reason })),
    [],
  ),
  refused(
    'of-input-with-200-and-null',
    'Wrong input has status 200 and says null',
    ofInput(() => 'null'),
    [],
  ),
  refused(
    'in-two-forms-with-200',
    'Wrong signatures and wrong input have status 200 and an object each, with other members',
    ofInput(
      (fault) => json({ fault }),
      (error) => ({ status: 200, body: json({ error }) }),
    ),
    [],
  ),
  refused(
    'of-writes-with-200-and-error',
    'What changes the account is refused with status 200 and an error in words',
    () => ({
      send(answer) {
        const { operation, refused: code, response } = answer;
        const isWrite = operation !== undefined && operation.effect !== 'read';
        if (code === undefined || !isWrite || OF_SIGNATURES.includes(code)) return answer;
        return { ...answer, response: { ...response, body: json({ error: 'refused' }) } };
      },
    }),
    [],
  ),
  refused(
    'of-keys-with-200-and-words',
    'An unknown key has status 200 and its own form',
    () => ({
      send: (answer) =>
        answer.refused === '-2015'
          ? { ...answer, response: { ...answer.response, body: json({ permissions: [], reason: 'unknown key' }) } }
          : answer,
    }),
    [],
  ),
  refused(
    'with-200-in-a-list',
    'Refusals have status 200 and a list of errors, as successes are lists',
    refusing(200, (code, error) => json([{ error, code }])),
    [],
  ),
  refused(
    'with-200-in-a-list-of-texts',
    'Refusals have status 200 and a list of texts',
    refusing(200, (_, message) => json([message])),
    [],
  ),
  refused(
    'in-two-forms-by-turns',
    'Every other refusal has status 200 and an object with error',
    () => {
      let count = 0;
      return {
        send: (answer) =>
          answer.refused === undefined || count++ % 2 === 0
            ? answer
            : { ...answer, response: { ...answer.response, status: 200, body: json({ error: 'refused' }) } },
      };
    },
    [],
  ),
  refused(
    'of-orders-as-receipts',
    'An order is refused with a receipt that names no order',
    ofOrders({ orderId: 0, status: 'REJECTED' }),
    [],
  ),
  refused(
    'of-orders-as-receipts-in-an-envelope',
    'An order is refused with the code of success and a receipt that names no order',
    ofOrders({ code: '0', msg: 'success', data: { orderId: '', status: 'CANCELED', executedQty: 0 } }),
    [],
  ),
  {
    id: 'success-has-code-200',
    title: 'Trading responses come in an envelope whose code of success is 200',
    answers: ['response.envelope'],
    patch: trading((body) =>
      body.includes('"code":"0"')
        ? body.replace('"code":"0"', '"code":"200"')
        : `{"code":"200","msg":"ok","data":${body}}`,
    ),
  },
  {
    id: 'success-has-code-ok',
    title: 'Trading responses come in an envelope whose code of success is a word',
    answers: ['response.envelope'],
    patch: trading((body) =>
      body.includes('"code":"0"') ? body.replace('"code":"0"', '"code":"OK"') : `{"code":"OK","data":${body}}`,
    ),
  },
];
