import { refuse } from '../core/argument.js';
import type { CreateOrderInput } from '../../generated/client.js';
import { operations } from '../../generated/operations.js';
import { type ClientTime, type ClockMark, markClock, type OwnMark } from './clock-mark.js';
import type { CallOptions } from '../client/options.js';
import { encodeInput, ownMembers } from '../core/encode-input.js';
import type { AccountClient } from './account.js';
import { nameHeaders } from './added-headers.js';

/** An order as it was meant, fixed before anything is sent. */
export interface OrderIntent {
  readonly id: string;
  readonly clientOrderId: string;
  /** See `accountOf`; undefined where that is not known. */
  readonly account: string | undefined;
  /** See `nameHeaders`. */
  readonly headers: string | undefined;
  /** True when the id is random, so that any record that carries it is this order, with any time. */
  readonly idIsRandom: boolean;
  /** The described fields, each as its exact text. */
  readonly input: Readonly<Record<string, string>>;
  readonly mark: ClockMark;
}

/** An order that this process is about to send. */
export type OwnIntent = OrderIntent & { readonly mark: OwnMark };

/** Shorter than this (observed, n>=8; field-evidence 1.1). */
const MAX_ID_LENGTH = 32;
const RANDOM_CHARACTERS = 26;

/** Checks the input as createOrder does and fixes its clientOrderId. @throws {ArgumentError} Before anything is sent. */
export function createIntent(
  given: CreateOrderInput,
  client: ClientTime & AccountClient,
  call: CallOptions = {},
): OwnIntent {
  encodeInput(operations.createOrder, given);
  const input = ownMembers(given);
  // A lost variable must not make a new order of each delivery of a job.
  if (input.clientOrderId === undefined && Object.hasOwn(input, 'clientOrderId'))
    refuseId('is undefined: leave it out if submitOrder is to make one');
  const { clientOrderId = createClientOrderId() } = input;
  assertClientOrderId(clientOrderId);
  return {
    id: crypto.randomUUID(),
    clientOrderId,
    account: client.accounts?.[0],
    headers: nameHeaders(client, call),
    idIsRandom: input.clientOrderId === undefined,
    input: textOf({ ...input, clientOrderId }),
    mark: markClock(client),
  };
}

/** Creates a unique id: 134 random bits as lower-case letters and digits, 29 characters. */
export function createClientOrderId(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(RANDOM_CHARACTERS));
  return `fc-${Array.from(numbers, (number) => (number % 36).toString(36)).join('')}`;
}

/** Tells whether an id has the form of those that createClientOrderId makes. */
export const isRandomId = (id: string): boolean => RANDOM_ID.test(id);

const RANDOM_ID = new RegExp(`^fc-[0-9a-z]{${RANDOM_CHARACTERS}}$`);

function assertClientOrderId(id: string): void {
  if (id.length >= MAX_ID_LENGTH)
    refuseId(`must be shorter than ${MAX_ID_LENGTH} characters (observed), got ${id.length}`);
  if (id === '0') refuseId('must not be "0", which the service uses for "none"');
}

/** Only what the description knows: other members of an object do not belong in a journal. */
function textOf(input: CreateOrderInput): Readonly<Record<string, string>> {
  const given = ownMembers(input) as unknown as Readonly<Record<string, unknown>>;
  const text = ownMembers<Record<string, string>>({});
  for (const { name } of operations.createOrder.fields) {
    if (given[name] !== undefined) text[name] = String(given[name]);
  }
  // A journal is given it before it is sent.
  return Object.freeze(text);
}

function refuseId(problem: string): never {
  return refuse('clientOrderId', problem, { caller: 'submitOrder', operationId: 'createOrder' });
}
