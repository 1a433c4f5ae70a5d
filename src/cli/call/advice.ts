import { ArgumentError, FuturesError } from '../../core/errors.js';
import type { CallRequest } from './call-options.js';
import type { CallTarget } from './call-targets.js';

/** What to do after an error: a sentence, and commands that are ready to be run. */
export interface Advice {
  readonly text: string;
  readonly commands: readonly string[];
}

/** Advice on an error of a call; undefined where the message says it all. */
export function adviseOn(error: unknown, target: CallTarget, request: CallRequest): Advice | undefined {
  if (!(error instanceof FuturesError)) return undefined;
  if (error.outcome === 'unknown') return lookFirst(target, request);
  if (error instanceof ArgumentError && target.fields.some(({ name }) => name === error.field)) {
    return { text: 'Each option is explained by:', commands: [`futures call ${target.name} --help`] };
  }
  const text = BY_CODE[error.code];
  return text === undefined ? undefined : { text, commands: [] };
}

const BY_CODE: Readonly<Record<string, string>> = {
  NETWORK: 'Check --base-url (or FUTURES_URL) and the network, then call again.',
  TIMEOUT: 'Check the network, or give it longer with --timeout, then call again.',
  API: 'Mend what the code names (generated/error-codes.md; docs/signing.md for -1021 and -1022) before you send it again.',
  HTTP_STATUS: 'Check --base-url: whatever answered did not take this for a call.',
};

/** Nothing but the account tells whether the service acted; which part of it depends on what was sent. */
function lookFirst({ name, operation, fields }: CallTarget, request: CallRequest): Advice {
  const { contractName, orderId, clientOrderId } = request.input;
  if (operation.effect === 'read') return { text: 'Call it again: it only reads.', commands: [] };
  if (operation.effect === 'reversible') {
    return {
      text: 'OUTCOME UNKNOWN: THE SETTING MAY HAVE CHANGED. Calling it again sets the same value.',
      commands: [],
    };
  }
  if (contractName === undefined && fields.length > 0) {
    return {
      text: 'OUTCOME UNKNOWN: IT MAY HAVE ACTED. DO NOT REPEAT IT BEFORE YOU HAVE LOOKED at the account itself: no operation here shows it.',
      commands: [],
    };
  }
  const command = (operationId: string, input: Readonly<Record<string, string | undefined>>): string =>
    ['futures call', operationId, ...written(input), ...connectionOf(request)].join(' ');
  const ids = orderId === undefined && clientOrderId === undefined ? [] : [{ contractName, orderId, clientOrderId }];
  const hidden = name === 'createConditionOrder' ? ' A condition order that waits may not be listed there.' : '';
  return {
    text: `OUTCOME UNKNOWN: IT MAY HAVE ACTED. LOOK BEFORE YOU REPEAT:${hidden}`,
    commands: [
      ...ids.map((input) => command('getOrder', input)),
      command('getOpenOrders', { contractName }),
      // An order that was filled at once is open nowhere.
      ...(operation.effect === 'money' ? [command('getTradeHistory', { contractName })] : []),
    ],
  };
}

/** The same service is asked in the same way. */
function connectionOf({ baseUrl, dialect, dialectOption, header }: CallRequest): string[] {
  const repeated = [
    ...dialectOption.map((value) => ['dialect-option', value] as const),
    ...header.map((value) => ['header', value] as const),
  ];
  return [
    ...written({ 'base-url': baseUrl, dialect }),
    ...repeated.map(([name, value]) => `--${name} ${quote(value)}`),
  ];
}

function written(options: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : `--${name} ${quote(value)}`));
}

/** As a shell takes it. */
function quote(value: string): string {
  return /^[\w./:=-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}
