import { stall } from '../server.js';
import { attempt, onServer, type Probe, TIMEOUT_MS, told } from './probe.js';

/** Whether a call ends when the headers have arrived and the body does not. */
export const probeStall: Probe = (peer, load) =>
  onServer([peer, load], stall, async (opened, server) => {
    const ended = await attempt(() => opened.create());
    if (server.sent.length === 0) throw ended.error;
    const sends = server.sent.length > 1 ? `, ${server.sent.length} sends` : '';
    const note = `${told(ended)}${sends} (timeout ${TIMEOUT_MS / 1000} s)`;
    return { endsStalled: { answer: ended.how !== 'waiting', note } };
  });
