import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listenOnFreePort } from '../listen.js';
import { run } from '../run.js';
import { inTemporaryFolder } from '../temporary-folder.js';
import { medianOf, type Figure } from './row.js';
import { CREDENTIALS, ORDER_INPUT, RECEIPT } from './samples.js';

/** The shortest client that signs and sends the same call, as a person would write it by hand. */
const HAND_WRITTEN = `
  import { createHmac } from 'node:crypto';
  import { Agent, request } from 'node:http';
  export function createClient({ baseUrl, credentials }) {
    const agent = new Agent({ keepAlive: true });
    return {
      createOrder(input) {
        const body = JSON.stringify(input);
        const timestamp = String(Date.now());
        const sign = createHmac('sha256', credentials.apiSecret).update(timestamp + 'POST/fapi/v1/order' + body).digest('hex');
        const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body), 'X-CH-TS': timestamp,
          'X-CH-APIKEY': credentials.apiKey, 'X-CH-SIGN': sign };
        return new Promise((resolve, reject) => {
          const outgoing = request(baseUrl + '/fapi/v1/order', { method: 'POST', headers, agent }, (incoming) => {
            const chunks = [];
            incoming.on('data', (chunk) => chunks.push(chunk));
            incoming.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
          });
          outgoing.on('error', reject);
          outgoing.end(body);
        });
      },
    };
  }`;

/**
 * Import, and import and first signed call, over those of a client written by hand on node:http. Each round starts a
 * process for each, and the time is taken inside it, so that starting the process does not count.
 */
export const startRows = (): Promise<readonly Figure[]> =>
  inTemporaryFolder(async (folder) => {
    const server = createServer((incoming, response) => incoming.resume().on('end', () => response.end(RECEIPT)));
    const port = await listenOnFreePort(server);
    const file = join(folder, 'hand-written.mjs');
    await writeFile(file, HAND_WRITTEN);
    const options = JSON.stringify({ baseUrl: `http://127.0.0.1:${port}`, credentials: CREDENTIALS });
    const call = (create: string): string => `await ${create}(${options}).createOrder(${JSON.stringify(ORDER_INPUT)});`;
    const ours = `const { createFuturesClient } = await import('futures-trading-client');`;
    const theirs = `const { createClient } = await import('${pathToFileURL(file).href}');`;
    const importOnly: number[] = [];
    const firstCall: number[] = [];
    for (let i = -1; i < 15; i++) {
      const imported = (await timed(ours)) / (await timed(theirs));
      const called = (await timed(ours + call('createFuturesClient'))) / (await timed(theirs + call('createClient')));
      if (i < 0) continue;
      importOnly.push(imported);
      firstCall.push(called);
    }
    server.close();
    server.closeAllConnections();
    return [
      { what: 'import / hand-written', value: medianOf(importOnly), atMost: 1.5 },
      { what: 'import and first call / hand-written', value: medianOf(firstCall), atMost: 1.8 },
    ];
  });

async function timed(program: string): Promise<number> {
  const code = `const started = performance.now(); ${program} console.log(performance.now() - started); process.exit();`;
  return Number(await run(process.execPath, ['--input-type=module', '-e', code]));
}
