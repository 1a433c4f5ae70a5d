import { answer } from '../server.js';
import { attempt, onServer, type Probe, told } from './probe.js';

const CALLS = 15;

/** How many connections calls one after another need. */
export const probeConnections: Probe = (peer, load) =>
  onServer([peer, load], answer(peer.answer('42', '1.5')), async (opened, server) => {
    for (let call = 0; call < CALLS; call++) {
      const ended = await attempt(() => opened.create());
      if (ended.how !== 'result') throw new Error(`call ${call + 1} of ${CALLS}: ${told(ended)}`);
    }
    return { connections: { answer: server.connections } };
  });
