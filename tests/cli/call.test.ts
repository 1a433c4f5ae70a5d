import { describe, expect, test } from 'vitest';
import { createFuturesClient } from '../../src/index.js';
import { startDescribed } from '../support/described-server.js';
import { callExample, operationExamples } from '../support/operation-examples.js';
import { CREDENTIALS, environment, futures, listen, ORDER, toOptions } from './futures.js';

describe('futures call', () => {
  test.each(operationExamples)('$title: sends what the client sends, and prints what it gives', async (example) => {
    const server = await startDescribed();
    const client = createFuturesClient({ baseUrl: server.origin, credentials: CREDENTIALS });
    const result = await callExample(client, example);
    const args = ['call', example.method, ...toOptions(example.input), '--yes', '--json'];
    const { code, stdout, stderr } = await futures(args, environment(server.origin));
    expect([code, stderr, stdout]).toEqual([0, '', `${JSON.stringify(result)}\n`]);
    const [byClient, byCommand, ...more] = server.requests;
    expect(more).toEqual([]);
    const sent = ({ method, target, body }: typeof byClient & {}) => ({ method, target, body: String(body) });
    expect(sent(byCommand!)).toEqual(sent(byClient!));
  });

  test('passes dialect, headers and deadline on', async () => {
    const server = await startDescribed();
    const options = ['--dialect', 'observed', '--header', 'futures-version: 101', '--timeout', '20000'];
    const env = environment('http://127.0.0.1:1');
    const elsewhere = ['--base-url', server.origin, ...options];
    await futures(['call', 'getOrder', '--contractName', 'E-BTC-USDT', '--orderId', '1', ...elsewhere], env);
    await futures(['call', 'cancelAllOrders', '--yes', ...elsewhere, '--dialect-option', 'emptyPost=none'], env);
    const [read, cancel] = server.requests;
    expect(read).toMatchObject({ target: '/fapi/v1/order?contractName=E-BTC-USDT&orderId=1' });
    expect(read!.rawHeaders.join(' ')).toContain('futures-version 101');
    expect(String(cancel!.body)).toBe('');
  });

  test('calls a public operation without credentials, and without sending them', async () => {
    const server = await startDescribed();
    expect((await futures(['call', 'getServerTime', '--base-url', server.origin])).code).toBe(0);
    // The client takes no credentials for an address like this.
    const env = environment('http://plain.example');
    expect((await futures(['call', 'ping', '--dry-run'], env)).code).toBe(0);
    expect((await futures(['call', 'getOpenOrders', '--dry-run'], env)).code).toBe(2);
  });

  test('--dry-run shows the request with the key hidden, and sends nothing', async () => {
    const server = await startDescribed();
    const json = await futures([...ORDER, '--dry-run', '--json'], environment(server.origin));
    const preview = JSON.parse(json.stdout);
    expect(preview).toMatchObject({ method: 'POST', origin: server.origin, target: '/fapi/v1/order' });
    expect(preview.body).toContain('"price":60000.10');
    expect(preview.headers).toMatchObject({ 'X-CH-APIKEY': '****6789', 'X-CH-SIGN': 'made-when-it-is-sent' });
    expect(preview.signedBytes).toBe('1700000000000POST/fapi/v1/order'.length + preview.body.length);

    const text = await futures([...ORDER, '--dry-run'], environment(server.origin));
    expect(text.stdout).toContain(`POST ${server.origin}/fapi/v1/order`);
    expect([json.code, text.code, server.requests.length]).toEqual([0, 0, 0]);
  });

  test('prints a table when nobody asks for JSON, and says so when there is nothing', async () => {
    const { env } = await listen();
    expect((await futures(['call', 'getOpenOrders'], env)).stdout).toBe('getOpenOrders: none.\n');
    const [, orderId] = /^orderId {2}(\d{19})\n$/.exec((await futures([...ORDER, '--yes'], env)).stdout)!;
    const [head, row] = (await futures(['call', 'getOpenOrders'], env)).stdout.split('\n');
    expect(head).toMatch(/^status +executedQty +origQty +orderId +contractName +side /);
    expect(row).toMatch(new RegExp(`^open \\(NEW\\)  0 +1 +${orderId}  E-BTC-USDT +BUY +OPEN +LIMIT +60000\\.1 `));
    const chosen = await futures(['call', 'getOpenOrders', '--columns', 'price,status'], env);
    expect(chosen.stdout).toBe('price    status\n60000.1  open (NEW)\n');
  });
});
