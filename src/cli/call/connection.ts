import type { FuturesClient } from '../../futures-client.js';
import { wrong } from '../../core/argument.js';
import { AbortedError, ArgumentError, NetworkError } from '../../core/errors.js';
import { knownNames } from '../../core/nearest.js';
import { readOptions } from '../../client/settings.js';
import { COMMAND } from '../../core/command-name.js';
import { type Credentials, credentialsFromEnv } from '../../client/signing/credentials.js';
import { type Dialect, documented, observed } from '../../client/dialect.js';
import type { ClientOptions } from '../../client/options.js';
import type { CallRequest } from './call-options.js';
import type { CallTarget } from './call-targets.js';

const DIALECTS: Readonly<Record<string, Dialect>> = { documented, observed };

/**
 * Options of the client for one call, from the command line and the environment.
 *
 * @throws {ArgumentError} Naming the option or the variable.
 */
export function readConnection({ operation }: CallTarget, request: CallRequest): ClientOptions {
  const credentials = operation.security === 'public' ? undefined : readCredentials(operation.security === 'signed');
  return {
    baseUrl: readServiceUrl(request.baseUrl, '--base-url', credentials),
    credentials,
    dialect: readDialect(request),
    ...(request.timeout === undefined ? {} : { timeoutMs: readMilliseconds('--timeout', request.timeout) }),
  };
}

/**
 * With --sync-clock, asks for the time of the service, so that the client knows it.
 *
 * @throws {NetworkError} When it could not be told, or AbortedError: then nothing else was sent.
 */
export async function inTime(
  { clock }: Pick<FuturesClient, 'clock'>,
  { operation: { operationId } }: CallTarget,
  { syncClock = false }: CallRequest,
  signal: AbortSignal,
): Promise<void> {
  if (!syncClock) return;
  await clock.sync({ signal }).catch((cause: Error) => {
    const message = `--sync-clock: ${cause.message} ${operationId} was not sent.`;
    const Failure = cause instanceof AbortedError ? AbortedError : NetworkError;
    throw new Failure(message, { outcome: 'not-sent', operationId, cause });
  });
}

/**
 * The address of the service, from an option or from FUTURES_URL.
 *
 * @throws {ArgumentError} Naming the one that it came from.
 */
export function readServiceUrl(
  option: string | undefined,
  name: '--base-url' | '--upstream',
  credentials: Credentials | undefined,
): string {
  const baseUrl = option ?? process.env['FUTURES_URL'] ?? '';
  if (baseUrl === '') {
    throw wrong(
      'FUTURES_URL',
      `is not set. Set it, or use ${name}. To practise, start an exchange: ${COMMAND} sandbox`,
    );
  }
  try {
    readOptions({ baseUrl, credentials });
  } catch (error) {
    if (!(error instanceof ArgumentError) || error.field !== 'baseUrl') throw error;
    const field = option === undefined ? 'FUTURES_URL' : name;
    throw new ArgumentError(error.message.replace('baseUrl', field), { field });
  }
  return baseUrl;
}

/** More headers of the call: `name:value`, as curl writes them. */
export function readHeaderOptions({ header }: CallRequest): ReadonlyMap<string, string> {
  return new Map(
    header.map((text) => {
      const [, name, value] = /^([^:]+):(.*)$/s.exec(text) ?? [];
      if (name === undefined || value === undefined)
        throw wrong('--header', 'must be name:value, such as futures-version:101');
      return [name.trim(), value.trim()];
    }),
  );
}

function readCredentials(needed: boolean): Credentials | undefined {
  const credentials = credentialsFromEnv();
  if (credentials !== undefined || !needed) return credentials;
  throw wrong(
    'FUTURES_API_KEY',
    'and FUTURES_API_SECRET are not set, and this operation is signed. Set both, with export',
  );
}

function readDialect({ dialect = 'documented', dialectOption }: CallRequest): Partial<Dialect> {
  const preset = Object.hasOwn(DIALECTS, dialect) ? DIALECTS[dialect] : undefined;
  if (preset === undefined)
    throw wrong('--dialect', `must be one of ${Object.keys(DIALECTS).join(', ')}, got ${dialect}`);
  return { ...preset, ...Object.fromEntries(dialectOption.map(readMember)) };
}

/** Reads name=value. The client refuses an unknown name or value, and names it. */
export function readMember(text: string): [string, unknown] {
  const [, name, value] = /^(\w+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined) throw wrong('--dialect-option', 'must be name=value, such as getBody=query');
  if (name === 'headers') throw wrong('--dialect-option', 'does not take headers: give each one with --header');
  if (!Object.hasOwn(documented, name!))
    throw wrong('--dialect-option', `${name} is not known ${knownNames(name!, 'options', Object.keys(documented))}`);
  const isSwitch = typeof documented[name as keyof Dialect] === 'boolean' && (value === 'true' || value === 'false');
  return [name, isSwitch ? value === 'true' : value];
}

/** A whole number that was typed. */
export function readMilliseconds(option: string, text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw wrong(option, `must be a whole number of milliseconds, got ${text}`);
}
