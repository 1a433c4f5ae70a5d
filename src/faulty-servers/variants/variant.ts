import type { UnknownId } from '../../../generated/description.js';
import { type OperationId, operations } from '../../../generated/operations.js';
import type { Fields } from '../../sandbox/exchange/command.js';
import type { Reply } from '../../sandbox/exchange/exchange.js';
import type { SandboxOptions } from '../../sandbox/sandbox.js';
import type { Patch } from '../../sandbox/stages.js';
import { acting, rewriting } from '../mutations/mutation.js';

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
export const refusing =
  (status: number, body: (code: string, message: string) => string, type = 'application/json'): Patch =>
  () => ({
    send(answer) {
      if (answer.refused === undefined) return answer;
      const { msg = '' } = JSON.parse(answer.response.body) as { msg?: string };
      const headers = { ...answer.response.headers, 'content-type': type };
      return { ...answer, response: { ...answer.response, status, headers, body: body(answer.refused, msg) } };
    },
  });

const TRADING = Object.values(operations).flatMap(({ operationId, security }) =>
  security === 'public' ? [] : [operationId],
);

/** Changes the bodies of trading successes: those of public operations are declared. */
export const trading = (change: (body: string) => string): Patch => rewriting(TRADING, change);
