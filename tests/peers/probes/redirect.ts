import { answer, redirectTo, type Sent, startServer } from '../server.js';
import { attempt, KEYS, onServer, type Probe, told } from './probe.js';

/** Whether the key, or the secret, goes to another host when the service answers 307 with that host. */
export const probeRedirect: Probe = async (peer, load) => {
  const other = await startServer(answer(peer.answer('42', '1.5')));
  try {
    return await onServer([peer, load], redirectTo(other.otherName), async (opened, server) => {
      const ended = await attempt(() => opened.create());
      const [first] = server.sent;
      if (first === undefined) throw ended.error;
      if (placesOfKey(first).length === 0) throw new Error('the key was not found in the first request either');
      const arrived = other.sent[0];
      if (arrived === undefined) return { keyForwarded: { answer: false, note: `not followed: ${told(ended)}` } };
      const places = placesOfKey(arrived);
      const signed = peer.signature?.(arrived) === undefined ? '' : '; with a signature';
      const note = places.length > 0 ? `in ${places.join(', ')}${signed}` : `followed without it${signed}`;
      return { keyForwarded: { answer: places.length > 0, note } };
    });
  } finally {
    other.close();
  }
};

function placesOfKey({ headers, url, body }: Sent): string[] {
  const values = Object.entries({ ...headers, 'request line': url, body });
  const holding = values.filter(([, value]) => [KEYS.key, KEYS.secret].some((text) => String(value).includes(text)));
  return holding.map(([name]) => name);
}
