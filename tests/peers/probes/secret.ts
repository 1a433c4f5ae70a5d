import { inspect } from 'node:util';
import { hang } from '../server.js';
import { KEYS, onServer, type Probe } from './probe.js';

/** Whether a log line of the client shows the secret. */
export const probeSecret: Probe = (peer, load) =>
  onServer([peer, load], hang, async ({ client }) => {
    const shown = inspect(client, { depth: 10 });
    return { secretShown: { answer: shown.includes(KEYS.secret) } };
  });
