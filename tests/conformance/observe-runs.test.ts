import { expect, it } from 'vitest';
import type { InProcessFetch } from '../../src/conformance/call/in-process-sender.js';
import { conformanceChecks, observeTraffic } from '../../src/conformance/index.js';
import { createPrepared, MUTATIONS, type Prepared, VARIANTS } from '../../src/faulty-servers/index.js';
import type { HarRoundTrip } from '../../src/recording/har-entry.js';
import { harText } from '../support/har-text.js';
import { failedIn } from './recorded/judge-server.js';
import { runInProcess } from './sandboxes.js';

/** Checks that call often, with pages of all sizes: a server that limits its calls refuses some of them. */
const CHECKS = ['request/get', 'page/', 'shape/getTradeHistory/every-time'];
/** `OBSERVE_ALL=1` tries all servers that limit calls, orders or pages. */
const LIMITED = ['twenty-calls-a-second', 'two-histories-a-second', 'pages-of-ten-and-more'];
const { limits = [], records = [] } = VARIANTS;
const isTried = ({ id }: { id: string }): boolean => process.env['OBSERVE_ALL'] === '1' || LIMITED.includes(id);

async function failedInRun({ sandbox, positionId }: Prepared, checks: readonly string[]): Promise<readonly string[]> {
  const { url: baseUrl, credentials, now } = sandbox;
  const exchanges: HarRoundTrip[] = [];
  const fetch: InProcessFetch = async (url, { method, headers, body }) => {
    const startedAt = new Date(now()).toISOString();
    const response = await sandbox.fetch(url, { method, headers, body });
    const { status, headers: received } = response;
    const text = await response.text();
    const request = { method, url, headers: [...headers], body: body ?? undefined };
    exchanges.push({ startedAt, durationMs: 0, request, response: { status, headers: [...received], body: text } });
    return new Response(text, { status, headers: received });
  };
  await runInProcess({ sandbox, positionId }, { checks }, fetch);
  const text = harText({ name: 'test', version: '1' }, exchanges);
  return failedIn(observeTraffic([{ name: 'run.har', text }], { baseUrl, credentials, patienceMs: 250 }));
}

it.each([...limits, ...records].filter(isTried))(
  'the recording of a run does not accuse $id of refusing what is declared',
  async ({ options, patch }) => expect(await failedInRun(createPrepared(options, patch), CHECKS)).toEqual([]),
);

const ACTING = ['ping-places-an-order', 'get-order-cancels-an-order', 'strange-side-acts'];

it.each(MUTATIONS.filter(({ id }) => ACTING.includes(id)))(
  'the recording of a run shows that $id: $title',
  async ({ id, killedBy }) => {
    const failed = await failedInRun(createPrepared({ mutation: id }), killedBy);
    expect(failed.filter((text) => killedBy.some((check) => text.startsWith(check)))).not.toEqual([]);
  },
);

it('the recording of a run lays nothing to calls that change no order', async () => {
  const checks = conformanceChecks.map(({ id }) => id).filter((id) => id.endsWith('leaves-orders-alone'));
  expect(await failedInRun(createPrepared(), checks)).toEqual([]);
});
