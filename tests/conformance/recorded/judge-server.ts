import { vi } from 'vitest';
import { observeTraffic } from '../../../src/conformance/index.js';
import type { Report } from '../../../src/conformance/index.js';
import type { SigningRule } from '../../../src/core/signing-rule.js';
import { createPrepared } from '../../../src/faulty-servers/index.js';
import { harText } from '../../support/har-text.js';
import type { SandboxOptions } from '../../../src/sandbox/index.js';
import { trade } from './bot.js';
import { readHistories } from './histories.js';
import { makeMistakes } from './mistakes.js';
import { Recorder } from './recorder.js';
import { takeTour } from './tour.js';

type Program = 'bot' | 'histories' | 'mistakes' | 'tour';

interface Server {
  readonly mutation?: string;
  readonly options?: SandboxOptions;
  readonly patch?: Parameters<typeof createPrepared>[1];
  readonly basePath?: string;
  readonly rule?: Partial<SigningRule>;
  readonly sharedAccount?: boolean;
}

export interface Played {
  readonly report: Report;
  readonly har: string;
  readonly calls: number;
}

/** Lets programs call a server, records it, and judges the recording. None of them knows what is wrong with the server. */
export async function playAndJudge(server: Server, programs: readonly Program[], isLong: boolean): Promise<Played> {
  let nowMs = Date.now();
  const clock = { now: () => nowMs, advance: (ms: number) => void (nowMs += ms) };
  // Some variants lag by the time that passes.
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  try {
    const mutation = server.mutation === undefined ? {} : { mutation: server.mutation };
    const prepared = createPrepared({ ...server.options, ...mutation, now: clock.now }, server.patch);
    const recorder = new Recorder(prepared, { clock, rule: server.rule, prefix: server.basePath });
    if (programs.includes('bot')) await trade(recorder, isLong);
    if (programs.includes('histories')) await readHistories(recorder, isLong);
    if (programs.includes('mistakes')) await makeMistakes(recorder, isLong);
    if (programs.includes('tour')) await takeTour(recorder);
    const har = harText({ name: 'test', version: '1' }, recorder.exchanges);
    const report = observeTraffic([{ name: 'traffic.har', text: har }], {
      credentials: recorder.credentials,
      sharedAccount: server.sharedAccount,
    });
    return { report, har, calls: recorder.exchanges.length };
  } finally {
    spy.mockRestore();
  }
}

export const failedIn = ({ results }: Report): readonly string[] =>
  results
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'harness-error')
    .map(({ id, reason }) => `${id}: ${reason}`);
