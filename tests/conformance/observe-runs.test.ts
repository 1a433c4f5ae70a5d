import { expect, it } from 'vitest';
import { createPrepared, MUTATIONS } from '../../src/faulty-servers/index.js';
import { runAndJudge } from './recorded/judge-server.js';
import { failedIn, serverOf } from './sandboxes.js';

/** Checks that call often, with pages of all sizes: a server that limits its calls refuses some of them. */
const CHECKS = ['request/get', 'page/', 'shape/getTradeHistory/every-time'];

it.each(['twenty-calls-a-second', 'two-histories-a-second', 'pages-of-ten-and-more'])(
  'the recording of a run does not accuse %s of refusing what is declared',
  async (id) => {
    const { options, patch } = serverOf(id);
    expect(failedIn(await runAndJudge(createPrepared(options, patch), CHECKS))).toEqual([]);
  },
);

const ACTING = ['ping-places-an-order', 'get-order-cancels-an-order', 'strange-side-acts'];

it.each(MUTATIONS.filter(({ id }) => ACTING.includes(id)))(
  'the recording of a run shows that $id: $title',
  async ({ id, killedBy }) => {
    const failed = failedIn(await runAndJudge(createPrepared({ mutation: id }), killedBy));
    expect(failed.filter((text) => killedBy.some((check) => text.startsWith(check)))).not.toEqual([]);
  },
);
