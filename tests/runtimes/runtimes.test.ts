import { describe, expect, it } from 'vitest';
import { byCommand, playAll, withProgram } from './play.js';

/* This runtime only, with every transport at once; `npm run runtimes` plays on all of them. */

describe.concurrent('every fault of a connection', () => {
  it.each(['default', 'undici', 'fetch', 'sidecar'])(
    'on this Node.js, %s transport: nothing is sent twice, and no outcome or id is wrong',
    async (transport) => {
      const { wrong, faults } = await withProgram(({ program, server }) =>
        playAll(byCommand([process.execPath], program, transport), server),
      );
      expect(wrong).toEqual([]);
      expect(faults).toBeGreaterThan(50);
    },
  );
});
