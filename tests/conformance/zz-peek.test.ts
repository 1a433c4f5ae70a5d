import { test } from 'vitest';
import { playAndJudge } from './recorded/judge-server.js';
test.each(['get-open-orders-fails-1-in-5','cancel-by-id-cancels-contract','incomplete-create-acts'])('%s', async (mutation) => {
  const { report } = await playAndJudge({mutation}, ['bot','histories', 'mistakes'], false);
  console.log(mutation, report.recording!.notContained, report.results.filter(r=>/every-time|refused-places|order-id-cancels-that/.test(r.id)&&r.verdict==='cannot-tell').map(r=>r.id+': '+r.reason));
});
