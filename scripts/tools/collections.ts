import { join } from 'node:path';
import type { CallLog } from 'futures-trading-client/sandbox';
import { operations } from '../../generated/operations.js';
import { prepareExchange } from '../docs/samples/exchange.js';
import { root, runBin, ToolFailed, versionOf } from './tool.js';

/**
 * Codes of the sandbox about key, time and signature. Others say nothing of a collection's script: its examples are of
 * one account, and the sandbox has another one.
 */
export const signatureRefusals: ReadonlySet<string | undefined> = new Set(
  '-1002 -1021 -1022 -1023 -1024 -2014 -2015'.split(' '),
);

/** A program that runs a collection with the variables that it is given: `--env-var name=value` for each. */
export interface CollectionRunner {
  readonly title: string;
  readonly run: (variables: readonly string[]) => Promise<unknown>;
}

const newman: CollectionRunner = {
  title: `${versionOf('newman')}, \`generated/postman.collection.json\``,
  run: (variables) =>
    runBin('newman', 'newman', ['run', join(root, 'generated/postman.collection.json'), ...variables]),
};

const bruno: CollectionRunner = {
  title: `${versionOf('bruno')}, \`generated/bruno/\``,
  run: (variables) =>
    runBin('bruno', 'bru', ['run', '-r', '--env', 'example', ...variables], join(root, 'generated/bruno')),
};

export const collectionRunners: readonly CollectionRunner[] = [newman, bruno];

/**
 * Runs a collection on a sandbox: it must call every operation once, no signature may be refused, and another refusal must fail the run.
 *
 * @throws {ToolFailed} Naming what was called, and what was refused.
 */
export async function runCollection({ run }: CollectionRunner): Promise<void> {
  const exchange = await prepareExchange();
  const seen: CallLog[] = [];
  const sandbox = exchange.open(operations.getOrder, { onCall: (call) => void seen.push(call) });
  await using listening = await sandbox.listen();
  const given = { baseUrl: listening.url, ...sandbox.credentials, ...exchange.existing };
  const variables = Object.entries(given).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
  const failure = await run(variables).then(
    () => undefined,
    (error: Error) => error.message,
  );
  const called = seen.map(({ operationId }) => operationId).toSorted();
  if (JSON.stringify(called) !== JSON.stringify(Object.keys(operations).toSorted())) {
    throw new ToolFailed(`called: ${called.join(', ') || 'nothing'}\n${failure ?? ''}`);
  }
  const refused = seen.filter((call) => signatureRefusals.has(call.refused));
  if (refused.length > 0) {
    throw new ToolFailed(refused.map((call) => `${call.operationId}: ${call.refused} ${call.mistakes}`).join('\n'));
  }
  // The sandbox changes no mode while orders are open, so some call is refused, and the run has to say so.
  const isRefused = seen.some((call) => call.refused !== undefined);
  if (isRefused && failure === undefined) throw new ToolFailed('ended as a success, although a call was refused');
  if (!isRefused && failure !== undefined) throw new ToolFailed(failure);
}
