import { MUTATIONS, createPrepared } from '../src/faulty-servers/index.js';
import { runAndJudge } from '../tests/conformance/recorded/judge-server.js';
const [, , step = '4', from = '0', only = ''] = process.argv;
let n = 0,
  right = 0,
  other = 0,
  none = 0;
const list = (MUTATIONS as any[])
  .filter((m) => !m.isOnTheWire)
  .filter((m, i) => (only ? new RegExp(only).test(m.id) : i % +step === +from));
for (const m of list) {
  n++;
  const report: any = await runAndJudge(createPrepared({ mutation: m.id } as any));
  const failed = report.results.filter((r: any) => r.verdict === 'fail').map((r: any) => r.id);
  if (m.killedBy.some((k: string) => failed.includes(k))) right++;
  else {
    failed.length ? other++ : none++;
    const reasons = report.results
      .filter((r: any) => m.killedBy.includes(r.id))
      .slice(0, 2)
      .map((r: any) => `${r.verdict}: ${r.reason ?? ''}`.slice(0, 260));
    console.log(
      failed.length ? 'OTHER' : 'NONE',
      m.id,
      '|',
      m.title.slice(0, 120),
      '|',
      m.killedBy.slice(0, 2).join(','),
      '|',
      failed.slice(0, 2).join(','),
      '|',
      reasons.join(' // '),
    );
  }
}
console.log({ n, right, other, none });
