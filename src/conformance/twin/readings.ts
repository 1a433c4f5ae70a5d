import { description, type ResultField } from '../../../generated/description.js';
import type { JsonRecord } from '../../core/json/decode.js';
import type { SandboxDialect } from '../../sandbox/index.js';
import { isJsonObject } from '../model/json-object.js';
import { type OperationId, operations } from '../model/operations.js';

/** Members of a dialect or a window, and parts of them that one check alone cannot tell; undefined is not told. */
export type Vote = Readonly<Record<string, unknown>>;

const SAME = { number: 'number', string: 'string' };
const ORDERS = { 'bare object': 'object', 'bare list': 'array', envelope: 'wrapped' };
const LISTS = { 'bare list': 'bare', envelope: 'wrapped', 'bare object': 'list' };
const RECEIPTS = { 'bare object': 'bare', envelope: 'wrapped' };
const ONLY = { '["number"]': 'number', '["string"]': 'string' };
const DOWN = { ascending: false, descending: true };
const YES = { true: true, false: false };

/** An observation, a member of it, the member of a dialect that it tells, and the values of both. */
const TABLE: readonly (readonly [address: RegExp, member: string, keyof SandboxDialect, values: Vote])[] = [
  [/^shape\/getOrder\/(fields|observed-form)$/, 'form', 'order', ORDERS],
  [/^shape\/createOrder\/fields$/, 'form', 'receipt', RECEIPTS],
  [/^shape\/createConditionOrder\/fields$/, 'form', 'conditionReceipt', RECEIPTS],
  [/^shape\/\w+\/(fields|format)$/, 'fields.code', 'codes', SAME],
  [/^shape\/lists\/number-forms$/, 'identifiers', 'ids', ONLY],
  [/^shape\/lists\/number-forms$/, 'decimals', 'decimals', ONLY],
  [/^page\/trades\/from-id-inclusive$/, 'inclusive', 'fromIdInclusive', YES],
  [/^page\/trades\/from-id-inclusive$/, 'ascending', 'newestFirst', { true: false, false: true }],
  [/^page\/orders\/from-id$/, 'begins', 'fromIdInclusive', YES],
  [/^page\/getOrderHistory\/order-of-records$/, 'orderId', 'newestFirst', DOWN],
  [/^page\/getProfitHistory\/order-of-records$/, 'id', 'newestFirst', DOWN],
  [/^page\/getTradeHistory\/order-of-records$/, 'tradeId', 'newestFirst', DOWN],
];

/** States that a cancelled order was seen in. The kit looks at once, after 20 ms, and until the state stays. */
const DELAYS: Vote = { 'NEW CANCELED': 0, 'NEW PENDING_CANCEL CANCELED': 10, 'NEW PENDING_CANCEL': 1000 };

const OWN_CODES = {
  'without-key': '-1002',
  'without-timestamp': '-1023',
  'without-signature': '-1024',
  'signature-bit-flipped': '-1022',
} as const;

/** Observations of which each tells something in its own way. */
const OF_ONE: Readonly<Record<string, (seen: JsonRecord, observed: unknown) => Vote>> = {
  'shape/refusal/format': (seen) => ({ refusalStatus: seen['status'], ...refusalOf(seen) }),
  'shape/time/zone-name': (_, observed) => ({ timezone: onlyOf(observed, 'Coordinated Universal Time') }),
  'shape/contracts/product-types': (_, observed) => ({ product_type: onlyOf(observed, 'Perpetual') }),
  'shape/contracts/contract-types': (_, observed) => ({ contract_type: onlyOf(observed, 'Vanilla') }),
  'shape/contracts/creation-and-expiry': (seen) => ({
    creation_timestamp: DATES[String(onlyOf(seen['creation_timestamp']))],
  }),
  'state/order/shown-client-order-id': (seen) =>
    seen['getOpenOrders'] === 'not shown' ? { [`${NAME} getOpenOrders clientId`]: null } : {},
  'shape/refusal/codes': (seen) => ({ refusalCodes: codesInstead(seen) }),
  'page/orders/maximum': (seen) => ({ orderPageMaximum: pageSize(seen['records']) }),
  'page/profits/limit': ({ limit1001, withoutLimit }) =>
    Number(limit1001) > Number(withoutLimit) ? { profitPageDefault: pageSize(withoutLimit) } : {},
  'sign/window/stale': (seen) => ({ behindMs: limitOf(seen, 5000) }),
  'sign/window/future': (seen) => ({ aheadMs: limitOf(seen, 1000) }),
  'state/order/through-cancellation': (_, observed) =>
    Array.isArray(observed) ? { cancelDelayMs: DELAYS[observed.join(' ')] } : {},
};

/** The parts of a dialect that one observation tells. Reports come from files: nothing is taken for granted. */
export function readings(id: string, observed: unknown): readonly Vote[] {
  const seen = asRecord(observed);
  const votes: Vote[] = TABLE.filter(([address]) => address.test(id)).map(([, member, name, values]) => {
    const [outer = '', inner] = member.split('.');
    const value = inner === undefined ? seen[outer] : asRecord(seen[outer])[inner];
    const key = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    return { [name]: Object.hasOwn(values, key) ? values[key] : undefined };
  });
  const [, subject = '', what] = id.split('/');
  const [, quote, code] = /^("?)([\w-]{1,20})\1$/.exec(String(seen['success'])) ?? [];
  if (what === 'observed-form' && code !== undefined && seen['success'] !== undefined)
    votes.push({ successCode: code, codes: quote === '' ? 'number' : 'string' });
  if (what === 'observed-form' && /^get(OpenOrders|\w+History)$/.test(subject))
    votes.push({ otherLists: LISTS[seen['form'] as keyof typeof LISTS] });
  if (what === 'fields' && Object.hasOwn(operations, subject)) votes.push(...ofRecord(subject as OperationId, seen));
  if (what === 'content-type' && MEDIA_TYPE.test(String(observed))) votes.push({ contentType: observed });
  return Object.hasOwn(OF_ONE, id) ? [...votes, OF_ONE[id]!(seen, observed)] : votes;
}

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

const DATES: Vote = { '10 digits': 1_700_000_000, '13 digits': 1_700_000_000_000 };

/** The value that all records had, where it is not that of the sandbox. */
const onlyOf = (observed: unknown, own?: string): unknown =>
  Array.isArray(observed) && observed.length === 1 && observed[0] !== own && typeof observed[0] === 'string'
    ? observed[0]
    : undefined;

/** Values of a refusal, by the types of its fields. */
const WRITTEN: Readonly<Record<string, string>> = {
  ...{ string: '$message', number: '$code', boolean: 'false', null: 'null' },
  ...{ object: '{"code":$code,"message":$message}', list: '[{"code":$code,"message":$message}]' },
};

/** The form of refusals, where it is not that of the sandbox. */
function refusalOf({ form, contentType, fields }: JsonRecord): Vote {
  const isJson = /json/.test(String(contentType));
  const members = Object.entries(asRecord(fields)).map(([name, type]) => {
    return `${JSON.stringify(name)}:${name === 'code' ? '$code' : (WRITTEN[String(type)] ?? 'null')}`;
  });
  const isObject = form === 'bare object' || form === 'envelope';
  const other = form === 'undefined' ? (isJson ? '' : 'Refused: $code $message') : WRITTEN[String(form)];
  return {
    refusalBody: isObject ? `{${members.join()}}` : other,
    refusalContentType: !isJson && MEDIA_TYPE.test(String(contentType)) ? contentType : undefined,
  };
}

const asRecord = (value: unknown): JsonRecord => (isJsonObject(value) ? value : {});

/** A round number of records is the size of a page; another is all that the account had. */
const pageSize = (records: unknown) => [10, 20, 50, 100, 200, 500, 1000].find((size) => size === records);

const KINDS = { id: 'ids', decimal: 'decimals', 'unix-time-ms': 'times' } as const;

/** The form of a record, of its ids, decimals and times, and whether it has fields that no description knows. */
function ofRecord(operationId: OperationId, { form, fields: given }: JsonRecord): readonly Vote[] {
  const fields = asRecord(given);
  const { declared, observed, assumed } = description[operationId].result.fields;
  const known = [...declared, ...observed, ...assumed];
  const isEmpty = Object.keys(fields).length === 0;
  const isList = operations[operationId].result === 'list';
  return [
    // An empty list may come in another form than the others, and says nothing about records.
    { [isEmpty ? 'emptyLists' : 'lists']: isList ? LISTS[form as keyof typeof LISTS] : undefined },
    ...(isList && isEmpty ? [] : namesOf(operationId, known, fields)),
    ...known
      .filter(({ kind }) => Object.hasOwn(KINDS, kind))
      .filter(({ jsonTypes: types }) => types.includes('string') && types.length > 1)
      .map(({ path, kind }) => ({ [KINDS[kind as keyof typeof KINDS]]: SAME[fields[path] as keyof typeof SAME] })),
  ];
}

/** The member of a dialect that renames a field, or leaves it out; `*` is all of them. */
export const NAME = 'fieldNames';

/** An identifier is no other text, such as the name of a contract. */
const [AN_ID, ANY_ID] = [/(?:^|_)id$|(?:Id|ID)$/, /id$/i];

/** New fields, each taken for the only one of its type that is missing; where one has no such place, the names stay. */
function namesOf(operationId: OperationId, known: readonly ResultField[], fields: JsonRecord): readonly Vote[] {
  if (Object.keys(fields).length === 0) return [{ [`${NAME} ${operationId} *`]: null }];
  const fresh = Object.keys(fields).filter((name) => known.every(({ path }) => path !== name));
  const places = fresh.map((name) =>
    known.filter(({ path, jsonTypes }) => {
      const isMissing = !path.includes('.') && !Object.hasOwn(fields, path) && (ANY_ID.test(path) || !AN_ID.test(name));
      return isMissing && jsonTypes.some((type) => (type === 'integer' ? 'number' : type) === fields[name]);
    }),
  );
  if (
    fresh.some((name) => !/^\w{1,64}$/.test(name)) ||
    places.some(({ length }) => length !== 1) ||
    new Set(places.flat()).size < fresh.length
  )
    return [{ extraFields: true }];
  return fresh.map((name, at) => ({ [`${NAME} ${operationId} ${places[at]![0]!.path}`]: name }));
}

/** The codes that differ from those of a sandbox, by these. */
function codesInstead(seen: JsonRecord): Vote | undefined {
  const codes = Object.entries(OWN_CODES).flatMap(([wrong, own]) => {
    const [, code = own] = /^refused, code (\S+)$/.exec(String(seen[wrong])) ?? [];
    return code === own ? [] : [[own, code] as const];
  });
  return codes.length === 0 ? undefined : Object.fromEntries(codes);
}

function limitOf({ acceptedMs, refusedMs }: JsonRecord, usual: number): number | undefined {
  if (typeof acceptedMs !== 'number') return undefined;
  const refused = typeof refusedMs === 'number' ? refusedMs : 2 * acceptedMs;
  return acceptedMs <= usual && usual <= refused ? usual : Math.round((acceptedMs + refused) / 2);
}
