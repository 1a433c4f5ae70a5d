import { expect, it } from 'vitest';
import { conformanceChecks } from '../../src/conformance/index.js';
import { createPrepared, MUTATIONS, VARIANTS } from '../../src/faulty-servers/index.js';
import { failedIn, runAndJudge } from './recorded/judge-server.js';

/** Checks that call often, with pages of all sizes: a server that limits its calls refuses some of them. */
const CHECKS = ['request/get', 'page/', 'shape/getTradeHistory/every-time'];
const LIMITED = ['twenty-calls-a-second', 'two-histories-a-second', 'pages-of-ten-and-more'];
const { limits = [], records = [] } = VARIANTS;

const failedInRun = async (...run: Parameters<typeof runAndJudge>): Promise<readonly string[]> =>
  failedIn(await runAndJudge(...run));

it.each([...limits, ...records].filter(({ id }) => LIMITED.includes(id)))(
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
