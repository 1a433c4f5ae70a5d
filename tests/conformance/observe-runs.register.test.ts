import { expect, it } from 'vitest';
import { createPrepared, MUTATIONS } from '../../src/faulty-servers/index.js';
import { runAndJudge } from './recorded/judge-server.js';
import { failedIn, serverOf } from './sandboxes.js';

/** Checks that call often, with pages of all sizes: a server that limits its calls refuses some of them. */
const CHECKS = ['request/get', 'page/', 'shape/getTradeHistory/every-time', 'state/getTradeHistory/'];

it.each(['twenty-calls-a-second', 'two-histories-a-second', 'pages-of-ten-and-more', 'trades-of-other-orders'])(
  'the recording of a run does not accuse %s of refusing what is declared',
  async (id) => {
    const { options, patch } = serverOf(id);
    expect(failedIn(await runAndJudge(createPrepared(options, patch), CHECKS))).toEqual([]);
  },
);

/** One for each rule that only a run shows: a bot does not write a number in two ways, nor sign with another digest. */
const SHOWN = [
  ...['ping-places-an-order', 'get-order-cancels-an-order', 'strange-side-acts', 'change-leverage-places-an-order'],
  ...[
    'incomplete-create-cancels',
    'cancel-by-id-cancels-contract',
    'create-order-refuses-numbers-with-an-exponent',
    'signature-is-hmac-sha512',
  ],
  ...['create-refuses-nameless-market-orders', 'order-history-without-sells', 'contracts-empty-without-key'],
  ...[
    'trade-history-limit-ignored',
    'open-orders-show-the-other-side',
    'signature-of-nothing-accepted',
    'signature-key-as-signature-accepted',
  ],
];

it.each(MUTATIONS.filter(({ id }) => SHOWN.includes(id)))(
  'the recording of a run shows that $id: $title',
  async ({ id, killedBy }) => {
    const failed = failedIn(
      await runAndJudge(createPrepared({ mutation: id }), [...killedBy, 'state/getOrderHistory/']),
    );
    expect(failed.filter((text) => killedBy.some((check) => text.startsWith(check)))).not.toEqual([]);
  },
);
