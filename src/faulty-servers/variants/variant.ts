import { type Name, named, textOfName } from '../../core/named.js';
import type { UnknownId } from '../../../generated/description.js';
import { type Operation, type OperationId, operations } from '../../../generated/operations.js';
import type { Fields } from '../../sandbox/exchange/command.js';
import type { Reply } from '../../sandbox/exchange/exchange.js';
import type { SandboxOptions } from '../../sandbox/sandbox.js';
import { refuse } from '../../sandbox/exchange/refusal.js';
import type { RawRequest, RawResponse } from '../../sandbox/http/request.js';
import type { Patch, SandboxCall } from '../../sandbox/stages.js';
import { acting, responding, rewriting, type RunCall } from '../mutations/mutation.js';
import { openOrders } from '../mutations/own-calls.js';

/** A server that the service document allows, and that a program which expects the observed answers may not get on with. */
export interface Variant {
  readonly id: string;
  readonly title: string;
  /** The open questions that it answers in another way than the sandbox. */
  readonly answers: readonly UnknownId[];
  readonly options?: SandboxOptions;
  readonly patch?: Patch;
  /** Path of its base URL. */
  readonly basePath?: string;
  /** Takes longer to show a change than the selftest waits: the run is given time. */
  readonly isSlow?: boolean;
  /** Shows only while an account has few records. */
  readonly history?: 'short';
  /** Shows only in how a response is transferred, so that it has to be called over HTTP. */
  readonly isOnTheWire?: boolean;
}

/** Names a variant by a template with `id: title`, with its patch and the open questions that it answers in its own way. */
export const variant =
  (...name: Name) =>
  (of: Patch | Omit<Variant, 'id' | 'title' | 'answers'>, ...answers: Variant['answers']): Variant => ({
    ...{ ...named(textOfName(...name)), answers },
    ...(typeof of === 'function' ? { patch: of } : of),
  });

export const REFUSED: (message: string) => Reply = (message) => ({ ok: false, code: '-2100', message });

/** Reads a field of one operation by other values; what is none of them is refused. */
export const recoded = (
  operationId: OperationId,
  field: keyof Fields,
  values: Readonly<Record<string, string>>,
): Patch =>
  acting(operationId, (call, run) => {
    const known = values[call.input[field] ?? ''];
    return known === undefined
      ? REFUSED(`${field} is unknown`)
      : run({ ...call, input: { ...call.input, [field]: known } });
  });

/** Changes whole responses to refusals of signed calls. */
export const refusing = (
  status: number,
  body: (code: string, message: string) => string,
  type = 'application/json',
): Patch =>
  responding(({ refused, response }) => {
    if (refused === undefined) return undefined;
    const headers = { ...response.headers, 'content-type': type };
    return { status, headers, body: body(refused, messageOf(response)) };
  });

/** The message of a refusal as a sandbox writes it. */
export const messageOf = ({ body }: RawResponse): string => (JSON.parse(body) as { readonly msg?: string }).msg ?? '';

/** Refuses requests whose input has a problem. */
export const demanding =
  (code: string, problem: (operation: Operation, request: RawRequest) => string | undefined): Patch =>
  (reference) => ({
    readInput(operation, request) {
      const text = problem(operation, request);
      return text === undefined ? reference.readInput(operation, request) : refuse(code, text);
    },
  });

/** Refuses calls of one operation, for a reason. */
export const declining = (
  operationId: OperationId,
  problem: (input: Fields, call: SandboxCall, run: RunCall) => string | undefined,
): Patch =>
  acting(operationId, (call, run) => {
    const text = problem(call.input, call, run);
    return text === undefined ? run(call) : REFUSED(text);
  });

/** Looks once more at each call that was let in, unless it is public: it may be refused all the same. */
export const letIn =
  (start: (now: () => number) => (operation: Operation, request: RawRequest) => unknown): Patch =>
  (reference, _secretOf, now) => {
    const look = start(now);
    return {
      authorize(operation, request, ...rest) {
        const account = reference.authorize(operation, request, ...rest);
        if (operation.security !== 'public') look(operation, request);
        return account;
      },
    };
  };

/** The number of open orders on all contracts, or on that of the call. */
export const countOpen = (call: SandboxCall, run: RunCall, { contractName }: Fields = {}): number =>
  openOrders(call, run, contractName).length;

/** Multiplies the last prices in the list of contracts, by a factor for each list. */
export const repricing = (factorOf: () => number): Patch =>
  rewriting(['getContracts'], (body) => {
    const factor = factorOf();
    return body.replace(/(?<="last_price":")[\d.]+/g, (price) => (Number(price) * factor).toFixed(2));
  });

const TRADING = Object.values(operations).flatMap(({ operationId, security }) =>
  security === 'public' ? [] : [operationId],
);

/** Changes the bodies of trading successes: those of public operations are declared. */
export const trading = (change: (body: string) => string): Patch => rewriting(TRADING, change);
