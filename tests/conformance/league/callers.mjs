// One caller for each HTTP library of Node.js, as its first page of documentation uses it: an error, another status than 2xx or a
// code is a failure, and a failure is a "no". It is bundled into the folder in which they are installed.
import { createInterface } from 'node:readline';
import { build } from '../caller/bot.ts';
import { byOurClient } from '../caller/our-client.ts';

const { FUTURES_URL: baseUrl, FUTURES_API_KEY: apiKey, FUTURES_API_SECRET: apiSecret, TMPDIR } = process.env;
const load = (name) => import(name);

const plain = async (url, init) => {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(5000) });
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
};
const byAxios = async (url, { method, headers, body }) => {
  const { default: axios } = await load('axios');
  return (await axios.request({ url, method, headers, data: body, timeout: 5000 })).data;
};
const LIBRARIES = {
  fetch: plain,
  async 'fetch, 3 tries'(url, init) {
    for (let left = 2; ; left--) {
      try {
        return await plain(url, init);
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
  async 'axios-retry'(url, init) {
    const [{ default: axios }, { default: retrying }] = [await load('axios'), await load('axios-retry')];
    const retryCondition = ({ response }) => response === undefined || response.status >= 500;
    retrying(axios, { retries: 3, retryCondition });
    return byAxios(url, init);
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

/** The client that `redocly generate-client` writes; its hook puts the signing headers in. */
function generated(options) {
  return async (_, { headers, body }, { do: what, input }) => {
    const { client } = await load('./redocly.mjs');
    const onRequest = (request) => void Object.assign(request, { body, headers: { ...request.headers, ...headers } });
    client.configure({ serverUrl: baseUrl, timeout: 5000, onRequest, ...options });
    const operation = what === 'cancelContractOrders' ? 'cancelOrder' : what;
    return client[operation](what === 'cancelAllOrders' ? {} : { [what.startsWith('get') ? 'query' : 'body']: input });
  };
}

async function byLibrary(send, intent) {
  const world = { credentials: { apiKey, apiSecret }, now: Date.now };
  const { method, target, body, headers } = build(world, intent, {});
  const init = { method, headers: { ...headers, 'Content-Type': 'application/json' }, body: body || undefined };
  try {
    const data = await send(baseUrl + target, init, intent);
    if (intent.all) return { outcome: 'accepted', ids: data.map(({ tradeId, orderId }) => String(tradeId ?? orderId)) };
    if (String(data.code ?? 0) !== '0') return { outcome: 'rejected' };
    return { outcome: 'accepted', ...(data.orderId !== undefined && { orderId: String(data.orderId) }) };
  } catch {
    return { outcome: 'rejected' };
  }
}

async function byOurs(order, intent) {
  const { createFuturesClient } = await load('futures-trading-client');
  const { createFileJournal } = await load('futures-trading-client/journal');
  const hasJournal = order === 'submitOrder' && intent.do === 'createOrder';
  try {
    const journal = hasJournal && { journal: await createFileJournal(`${TMPDIR}/${apiKey}.journal`) };
    const client = createFuturesClient({ baseUrl, credentials: { apiKey, apiSecret }, timeoutMs: 5000, ...journal });
    return await byOurClient(client, order, intent);
  } catch (error) {
    return { outcome: error.outcome ?? 'unknown' };
  }
}

const [name] = process.argv.slice(2);
for await (const line of createInterface({ input: process.stdin })) {
  const intent = JSON.parse(line);
  const word = LIBRARIES[name] === undefined ? await byOurs(name, intent) : await byLibrary(LIBRARIES[name], intent);
  console.log(JSON.stringify(word));
}
process.exit();
