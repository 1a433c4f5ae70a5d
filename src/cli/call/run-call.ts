import { createFuturesClient, type FuturesClient } from '../../futures-client.js';
import type { CallOptions } from '../../client/options.js';
import { wrong } from '../../core/argument.js';
import { AbortedError, ArgumentError } from '../../core/errors.js';
import { COMMAND } from '../../core/command-name.js';
import { adviseOn } from './advice.js';
import type { CallRequest } from './call-options.js';
import { type CallTarget, isWithoutSelectors } from './call-targets.js';
import { confirm } from '../confirm.js';
import { inTime, readConnection, readHeaderOptions } from './connection.js';
import { asksFirst } from './effects.js';
import { onInterrupt } from '../interrupt.js';
import { print, printNote } from '../output.js';
import { toJsonLine } from '../printable.js';
import { previewCall, writePreview } from './preview.js';
import { reportError, reportUnprinted } from '../report-error.js';

/*
 *   options ─► preview (asks the client, sends nothing) ─► confirmation ─► call ─► result, or error with advice
 */

/** Makes one call from the command line and reports what became of it; sets the exit code. */
export async function runCall(target: CallTarget, request: CallRequest): Promise<void> {
  try {
    assertComplete(target, request);
    assertColumns(target, request);
    const options = readConnection(target, request);
    const headers = readHeaderOptions(request);
    const input = readInput(target, request);
    const call = (client: FuturesClient, signal?: AbortSignal): Promise<unknown> =>
      methodOf(client, target)(input, { headers, signal });

    if (request.dryRun || (asksFirst(target.operation.effect) && !request.yes)) {
      const preview = await previewCall(options, call);
      if (request.dryRun) return print(request.json ? toJsonLine(preview) : writePreview(preview));
      await confirm(target, request, preview);
    }
    const show = await createShow(target, request);
    const client = createFuturesClient(options);
    show(await untilInterrupted((signal) => inTime(client, target, request, signal).then(() => call(client, signal))));
  } catch (error) {
    if (error instanceof AbortedError)
      error.message = error.message.replace(BY_SIGNAL, 'stopped by Ctrl-C or a signal');
    reportError(error, { json: request.json, advice: adviseOn(error, target, request) });
  }
}

/** The client's explanation of it. */
const BY_SIGNAL = "aborted by the caller's signal";

/** Names everything that is missing at once; the client would stop at the first field. */
function assertComplete(target: CallTarget, { input }: CallRequest): void {
  const { name, operation } = target;
  const { fields: selecting = [], without, methodWithout } = operation.selectors ?? {};
  const isLost =
    methodWithout !== undefined && !isWithoutSelectors(target) && selecting.every((one) => !(one in input));
  const missing = target.fields.filter((field) => field.required && !(field.name in input)).map((field) => field.name);
  const names = [...missing.filter((one) => !selecting.includes(one)), ...(isLost ? [selecting.join(' or --')] : [])];
  if (names.length === 0) return;
  const contract = input['contractName'] ?? '<name>';
  const hint = isLost
    ? ` Without it, ${without}; if you mean that: ${COMMAND} call ${methodWithout} --contractName ${contract}`
    : '';
  const listed = names.map((one) => `--${one}`).join(', ');
  throw new ArgumentError(`${name}: ${listed} ${names.length > 1 ? 'are' : 'is'} missing. Nothing was sent.${hint}`, {
    field: missing[0] ?? selecting[0]!,
    operationId: operation.operationId,
  });
}

/** The choice of columns has to be clear before anything is sent. */
function assertColumns({ name }: CallTarget, { columns, json }: CallRequest): void {
  if (columns === undefined) return;
  const refusing = { caller: name };
  if (json)
    throw wrong('--columns', 'chooses what a table shows, and --json prints everything: use one of them', refusing);
  if (columns.split(',').some((field) => field.trim() === ''))
    throw wrong('--columns', 'is a list of field names such as status,executedQty,price', refusing);
}

/** Text stays text: the client writes the digits that were typed. */
function readInput({ fields }: CallTarget, { input }: CallRequest): Record<string, string | boolean> {
  const values: Record<string, string | boolean> = { ...input };
  for (const { name, kind } of fields) {
    const value = values[name];
    if (kind === 'boolean' && (value === 'true' || value === 'false')) values[name] = value === 'true';
  }
  return values;
}

type Method = (input: object, options: CallOptions) => Promise<unknown>;

const methodOf = (client: FuturesClient, { name }: CallTarget): Method => client[name] as Method;

/** Ctrl-C, SIGHUP and SIGTERM give the call up; a repeated SIGHUP must not end it before its outcome is said. */
export async function untilInterrupted<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const detach = onInterrupt(() => controller.abort(new Error('interrupted')));
  try {
    return await call(controller.signal);
  } finally {
    if (!controller.signal.aborted) detach();
  }
}

/** Made before the call: what was sent must not stay unsaid because a file is missing. */
async function createShow(target: CallTarget, { json, columns }: CallRequest): Promise<(result: unknown) => void> {
  const { name, operation } = target;
  const saveFor = (result: unknown) =>
    operation.effect === 'read'
      ? undefined
      : (error: NodeJS.ErrnoException): void => reportUnprinted(target, result, error, json);
  if (json) return (result) => print(toJsonLine(result), saveFor(result));
  const { decimalsOf, toText } = await import('./show-result.js');
  const decimals = decimalsOf(operation.operationId);
  const names = columns?.split(',').map((field) => field.trim());
  return (result) => {
    const width = process.stdout.isTTY ? process.stdout.columns : Infinity;
    const { text, note } = toText(result, name, { width, columns: names, decimals });
    print(text, saveFor(result));
    if (note !== undefined) printNote(note);
  };
}
