import { vi } from 'vitest';
import type { InProcessFetch } from '../../../src/conformance/call/in-process-sender.js';
import { observeTraffic, type Report } from '../../../src/conformance/index.js';
import type { SigningRule } from '../../../src/core/signing-rule.js';
import { createPrepared, type Prepared } from '../../../src/faulty-servers/index.js';
import type { HarRoundTrip } from '../../../src/recording/har-entry.js';
import { harText } from '../../support/har-text.js';
import type { SandboxOptions } from '../../../src/sandbox/index.js';
import { makeMistakes, readHistories, trade } from './programs.js';
import { Recorder } from './recorder.js';
import { runInProcess } from '../sandboxes.js';

const PROGRAMS = { bot: trade, histories: readHistories, mistakes: makeMistakes } as const;
type Program = keyof typeof PROGRAMS;

interface Server {
  readonly mutation?: string;
  readonly options?: SandboxOptions;
  readonly patch?: Parameters<typeof createPrepared>[1];
  readonly basePath?: string;
  readonly rule?: Partial<SigningRule>;
  readonly sharedAccount?: boolean;
}

/** Lets programs call a server, records it, and judges the recording. None of them knows what is wrong with the server. */
export async function playAndJudge(server: Server, programs: readonly Program[]) {
  let nowMs = Date.now();
  const clock = { now: () => nowMs, advance: (ms: number) => void (nowMs += ms) };
  // Some variants lag by the time that passes.
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  try {
    const mutation = server.mutation === undefined ? {} : { mutation: server.mutation };
    const prepared = createPrepared({ ...server.options, ...mutation, now: clock.now }, server.patch);
    const recorder = new Recorder(prepared, clock, server.rule, server.basePath);
    for (const program of programs) await PROGRAMS[program](recorder);
    const har = harText(recorder.exchanges);
    const report = observeTraffic([{ name: 'traffic.har', text: har }], {
      credentials: recorder.credentials,
      sharedAccount: server.sharedAccount,
    });
    return { report, har };
  } finally {
    spy.mockRestore();
  }
}

/** Records a run of the kit, and judges the recording. */
export async function runAndJudge({ sandbox, positionId }: Prepared, checks?: readonly string[]): Promise<Report> {
  const { url: baseUrl, credentials, now } = sandbox;
  const exchanges: HarRoundTrip[] = [];
  const fetch: InProcessFetch = async (url, { method, headers, body }) => {
    // Calls of one millisecond would have no order.
    sandbox.advance(2);
    const startedAt = new Date(now()).toISOString();
    const response = await sandbox.fetch(url, { method, headers, body });
    const { status, headers: received } = response;
    const text = await response.text();
    const request = { method, url, headers: [...headers], body: body ?? undefined };
    const dated = [...received, ['Date', new Date(startedAt).toUTCString()] as const];
    exchanges.push({ startedAt, durationMs: 1, request, response: { status, headers: dated, body: text } });
    return new Response(text, { status, headers: received });
  };
  await runInProcess({ sandbox, positionId }, { checks }, fetch);
  const text = harText(exchanges);
  return observeTraffic([{ name: 'run.har', text }], { baseUrl, credentials, patienceMs: 250 });
}
