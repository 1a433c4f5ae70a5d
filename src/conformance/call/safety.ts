import { type Effect, type Operation, type OperationId, operations } from '../model/operations.js';
import { refuse } from '../../core/argument.js';
import { asOption, type OptionNaming } from '../model/option-names.js';
import type { ConformanceOptions, Mode } from '../model/report-model.js';

/** Thrown in place of sending: the second lock, for anything that a check may try. */
export class NotPermitted extends Error {}

/** Five minutes: more than any response takes. */
const MAX_TIMEOUT_MS = 300_000;

type SendPermission = Pick<ConformanceOptions, 'permission'> & { readonly mode: Mode };

/**
 * Refuses options that would touch an account without having been asked to. Nothing has been sent then.
 *
 * @throws {ArgumentError} Naming what is missing.
 */
export function assertMode(options: ConformanceOptions, url: URL): void {
  const { mode = 'read', permission, credentials, dryRun, timeoutMs } = options;
  // A timer takes what is longer for one millisecond.
  if (timeoutMs !== undefined && !(timeoutMs >= 1 && timeoutMs <= MAX_TIMEOUT_MS)) {
    refuse('timeoutMs', `(--timeout) is 1 to ${MAX_TIMEOUT_MS} milliseconds, got ${timeoutMs}`);
  }
  if (!['read', 'sandbox', 'mutate'].includes(mode)) refuse('mode', `is read, sandbox or mutate, got ${mode}`);
  for (const name of ['budget', 'patienceMs', 'seed', 'rate', 'lanes'] as const) {
    const value: unknown = options[name] ?? 0;
    if (!(typeof value === 'number' && value >= 0)) refuse(name, `is a number, 0 or more, got ${String(value)}`);
  }
  const local = isLoopback(url.hostname);
  if (credentials !== undefined && url.protocol !== 'https:' && !local) {
    refuse('baseUrl', `is plain http: to ${url.hostname}: credentials are sent over https: only, or to loopback`);
  }
  if (mode === 'read') return;
  for (const name of ['hosts', 'wipe'] as const)
    if (permission !== undefined && !Array.isArray(permission[name])) refuse(`permission.${name}`, 'is not a list');
  const unknownOperation = permission?.wipe.find((id) => operations[id]?.effect !== 'wipe');
  if (unknownOperation !== undefined) refuse('permission.wipe', `holds ${unknownOperation}, which wipes nothing`);
  // A dry run sends nothing and needs no permission.
  if (dryRun === true) return;
  const listed = [url.hostname, url.host].some((host) => permission?.hosts.includes(host) === true);
  if (mode === 'sandbox') {
    if (!local && !listed) {
      refuse(
        'mode',
        `sandbox trades and cancels freely; ${url.hostname} is not loopback, nor named with permission.hosts (--allow-host)`,
      );
    }
    return;
  }
  if (permission === undefined || !listed)
    refuse('permission.hosts', `does not list ${url.hostname}, which mutate would change`);
  if (!String(permission.account ?? '').trim()) refuse('permission.account', 'is empty: type the label of the account');
  if (!permission.wipe.includes('cancelOrder')) {
    refuse(
      'permission.wipe',
      '(--allow-wipe) does not name cancelOrder, without which a run cannot cancel the orders that it places',
    );
  }
}

/** Why a check of this effect does not run in this mode; undefined when it does. */
export function stoppedBy(
  { effect, throwAway, operations: ids }: { effect: Effect; throwAway?: boolean; operations: readonly OperationId[] },
  { mode, permission }: SendPermission,
  optionName: OptionNaming = asOption,
): string | undefined {
  if (mode === 'sandbox' || effect === 'read') return undefined;
  if (mode === 'read') return `mode read sends nothing that changes an account (effect ${effect})`;
  if (throwAway === true) return 'leaves behind what cannot be undone: only for a throw-away target (mode sandbox)';
  const missing = ids.find((id) => operations[id].effect === 'wipe' && !permission?.wipe.includes(id));
  return missing === undefined ? undefined : `${optionName('permission.wipe')} does not name ${missing}`;
}

/**
 * The last look at a request before it is sent. In `read` only a read of the description, letter for letter, goes out:
 * a wrongly signed or oddly spelled write may be taken for a write by a server that is lenient.
 *
 * @throws {NotPermitted}
 */
export function assertMaySend(
  method: string,
  target: string,
  { mode, permission }: SendPermission,
  optionName: OptionNaming = asOption,
): void {
  if (mode === 'sandbox') return;
  const [path = ''] = target.split('?');
  const table = Object.values(operations);
  if (mode === 'read') {
    if (table.some((row) => row.effect === 'read' && row.method === method && row.path === path)) return;
    throw new NotPermitted(`${method} ${path} is not a read of the description, and mode read sends nothing else`);
  }
  const wiping = table.find((row) => row.effect === 'wipe' && normal(row.path) === normal(path));
  if (wiping !== undefined && permission?.wipe.includes(wiping.operationId) !== true) {
    throw new NotPermitted(`${optionName('permission.wipe')} does not name ${wiping.operationId}`);
  }
}

/** One spelling for the paths that a lenient server may take for one. */
function normal(path: string): string {
  let text = path;
  try {
    text = decodeURIComponent(path);
  } catch {
    // A broken escape stays as it is.
  }
  return text
    .toLowerCase()
    .replaceAll('\\', '/')
    .replaceAll(/;[^/]*/g, '')
    .replaceAll(/\/(?:\.?\/)*/g, '/')
    .replace(/\/$/, '');
}

/** Weight as declared; the document shows it for two operations only (unknown `limits.weights`). */
export const weightOf = (operation: Operation | undefined): number => operation?.weight ?? 1;

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
