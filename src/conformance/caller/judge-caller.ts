import { setTimeout } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { SandboxFetch } from '../../sandbox/index.js';
import { withoutRequest } from '../../sandbox/http/in-process.js';
import { type Intent, readWord, type Word } from './intent.js';
import { type CallerJudgement, judgeScene } from './judge-scene.js';
import { noteEnd } from './last-printed.js';
import { lateAfter } from './run-program.js';
import type { CallerScene } from './scene.js';
import { createStage, TOO_MANY } from './stage.js';

/** Everything that a program needs to call the exchange of a scene. */
export interface CallerWorld {
  readonly baseUrl: string;
  readonly credentials: { readonly apiKey: string; readonly apiSecret: string };
  /** A `fetch` without a socket. */
  readonly fetch: SandboxFetch;
  /** The clock of the program, milliseconds since the epoch. */
  readonly now: () => number;
  /** Moves the clocks of program and exchange, and takes no time. */
  readonly wait: (ms: number) => void;
}

/** A program under judgement: does what it is asked, and says what became of it. */
export type Caller = (world: CallerWorld, intent: Intent) => Promise<Word | undefined>;

const ELSEWHERE = 'http://elsewhere.invalid';
const LATE = Symbol('late');

/**
 * Puts a function of this process into one scene, and judges what it sent and what it said. No socket is opened. An error that
 * it throws counts as its word where the error has an `outcome`, as those of this client have. It has said nothing when it has not
 * returned after `timeoutMs` milliseconds; default 20000.
 *
 * @example
 * const { problems } = await judgeCaller(callerScenes()[0]!, ({ baseUrl, credentials, fetch }, intent) => place(intent));
 * @see docs/test-your-program.md
 */
export async function judgeCaller(
  scene: CallerScene,
  caller: Caller,
  { timeoutMs = 20_000 }: { readonly timeoutMs?: number } = {},
): Promise<CallerJudgement> {
  const stage = await createStage(scene, ELSEWHERE);
  const { url: baseUrl, credentials, wait } = stage.sandbox;
  const printed: string[] = [];
  let why = lateAfter(timeoutMs);
  const tooMany = new Promise<typeof LATE>((resolve) => {
    stage.onTooMany = () => {
      why = TOO_MANY;
      resolve(LATE);
    };
  });
  const fetch: SandboxFetch = async (input, init = {}) => {
    // Calls and waits of this process take no time: a loop of them would let no timer run.
    if (why === TOO_MANY) return new Promise(() => {});
    if (input instanceof Request) return fetch(...(await withoutRequest(input, init)));
    const { origin, pathname, search } = new URL(input);
    if (origin !== baseUrl) {
      const headers = Object.fromEntries([...new Headers(init.headers as RequestInit['headers'])]);
      stage.elsewhere({ method: init.method ?? 'GET', target: origin + pathname + search, headers });
      throw new TypeError('fetch failed');
    }
    const { redirect = 'follow', signal, body = null } = init;
    // A text is sent at once: the last call is this one.
    const text = body === null || typeof body === 'string' ? body : await new Response(body).text();
    signal?.throwIfAborted();
    const settling = stage.sandbox.fetch(input, { ...init, body: text });
    const settle = stage.settlesLast();
    const response = await settling;
    settle(signal?.aborted !== true);
    // Follows redirects as a `fetch` does by default; the headers of the caller go along.
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null || redirect === 'manual') return response;
    if (redirect === 'error') throw new TypeError('fetch failed', { cause: new Error('unexpected redirect') });
    return fetch(location, init);
  };
  const ended = new AbortController();
  // It also keeps the process alive, which the timeouts of a program do not.
  const late = setTimeout(timeoutMs, LATE, { signal: ended.signal }).catch(() => undefined);
  const run = async (): Promise<Word | undefined> => {
    try {
      const world = { baseUrl, credentials, fetch, now: stage.now, wait };
      const said: unknown = await Promise.race([caller(world, stage.intents[0]!), late, tooMany]);
      if (said === LATE) printed.push(noteEnd('', why));
      const members = Object(said) as Readonly<Record<string, unknown>>;
      if (members['outcome'] !== undefined) printed.push(JSON.stringify({ outcome: String(members['outcome']) }));
      return readWord(members);
    } catch (error) {
      printed.push(inspect(error, { depth: 10 }));
      return readWord(Object(error) as Readonly<Record<string, unknown>>);
    }
  };
  try {
    const words = await Promise.all(scene.runs === 'pair' ? [run(), run()] : [run()]);
    return judgeScene(scene, stage.trace(printed.join('\n')), words);
  } finally {
    ended.abort();
  }
}
