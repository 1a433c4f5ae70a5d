import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import type { SidecarOptions, SigningDialect } from '../../src/sidecar/index.js';
import { headerOf, startServer } from '../support/raw-server.js';
import { CREDENTIALS, sidecarTo } from './listening.js';

/** One call through a sidecar to a gateway with a prefix, as it arrived. */
async function arrived(options: Partial<SidecarOptions>, target = '/fapi/v1/openOrders?contractName=E-BTC-USDT') {
  const service = await startServer({ body: '[]' });
  const { url } = await sidecarTo(`${service.origin}/gateway`, options);
  expect((await fetch(url + target)).status).toBe(200);
  const [request] = service.requests;
  const digest = (text: string, encoding: 'hex' | 'base64' = 'hex'): string =>
    createHmac('sha256', CREDENTIALS.apiSecret)
      .update(`${headerOf(request!, 'x-ch-ts')}GET${text}`)
      .digest(encoding);
  return { signature: headerOf(request!, 'x-ch-sign'), digest };
}

const PATH = '/fapi/v1/openOrders';
const QUERY = '?contractName=E-BTC-USDT';

test.each<[Partial<SigningDialect>, string, 'hex' | 'base64']>([
  [{}, PATH + QUERY, 'hex'],
  [{ signQuery: false, signPrefix: true }, `/gateway${PATH}`, 'hex'],
  [{ signatureEncoding: 'base64' }, PATH + QUERY, 'base64'],
])('with the dialect %j it signs %s, in %s', async (dialect, text, encoding) => {
  const { signature, digest } = await arrived({ dialect });
  expect(signature).toBe(digest(text, encoding));
});

test.each([
  [true, true],
  [false, false],
])('with signUndeclared %s, getOrder is signed: %s', async (signUndeclared, isSigned) => {
  const { signature } = await arrived({ dialect: { signUndeclared } }, '/fapi/v1/order?contractName=E-BTC-USDT');
  expect(signature !== undefined).toBe(isSigned);
});
