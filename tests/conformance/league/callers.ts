// One program for each HTTP library, as its first page of documentation uses it: an error, another status than 2xx or a code is a
// failure, and a failure is a "no". Beside them are bots and this package. Name and sender are its arguments. The league bundles it
// into the folder in which the libraries are installed.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Intent, Word } from '../../../src/conformance/caller/intent.js';
import type { OrderJournal } from '../../../src/journal/journal.js';
import type { CallerWorld } from '../../../src/conformance/caller/judge-caller.js';
import { build, createBot, type Habits } from '../caller/bot.js';
import { byOurClient } from '../caller/our-client.js';
import { type Send, sendByCurl, sendThrough } from './send.js';

const { FUTURES, FUTURES_SCENE, FUTURES_URL, FUTURES_API_KEY, FUTURES_API_SECRET, TMPDIR } = process.env;
const [baseUrl, credentials] = [FUTURES_URL!, { apiKey: FUTURES_API_KEY!, apiSecret: FUTURES_API_SECRET! }];
const [name = '', ...sender] = process.argv.slice(2);
const [program, ...options] = sender;
const send: Send =
  program === undefined ? fetch : program === 'curl' ? sendByCurl(...options) : sendThrough(program, ...options);
const wait = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const world: CallerWorld = { baseUrl, credentials, fetch: send as CallerWorld['fetch'], now: Date.now, wait };
const JOURNAL = `${TMPDIR}/${FUTURES_SCENE}.journal`;
const load = (library: string) => import(library);

/** Sends a request, and reads the response; throws where it is not a success. */
type Library = (url: string, init: Parameters<Send>[1], intent: Intent) => Promise<unknown>;

const plain: Library = async (url, init) => {
  const response = await send(url, { ...init, ...{ signal: AbortSignal.timeout(5000) } });
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
};
const byAxios: Library = async (url, { method, headers, body }) => {
  const { default: axios } = await load('axios');
  return (await axios.request({ url, method, headers, data: body, timeout: 5000 })).data;
};
/** The client that `redocly generate-client` writes; its hook puts the signing headers in. */
const generated =
  (more: object): Library =>
  async (_, { headers, body }, { do: what, input }) => {
    const { client } = await load('./redocly.mjs');
    const onRequest = (request: { headers: object }) =>
      void Object.assign(request, { body, headers: { ...request.headers, ...headers } });
    client.configure({ serverUrl: baseUrl, timeout: 5000, onRequest, ...more });
    const operation = what === 'cancelContractOrders' ? 'cancelOrder' : what;
    return client[operation](what === 'cancelAllOrders' ? {} : { [what.startsWith('get') ? 'query' : 'body']: input });
  };

const LIBRARIES: Readonly<Record<string, Library>> = {
  plain,
  async '3 tries'(...request) {
    for (let left = 2; ; left--) {
      try {
        return await plain(...request);
      } catch (error) {
        if (left === 0) throw error;
      }
    }
  },
  async got(url, { method, headers, body }) {
    const { default: got } = await load('got');
    return got(url, { method, headers, body, timeout: { request: 5000 }, allowGetBody: true }).json();
  },
  async ky(url, init) {
    const { default: ky } = await load('ky');
    return ky(url, { ...init, timeout: 5000 }).json();
  },
  axios: byAxios,
  async 'axios-retry'(...request) {
    const [{ default: axios }, { default: retrying }] = [await load('axios'), await load('axios-retry')];
    const retryCondition = ({ response }: { response?: { status: number } }) =>
      response === undefined || response.status >= 500;
    retrying(axios, { retries: 3, retryCondition });
    return byAxios(...request);
  },
  async 'undici RetryAgent'(url, init) {
    const { Agent, request, RetryAgent } = await load('undici');
    const agent = new Agent({ headersTimeout: 5000, bodyTimeout: 5000 });
    const dispatcher = new RetryAgent(agent, { maxRetries: 3, methods: ['GET', 'POST'] });
    const response = await request(url, { ...init, dispatcher });
    if (response.statusCode > 299) throw new Error(String(response.statusCode));
    return response.body.json();
  },
  "Redocly's client": generated({}),
  "Redocly's client, retry": generated({ retry: { retries: 3 }, idempotencyKey: true }),
};

async function byLibrary(library: Library, intent: Intent): Promise<Word> {
  const { method, target, body, headers } = build(world, intent, {});
  const sent = { method, headers: { ...headers, 'Content-Type': 'application/json' }, ...(body !== '' && { body }) };
  try {
    const data = Object(await library(baseUrl + target, sent, intent));
    const idIn = ({ tradeId, orderId }: Record<string, unknown>) => String(tradeId ?? orderId);
    if (intent.all) return { outcome: 'accepted', ids: data.map(idIn) };
    if (String(data.code ?? 0) !== '0') return { outcome: 'rejected' };
    return { outcome: 'accepted', orderId: data.orderId === undefined ? undefined : idIn(data) };
  } catch {
    return { outcome: 'rejected' };
  }
}

let opened: Promise<OrderJournal> | undefined;

async function byOurs(order: 'createOrder' | 'submitOrder', intent: Intent): Promise<Word> {
  const { createFuturesClient } = await load('futures-trading-client');
  const { createFileJournal } = await load('futures-trading-client/journal');
  if (order === 'submitOrder' && intent.do === 'createOrder') opened ??= createFileJournal(JOURNAL);
  try {
    const client = createFuturesClient({ baseUrl, credentials, timeoutMs: 5000, journal: await opened });
    return await byOurClient(client, order, intent);
  } catch (error) {
    return { outcome: (error as Partial<Word>).outcome ?? 'unknown' };
  }
}

/** The command line of this package. `submit` has a journal: the same line again sends nothing twice. `call` sends each time. */
async function byCommand(command: 'call' | 'submit', { do: what, input }: Intent): Promise<Word | undefined> {
  if (what.startsWith('get') || (command === 'submit' && what !== 'createOrder')) return undefined;
  const journal = ['submit', '--journal', JOURNAL];
  const fields = Object.entries(input).map(([field, value]) => [`--${field}`, String(value)]);
  const given = fields.flat().map((one) => (command === 'submit' && one === '--clientOrderId' ? '--key' : one));
  const args = [FUTURES!, ...(command === 'submit' ? journal : ['call', what, '--yes']), ...given, '--json'];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status === 0) return { outcome: 'accepted', orderId: /"orderId":\s*"?(\d+)/.exec(stdout)?.[1] };
  return {
    outcome: status === 3 ? 'not-sent' : status !== 4 ? 'unknown' : command === 'submit' ? 'absent' : 'rejected',
  };
}

/** Through `futures sidecar`, which signs: what the sidecar refuses was not sent, and what breaks behind it is unknown. */
async function bySidecar(intent: Intent): Promise<Word | undefined> {
  if (intent.do.startsWith('get')) return undefined;
  const sidecar = spawn(process.execPath, [FUTURES!, 'sidecar', '--allow', 'money,wipe'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const { value } = await createInterface({ input: sidecar.stdout })[Symbol.asyncIterator]().next();
    const { target, body } = build(world, intent, {});
    const headers = { 'Content-Type': 'application/json' };
    const response = await send(value.split(' ')[2] + target, { method: 'POST', headers, body });
    const { code, sidecar: refused, orderId } = Object(await response.json());
    const said = `${response.status} ${code ?? refused ?? ''}`;
    if (/^(403 |502 no-connection)/.test(said)) return { outcome: 'not-sent' };
    if (said === '200 ' && orderId !== undefined) return { outcome: 'accepted', orderId: String(orderId) };
    if (said === '200 0' && intent.do !== 'createOrder') return { outcome: 'accepted' };
    return { outcome: /^(429 |200 -(?!100[67]$)[12])/.test(said) ? 'rejected' : 'unknown' };
  } catch {
    return { outcome: 'unknown' };
  } finally {
    sidecar.kill();
  }
}

/** True for the first program that wants to send this order. */
const takes: NonNullable<Habits['takes']> = (_, { input }) =>
  mkdirSync(`${TMPDIR}/${FUTURES_SCENE}-${input['clientOrderId']}`, { recursive: true }) !== undefined;

const BOTS: Readonly<Record<string, Habits>> = {
  'looks-first': { looksFirst: true, looksForMs: 3000 },
  // Broken: what is not there at once is sent again.
  'looks-once': { looksFirst: true, takes: () => true },
  'asks-a-person': { lost: 'unknown', looksForMs: 0 },
};

async function wordOf(intent: Intent): Promise<Word | undefined> {
  const [library, bot] = [LIBRARIES[name], BOTS[name]];
  if (library !== undefined) return byLibrary(library, intent);
  if (name === 'call' || name === 'submit') return byCommand(name, intent);
  if (name === 'sidecar') return bySidecar(intent);
  if (bot === undefined) return byOurs(name as 'createOrder', intent);
  return createBot({ takes, ...bot })(world, intent);
}

for await (const line of createInterface({ input: process.stdin })) {
  const word = await wordOf(JSON.parse(line) as Intent);
  if (word !== undefined) console.log(JSON.stringify(word));
}
process.exit();
