import type { UnknownId } from '../../../../generated/description.js';
import type { HeaderPairs } from '../../../recording/header-pairs.js';
import { declaredOperations, type OperationId, operations } from '../../model/operations.js';
import { type Reading, recordsOf } from '../../call/answer.js';
import type { CheckRow, Context } from '../../findings/check.js';
import { answerTo, headersOf, outerForm, typeOf, typesOf, valuesOf, writtenRecords } from './forms.js';
import { observe, observeResponse } from './observation.js';

export const QUESTIONS = {
  createOrder: 'response.order-receipt',
  createConditionOrder: 'response.condition-order-receipt',
  cancelOrder: 'response.cancel-receipt',
  cancelAllOrders: 'response.acknowledgement',
  getOrder: 'response.order',
  getOpenOrders: 'response.open-orders',
  getOrderHistory: 'response.order-history',
  getProfitHistory: 'response.profit-history',
  getTradeHistory: 'response.trade-history',
  changePositionMode: 'response.acknowledgement',
  changeMarginMode: 'response.acknowledgement',
  adjustPositionMargin: 'response.acknowledgement',
  changeLeverage: 'response.acknowledgement',
} as const satisfies Partial<Record<OperationId, UnknownId>>;

const LISTS = ['getOrderHistory', 'getOpenOrders', 'getProfitHistory', 'getTradeHistory'] as const;

const trading = Object.values(operations).filter(({ operationId }) => operationId in QUESTIONS);

const fields: readonly CheckRow[] = trading.map((operation) =>
  observeResponse(
    QUESTIONS[operation.operationId as keyof typeof QUESTIONS],
    operation.operationId,
  )`shape/${operation.operationId}/fields: which fields the response of ${operation.operationId} has`((reading) => ({
    form: outerForm(reading),
    fields: typesOf(writtenRecords(reading, operation.operationId)[0]),
  })),
);

const envelopes: readonly CheckRow[] = trading
  .filter(({ effect }) => effect === 'read')
  .map(({ operationId }) =>
    observeResponse(
      'response.envelope',
      operationId,
    )`shape/${operationId}/observed-form: how ${operationId} wraps its result`((reading) => {
      const { code } = { code: undefined, ...(reading.json as object | null) };
      return { form: outerForm(reading), ...(code !== undefined && { success: JSON.stringify(code).slice(0, 20) }) };
    }),
  );

/** "Bodies are JSON" can be read as being about the bodies alone. */
const contentTypes: readonly CheckRow[] = declaredOperations.map(({ operationId }) =>
  observeResponse(
    'response.content-type',
    operationId,
  )`shape/${operationId}/content-type: which Content-Type the response of ${operationId} has`(
    (reading) => headersOf(reading)['content-type']?.split(';')[0]!.trim().toLowerCase().slice(0, 80) ?? 'none',
  ),
);

/** Headers that hosts of this kind count calls in, and words in their names that say by whom calls are counted. */
const COUNTING = /limit|weight|retry|quota/;
const COUNTED_BY = /(?:^|[^a-z])(ip|uid|user|account|key)(?:[^a-z]|$)/;

const counting = (reading: Reading): HeaderPairs =>
  Object.entries(headersOf(reading)).filter(([name]) => COUNTING.test(name));

const limits: readonly CheckRow[] = [
  observeResponse('limits.weights', 'getOpenOrders')`limit/weights: which headers count calls or weight`((reading) => ({
    headers: counting(reading).map(([name, value]) => `${name}: ${value}`.slice(0, 120)),
  })),
  observeResponse(
    'limits.counted-by',
    'getOpenOrders',
  )`limit/counted-by: by whom calls are counted, as the names of headers say it`((reading) => {
    const names = counting(reading).map(([name]) => name.slice(0, 60));
    return { headers: names, by: names.flatMap((name) => COUNTED_BY.exec(name)?.[1] ?? []) };
  }),
];

async function lists(context: Context): Promise<ReadonlyMap<OperationId, Reading>> {
  const found = new Map<OperationId, Reading>();
  for (const id of LISTS) found.set(id, await answerTo(context, id));
  return found;
}

async function records(context: Context) {
  return [...(await lists(context))].flatMap(([id, reading]) => writtenRecords(reading, id));
}

const onLists = (question: UnknownId) => observe(question, LISTS);

const IDENTIFIER = /id$/i;

async function numberForms(context: Context): Promise<unknown> {
  const forms = { identifiers: new Set<string>(), decimals: new Set<string>(), notations: new Set<string>() };
  for (const [id, reading] of await lists(context)) {
    for (const record of writtenRecords(reading, id).slice(0, 20)) {
      for (const [name, value] of Object.entries(record)) {
        if (IDENTIFIER.test(name) && /^\d+$/.test(String(value))) forms.identifiers.add(typeOf(value));
        else if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(String(value)) && !Number.isInteger(value))
          forms.decimals.add(typeOf(value));
      }
    }
    for (const record of (recordsOf(reading) ?? []).slice(0, 20)) {
      for (const [name, text] of Object.entries(record).filter(([, value]) => typeof value === 'string')) {
        if (IDENTIFIER.test(name) && /^\d+$/.test(String(text)) && Number(text) > Number.MAX_SAFE_INTEGER)
          forms.notations.add('identifiers beyond a double');
        if (/^-?\d+(\.\d+)?e[+-]?\d+$/i.test(String(text))) forms.notations.add('exponents');
      }
    }
  }
  return Object.fromEntries(Object.entries(forms).map(([name, set]) => [name, [...set].sort()]));
}

const acrossLists: readonly CheckRow[] = [
  onLists('response.number-forms')`shape/lists/number-forms: whether identifiers and decimals are strings or numbers`(
    numberForms,
  ),
  onLists('codes.order-status')`shape/lists/order-status: which values status has`(async (context) =>
    valuesOf(await records(context), 'status'),
  ),
  onLists('codes.time-in-force')`shape/lists/type-and-time-in-force: which values type and timeInForce have`(
    async (context) => {
      const all = await records(context);
      return { type: valuesOf(all, 'type'), timeInForce: valuesOf(all, 'timeInForce') };
    },
  ),
  onLists('margin.position-id')`shape/lists/position-id: which lists show a positionId`(async (context) =>
    [...(await lists(context))]
      .filter(([id, reading]) => writtenRecords(reading, id).some((one) => 'positionId' in one))
      .map(([id]) => id),
  ),
];

export const answerObservations: readonly CheckRow[] = [
  ...contentTypes,
  ...envelopes,
  ...fields,
  ...acrossLists,
  ...limits,
];
