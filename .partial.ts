import { runIn } from './src/conformance/run.js';
import { createPrepared, MUTATIONS, TWINS, VARIANTS } from './src/faulty-servers/index.js';
import { operations, type OperationId } from './generated/operations.js';
const [which = 'innocent', set = 'B', from = '0', to = '9999'] = process.argv.slice(2);
const PUBLIC: OperationId[] = ['ping', 'getServerTime', 'getContracts'];
const SETS: Record<string, OperationId[]> = {
  A: ['getOrderHistory'],
  B: ['createOrder', 'getOrder', 'cancelOrder'],
  C: ['createOrder'],
  D: ['getTradeHistory', 'changeLeverage'],
  E: ['getProfitHistory', 'createOrder', 'cancelAllOrders', 'createConditionOrder'],
  F: ['getOpenOrders', 'createOrder', 'cancelOrder'],
  G: ['createOrder', 'getOrder', 'cancelOrder', 'cancelAllOrders', 'getOrderHistory', 'changeLeverage'],
};
const has = new Set([...PUBLIC, ...SETS[set]!].map((id) => `${operations[id].method} ${operations[id].path}`));
const all = which === 'innocent' ? [...TWINS, ...Object.values(VARIANTS).flat()] : MUTATIONS;
let caught = 0, n = 0;
for (const v of all.slice(Number(from), Number(to))) {
  if ((v as any).isOnTheWire) continue;
  const { sandbox, positionId } = which === 'innocent' ? createPrepared((v as any).options, (v as any).patch, 'short') : createPrepared((v as any).options, (v as any).patch, 'short');
  const path = (v as any).basePath ?? '';
  const fetch = async (url: any, init: any) => {
    const p = new URL(String(url)).pathname.slice(path.length).replace(/\/$/, '');
    if (!has.has(`${init?.method ?? 'GET'} ${p}`)) return new Response('{"error":"not found"}', { status: 404, headers: { 'content-type': 'application/json' } });
    return sandbox.fetch(String(url).replace('http://127.0.0.1:1', sandbox.url), init);
  };
  const time = { now: sandbox.now, pause: async (ms: number) => sandbox.wait(ms) } as any;
  const report = await runIn({ baseUrl: 'http://127.0.0.1:1' + path, credentials: sandbox.credentials, mode: 'sandbox', patienceMs: 250, existing: { positionId } } as any, time, fetch as any);
  const bad = report.results.filter(({ verdict }) => verdict === 'fail' || verdict === 'harness-error').filter(({ reason = '' }) => !/status 404$/.test(reason));
  n++;
  if (bad.length) caught++;
  if (which === 'innocent' ? bad.length : !bad.length) console.log(v.id, which === 'innocent' ? bad.map((b) => `\n   ${b.verdict} ${b.id}: ${b.reason}`).join('') : `missed (${(v as any).killedBy?.join(',')})`);
}
console.log(set, which, n, 'accused/caught', caught);
