import { it, vi } from 'vitest';
import { writeFileSync } from 'node:fs';
import { createPrepared, MUTATIONS, TWINS, VARIANTS } from '../../src/faulty-servers/index.js';
import { observeTraffic } from '../../src/conformance/observe/observe.js';
import { recordTraffic } from './recorded-traffic.js';

function clockFrom() { let now = Date.now(); return { now: () => now, advance(ms: number) { now += ms; } }; }

const t = { rec: 0, obs: 0 };
async function judge(options: any, patch: any, parts: any, rule?: any, prefix?: string) {
  const clock = clockFrom();
  vi.spyOn(performance, 'now').mockImplementation(() => clock.now());
  const prepared = createPrepared({ ...options, now: clock.now }, patch);
  const a = process.cpuUsage().user;
  const { text, calls } = await recordTraffic(prepared, parts, { clock, rule, prefix });
  const b = process.cpuUsage().user;
  const report = observeTraffic([{ name: 't', text }], { credentials: prepared.sandbox.credentials, signing: undefined });
  const c = process.cpuUsage().user;
  t.rec += b - a; t.obs += c - b;
  vi.restoreAllMocks();
  return { report, calls, size: text.length, text };
}
const only = process.env['ONLY'];
it('matrix', async () => {
  const ref = await judge({}, undefined, ['bot', 'mistakes']);
  if (process.env['DUMP']) writeFileSync('/tmp/ref.har', ref.text);
  console.log('ref', ref.calls, ref.size, ref.report.totals.byVerdict, ref.report.totals.specifiedAndChecked, ref.report.results.filter(r => r.verdict === 'fail').map(r => `${r.id}: ${r.reason}`));
  const lines: string[] = [];
  let any = 0, right = 0;
  for (const v of [...TWINS, ...Object.values(VARIANTS).flat()] as any[]) {
    if (only && !/^\d+$/.test(only) && !v.id.includes(only)) continue;
    const { report } = await judge(v.options ?? {}, v.patch, ['bot', 'mistakes'], { ...v.options?.dialect?.signing, ...(v.id.endsWith('that-is-signed') && { signPrefix: true }) }, v.basePath);
    const f = report.results.filter(r => r.verdict === 'fail' || r.verdict === 'harness-error');
    if (f.length) lines.push(`VARIANT ${v.id}: ` + f.map(r => `${r.id}: ${r.reason}`).join(' ;; ').slice(0, 600));
  }
  for (const m of MUTATIONS) {
    if (only && !/^\d+$/.test(only) && !m.id.includes(only)) continue;
    const { report } = await judge({ mutation: m.id }, undefined, ['bot', 'mistakes']);
    const f = report.results.filter(r => r.verdict === 'fail').map(r => r.id);
    const hit = m.killedBy.filter(k => f.includes(k));
    if (f.length) any++;
    if (hit.length) right++;
    const extra = f.filter(k => !m.killedBy.includes(k));
    lines.push(`${hit.length ? 'OK ' : f.length ? 'WRONG' : 'MISS'} ${m.id} ${hit.length}/${m.killedBy.length} extra: ${extra.slice(0, 6).join(' ')}${hit.length ? '' : ' WANT ' + m.killedBy.slice(0, 2).join(' ')}`);
  }
  writeFileSync('/tmp/matrix.txt', lines.join('\n'));
  console.log('any', any, 'right', right, MUTATIONS.length, t);
}, 2000000);
