import { createPrepared, MUTATIONS, VARIANTS } from '../src/faulty-servers/index.js';
import { observeTraffic } from '../src/conformance/index.js';
import { harText } from '../tests/support/har-text.js';
import { runInProcess } from '../tests/conformance/sandboxes.js';
const every = Number(process.env['EVERY'] ?? 8), at = Number(process.env['AT'] ?? 5);
async function one(prepared: any, more: any = {}) {
  const { sandbox, positionId } = prepared; const exchanges: any[] = [];
  const { url: baseUrl, credentials, now } = sandbox;
  const fetch = async (url: any, { method, headers, body }: any) => {
    sandbox.advance(2); const startedAt = new Date(now()).toISOString();
    const response = await sandbox.fetch(url, { method, headers, body }); const text = await response.text();
    exchanges.push({ startedAt, durationMs: 1, request: { method, url, headers: [...headers], body: body ?? undefined }, response: { status: response.status, headers: [...response.headers, ['Date', new Date(startedAt).toUTCString()]], body: text } });
    return new Response(text, { status: response.status, headers: [...response.headers] as any });
  };
  const live = await runInProcess({ sandbox, positionId, ...more }, { patienceMs: 250, codes: { positionModel: ['1', '2'], marginModel: ['1', '2'] } } as any, fetch as any);
  const r = observeTraffic([{ name: 'run.har', text: harText({ name: 'test', version: '1' }, exchanges) }], { baseUrl: baseUrl + (more.basePath ?? ''), credentials, patienceMs: 250 });
  const failed = (x: any) => x.results.filter((y: any) => y.verdict === 'fail').map((y: any) => y.id);
  return { live: failed(live), har: failed(r), r };
}
let n = 0, right = 0, liveRight = 0, other = 0;
for (const [i, m] of MUTATIONS.entries()) {
  if (i % every !== at || (m as any).isOnTheWire) continue; n++;
  try {
    const { live, har, r } = await one(createPrepared({ mutation: m.id }));
    if (live.some((f: string) => m.killedBy.includes(f))) liveRight++;
    if (har.some((f: string) => m.killedBy.includes(f))) right++; else { if (har.length) other++; const own = r.results.find((x: any) => x.id === m.killedBy[0]) as any; console.log(m.id, 'want', m.killedBy[0], '| live', live.slice(0, 3).join(), '| har', har.slice(0, 3).join(), '|', own?.verdict, (own?.reason ?? '').slice(0, 140)); }
  } catch (e) { console.log(m.id, 'THREW', String(e).slice(0, 200)); }
}
console.log({ n, liveRight, right, other });
if (process.env['VARS']) { let v = 0, accused = 0;
for (const [i, x] of (Object.values(VARIANTS as any).flat() as any[]).entries()) { if (i % every !== at || x.isOnTheWire) continue; v++;
  try { const { har } = await one(createPrepared(x.options, x.patch), { basePath: x.basePath }); if (har.length) { accused++; console.log('ACCUSED', x.id, har.join()); } } catch (e) { console.log(x.id, 'THREW', String(e).slice(0, 200)); } }
console.log({ v, accused }); }
process.exit();
