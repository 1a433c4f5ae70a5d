import { expect, it } from 'vitest';
import { runIn } from '../../src/conformance/run/run.js';
import { createPrepared, MUTATIONS } from '../../src/faulty-servers/index.js';

/** Faults that a check found alone, and a whole run did not: other checks had cancelled orders that it shares with them. */
const FAULTS = ['create-loses-nameless-orders', 'open-orders-leave-out-the-oldest', 'change-leverage-cancels-sells'];

it.each(MUTATIONS.filter(({ id }) => FAULTS.includes(id)))(
  'a whole run finds that $title',
  async ({ id, killedBy }) => {
    const { sandbox, positionId } = createPrepared({ mutation: id }, undefined, 'long');
    const { url: baseUrl, credentials, now, wait, plainFetch } = sandbox;
    const permission = { hosts: [new URL(baseUrl).host], account: 'test', wipe: [] };
    const options = { baseUrl, credentials, permission, mode: 'sandbox', existing: { positionId }, seed: 1 } as const;
    const { results } = await runIn(options, { now, pause: async (ms) => wait(ms) }, plainFetch);
    const failed = results.filter(({ verdict }) => verdict === 'fail').map((result) => result.id);
    expect(failed).toEqual(expect.arrayContaining([...killedBy]));
  },
);
