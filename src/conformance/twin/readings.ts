import { description } from '../../../generated/description.js';
import type { JsonRecord } from '../../core/json/decode.js';
import type { SandboxDialect } from '../../sandbox/index.js';
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
  [/^shape\/\w+\/observed-form$/, 'success', 'codes', { '"0"': 'string', '0': 'number' }],
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

/** Codes by which a sandbox refuses wrong signatures. */
const OWN_CODES = {
  'without-key': '-1002',
  'without-timestamp': '-1023',
  'without-signature': '-1024',
  'signature-bit-flipped': '-1022',
} as const;

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
  if (what === 'fields' && Object.hasOwn(operations, subject)) votes.push(...ofRecord(subject as OperationId, seen));
  if (what === 'content-type' && /^[\w.+-]+\/[\w.+-]+$/.test(String(observed))) votes.push({ contentType: observed });
  switch (id) {
    case 'shape/refusal/format':
      return [...votes, { refusalStatus: seen['status'] }];
    case 'shape/refusal/codes':
      return [{ refusalCodes: codesInstead(seen) }];
    case 'page/orders/maximum':
      return [{ orderPageMaximum: pageSize(seen['records']) }];
    case 'page/profits/limit':
      return Number(seen['limit1001']) > Number(seen['withoutLimit'])
        ? [{ profitPageDefault: pageSize(seen['withoutLimit']) }]
        : [];
    case 'sign/window/stale':
      return [{ behindMs: limitOf(seen, 5000) }];
    case 'sign/window/future':
      return [{ aheadMs: limitOf(seen, 1000) }];
    case 'state/order/through-cancellation':
      return [{ cancelDelayMs: Array.isArray(observed) ? DELAYS[observed.join(' ')] : undefined }];
  }
  return votes;
}

const asRecord = (value: unknown): JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : {};

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
    // An empty list may come in another form than the others.
    { [isEmpty ? 'emptyLists' : 'lists']: isList ? LISTS[form as keyof typeof LISTS] : undefined },
    { extraFields: Object.keys(fields).some((name) => known.every(({ path }) => path !== name)) || undefined },
    ...known
      .filter(({ kind }) => Object.hasOwn(KINDS, kind))
      .filter(({ jsonTypes: types }) => types.includes('string') && types.length > 1)
      .map(({ path, kind }) => ({ [KINDS[kind as keyof typeof KINDS]]: SAME[fields[path] as keyof typeof SAME] })),
  ];
}

/** The codes that differ from those of a sandbox, by these. */
function codesInstead(seen: JsonRecord): Vote | undefined {
  const codes = Object.entries(OWN_CODES).flatMap(([wrong, own]) => {
    const [, code = own] = /^refused, code (\S+)$/.exec(String(seen[wrong])) ?? [];
    return code === own ? [] : [[own, code] as const];
  });
  return codes.length === 0 ? undefined : Object.fromEntries(codes);
}

/** One limit that fits what was accepted and refused: the usual one, or else the middle. */
function limitOf({ acceptedMs, refusedMs }: JsonRecord, usual: number): number | undefined {
  if (typeof acceptedMs !== 'number') return undefined;
  const refused = typeof refusedMs === 'number' ? refusedMs : 2 * acceptedMs;
  return acceptedMs <= usual && usual <= refused ? usual : Math.round((acceptedMs + refused) / 2);
}
