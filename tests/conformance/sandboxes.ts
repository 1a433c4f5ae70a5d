import type { InProcessFetch } from '../../src/conformance/call/in-process-sender.js';
import { type ConformanceOptions, type Report, runConformance } from '../../src/conformance/index.js';
import { runIn } from '../../src/conformance/run/run.js';
import type { SandboxOptions } from '../../src/sandbox/index.js';
import type { RawRequest, SandboxResponse } from '../../src/sandbox/http/request.js';
import type { PatchedSandbox } from '../../src/sandbox/sandbox.js';
import type { Patch } from '../../src/sandbox/stages.js';
import { responding } from '../../src/faulty-servers/mutations/mutation.js';
import { createPrepared, MUTATIONS, type Variant, COMPLIANT } from '../../src/faulty-servers/index.js';

/** Of a run that may change the account on this machine. */
export const permission = {
  wipe: ['cancelOrder', 'cancelAllOrders'],
  hosts: ['127.0.0.1'],
  account: 'test account',
} as const;

export const CREDENTIALS = { apiKey: 'sandbox-Key-One', apiSecret: 'sandbox-Secret-One' };

/** A sandbox over HTTP that has everything the checks ask for. */
export async function startSandbox(options: SandboxOptions = {}, patch?: Patch) {
  const { sandbox, positionId } = createPrepared({ accounts: [CREDENTIALS], ...options }, patch);
  const { url, close } = await sandbox.listen();
  return { baseUrl: url, credentials: CREDENTIALS, existing: { positionId }, sandbox, close };
}

interface Server<Sandbox = PatchedSandbox> {
  readonly sandbox: Sandbox;
  readonly positionId?: string;
  readonly basePath?: string | undefined;
}

/** A run on a sandbox in this process, in mode sandbox unless the options say otherwise: without sockets and real waiting. */
export function runInProcess(
  { sandbox, positionId, basePath = '' }: Server,
  options: Partial<ConformanceOptions> = {},
  fetch: InProcessFetch = sandbox.plainFetch,
  named?: Parameters<typeof runIn>[3],
): Promise<Report> {
  const { url, credentials, now, wait } = sandbox;
  const given: ConformanceOptions = {
    baseUrl: url + basePath,
    credentials,
    permission: { ...permission, hosts: [new URL(url).host] },
    mode: 'sandbox',
    patienceMs: 250,
    ...(positionId !== undefined && { existing: { positionId } }),
    ...options,
  };
  return runIn(given, { now, pause: async (ms) => wait(ms) }, fetch, named);
}

/** A run on a sandbox over HTTP, which has everything the checks ask for, unless it is given. */
export async function runOverHttp(
  options: Partial<ConformanceOptions> = {},
  { sandbox, positionId }: Server<Pick<PatchedSandbox, 'listen' | 'credentials'>> = createPrepared({
    accounts: [CREDENTIALS],
  }),
  run = runConformance,
): Promise<Report> {
  const { url: baseUrl, close } = await sandbox.listen();
  const { credentials } = sandbox;
  const existing = positionId === undefined ? undefined : { existing: { positionId } };
  return run({ baseUrl, credentials, ...existing, ...options }).finally(close);
}

/** A response, and the call that it answers. */
const passingOf = (
  { response }: SandboxResponse,
  { method, target: path, headers, body: requestBody }: RawRequest,
) => ({
  ...response,
  ...{ method, path, headers, requestBody, contentType: response.headers['content-type'] ?? '' },
});
export type Passing = ReturnType<typeof passingOf>;
type Change = (passing: Passing) => Partial<Passing> | undefined;

/** Notes each request, and may break each response. */
export function changing(change: Change = () => undefined) {
  const seen: Pick<Passing, 'method' | 'path'>[] = [];
  const patch = responding((answer, request) => {
    const passing = passingOf(answer, request);
    seen.push({ method: passing.method, path: passing.path.split('?')[0]! });
    const { status, body, contentType } = { ...passing, ...change(passing) };
    return { status, body, headers: { ...answer.response.headers, 'content-type': contentType } };
  });
  return { seen, patch };
}

/** A run on a sandbox over HTTP, in mode read unless the options say otherwise, whose responses may be changed. */
export async function runChanged(change?: Change, options?: Partial<ConformanceOptions>, run?: typeof runConformance) {
  const { seen, patch } = changing(change);
  return { report: await runOverHttp(options, createPrepared({ accounts: [CREDENTIALS] }, patch), run), seen };
}

/** Failures in a report, and faults of the kit. */
export const failedIn = ({ results }: Report): readonly string[] =>
  results
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'harness-error')
    .map(({ id, reason }) => `${id}: ${reason}`);

export function serverOf(id: string): Pick<Variant, 'patch' | 'options'> {
  const found = [...MUTATIONS, ...COMPLIANT].find((one) => one.id === id);
  if (found === undefined) throw new Error(`no server is called ${id}`);
  return found;
}

let whole: Promise<Report> | undefined;

/** The report of every check on the sandbox over HTTP. It takes long, so all tests of a worker look at one. */
export const wholeReport = (): Promise<Report> => (whole ??= runOverHttp({ mode: 'sandbox' }));
