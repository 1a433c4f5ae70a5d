import { errorCodes } from '../../../generated/error-codes.js';
import { asksToSlowDown } from '../../client/slow-down.js';
import {
  ApiError,
  ArgumentError,
  ClockError,
  FuturesError,
  HttpStatusError,
  ResponseError,
} from '../../core/errors.js';
import { NOT_IMPLEMENTED } from '../../core/outcome.js';
import { COMMAND } from '../../core/command-name.js';
import { whatToDo } from '../codes/what-to-do.js';
import { written } from '../shell-words.js';
import type { CallRequest } from './call-options.js';
import type { CallTarget } from './call-targets.js';

/** Advice after an error: a sentence, and commands that are ready to be run. */
export interface Advice {
  readonly text: string;
  /** The purpose of the commands, where the text does not say it. */
  readonly lead?: string;
  readonly commands: readonly string[];
}

/** Advice on an error of a call; undefined where the message says it all. */
export function adviseOn(error: unknown, target: CallTarget, request: CallRequest): Advice | undefined {
  if (!(error instanceof FuturesError)) return undefined;
  const isUnknownCall = error instanceof HttpStatusError && UNKNOWN_CALL.has(error.status);
  if (error.outcome === 'unknown' && !(isUnknownCall && target.operation.effect === 'read'))
    return lookFirst(target, request);
  if (error instanceof ArgumentError && target.fields.some(({ name }) => name === error.field)) {
    return { text: 'To see every option:', commands: [`${COMMAND} call ${target.name} --help`] };
  }
  // Of --sync-clock, it is the cause.
  const refusal = [error, error.cause].find((one) => one instanceof ResponseError);
  if (refusal !== undefined && asksToSlowDown(refusal.status)) return { text: SLOW_DOWN, commands: [] };
  if (error instanceof ClockError && !request.syncClock && Math.abs(error.offsetMs) >= NEAR_MS)
    return { text: CLOCK, commands: [] };
  if (error instanceof ApiError && error.apiCode !== undefined) {
    // The client signs what it sends, and shows no signature that could be explained.
    const text = error.apiCode === '-1022' ? CHECK_SECRET : whatToDo(error.apiCode);
    if (!Object.hasOwn(errorCodes, error.apiCode)) return { text, commands: [] };
    return { text, lead: 'What it means:', commands: [`${COMMAND} codes ${error.apiCode}`] };
  }
  if (error instanceof HttpStatusError && !isUnknownCall) return { text: NO_CODE, commands: [] };
  const text = BY_CODE[error.code];
  return text === undefined ? undefined : { text, commands: [] };
}

const BY_CODE: Readonly<Record<string, string>> = {
  NETWORK: 'Check FUTURES_URL (or --base-url) and the network, then retry. Commands read no HTTPS_PROXY.',
  TIMEOUT: 'Check the network or raise --timeout, then retry.',
  HTTP_STATUS: 'Check FUTURES_URL (or --base-url): the server there does not know this call.',
};

/** Statuses of a server that does not know the path, or not with this method. */
const UNKNOWN_CALL: ReadonlySet<number> = new Set([404, 405, NOT_IMPLEMENTED]);

const NO_CODE = 'Check FUTURES_URL (or --base-url) and the API key: the server there refused without a code.';

const CHECK_SECRET =
  'Do not retry unchanged. Check FUTURES_API_SECRET, then the hints above: deployments sign differently (--dialect-option).';

/** Nearer, the clock is not what was wrong. */
const NEAR_MS = 1000;

const CLOCK =
  'A new command begins with the clock of this machine again: set it, or add --sync-clock, which asks the service for its time first.';

const SLOW_DOWN =
  'Wait that long before the next command: a new command does not know of the pause. A service that is asked on after that may ban the IP address for minutes to days (observed).';

/** Nothing but the account tells whether the service acted; which part of it depends on what was sent. */
function lookFirst({ name, operation, fields }: CallTarget, request: CallRequest): Advice {
  const { contractName, orderId, clientOrderId } = request.input;
  if (operation.effect === 'read') return { text: 'Retry: it only reads.', commands: [] };
  if (operation.effect === 'reversible') {
    return { text: 'OUTCOME UNKNOWN: THE SETTING MAY HAVE CHANGED. A retry sets it again (assumed).', commands: [] };
  }
  if (contractName === undefined && fields.length > 0) {
    return {
      text: 'OUTCOME UNKNOWN: IT MAY HAVE ACTED. DO NOT REPEAT IT. Check the position by hand first: no call shows it.',
      commands: [],
    };
  }
  const command = (operationId: string, input: Readonly<Record<string, string | undefined>>): string =>
    `${COMMAND} call ${operationId} ${written({ ...input, ...connectionOf(request) })}`.trimEnd();
  const ids = orderId === undefined && clientOrderId === undefined ? [] : [{ contractName, orderId, clientOrderId }];
  if (operation.effect === 'wipe') {
    const repeat =
      orderId === undefined
        ? 'ORDERS MAY HAVE BEEN CANCELLED. A repeat also cancels orders that came in meanwhile. What is still open'
        : 'THE ORDER MAY HAVE BEEN CANCELLED. What became of it';
    return {
      text: `OUTCOME UNKNOWN: ${repeat}:`,
      commands: [...ids.map((input) => command('getOrder', input)), command('getOpenOrders', { contractName })],
    };
  }
  const advice = name === 'createConditionOrder' ? OF_WAITING : 'LOOK BEFORE YOU REPEAT:';
  return {
    text: `OUTCOME UNKNOWN: IT MAY HAVE ACTED. ${advice}`,
    commands: [
      ...ids.map((input) => command('getOrder', input)),
      command('getOpenOrders', { contractName }),
      // An order that was filled at once is open nowhere.
      command('getTradeHistory', { contractName }),
    ],
  };
}

const OF_WAITING = 'DO NOT REPEAT IT WHILE ITS TRIGGER MAY BE LIVE: it may be shown nowhere. What may show it:';

/** The options by which the same service is asked in the same way. */
export const connectionOf = ({ baseUrl, dialect, dialectOption, header }: CallRequest) => ({
  ...{ 'base-url': baseUrl, dialect, 'dialect-option': dialectOption },
  // A credential does not belong in a log.
  header: header.map((text) => text.replace(/^([^:]*(?:auth|cookie|key|token|secret)[^:]*:).*/is, '$1…')),
});
