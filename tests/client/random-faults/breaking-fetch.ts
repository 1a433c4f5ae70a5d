import type { FetchLike } from '../../../src/transport/fetch.js';
import type { SandboxFetch } from '../../../src/sandbox/index.js';
import { type Chance, turns } from './chance.js';
import type { Sightings } from './sightings.js';

export interface BreakingFetch {
  readonly fetch: FetchLike;
  /** The number of faults so far. */
  readonly broke: number;
  /** Resolves when no request is on its way any more: one whose call has ended may still arrive. */
  settled(): Promise<void>;
}

/** A fetch without sockets that loses requests and answers, and takes its time over both. */
export function createBreakingFetch(
  fetch: SandboxFetch,
  share: number,
  chance: Chance,
  sightings: Sightings,
): BreakingFetch {
  const underWay = new Set<Promise<unknown>>();
  let broke = 0;

  async function send(...[url, init]: Parameters<FetchLike>): ReturnType<FetchLike> {
    if (!chance.happens(share)) {
      sightings.take('', init.body ?? '');
      return fetch(url, init);
    }
    broke++;
    const way = chance.pick(['refused', 'lost before', 'lost after', 'cut', 'late', 'deaf'] as const);
    if (way === 'refused') throw failed('ECONNREFUSED');
    sightings.take('', init.body ?? '');
    if (way === 'lost before') throw failed('ECONNRESET');
    await turns(chance.upTo(20));
    const { signal, ...rest } = init;
    // A request that has left arrives, whatever becomes of its call.
    const response = await fetch(url, way === 'deaf' ? rest : { ...rest, signal });
    await turns(chance.upTo(20));
    if (way === 'lost after') throw failed('UND_ERR_SOCKET');
    if (way === 'cut') return { ...head(response), text: () => Promise.reject(failed('UND_ERR_SOCKET')) };
    return response;
  }

  return {
    fetch(url, init) {
      const sent = send(url, init);
      underWay.add(sent);
      const over = (): void => void underWay.delete(sent);
      sent.then(over, over);
      return sent;
    },
    get broke() {
      return broke;
    },
    async settled() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}

const head = ({ status, headers }: Response): Pick<Response, 'status' | 'headers'> => ({ status, headers });

const failed = (code: string): TypeError =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
