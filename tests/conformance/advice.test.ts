import { describe, expect, it } from 'vitest';
import { loadKit } from '../../src/cli/conformance/surroundings.js';
import { runConformance } from '../../src/conformance/index.js';
import type { ConformanceOptions, Result } from '../../src/conformance/model/report-model.js';
import { type Passing, runChanged } from './sandboxes.js';

type Respond = (passing: Passing) => { status: number; body: string } | undefined;

const MISSING = { status: 404, body: '{"error":"not found"}' };

/** Runs one check against the sandbox with some responses replaced, by the function or as the command line does. */
async function check(
  id: string,
  respond: Respond,
  { by = 'flag', ...more }: Partial<ConformanceOptions> & { readonly by?: 'flag' | 'option' } = {},
): Promise<Result> {
  const run = by === 'flag' ? (await loadKit()).run : runConformance;
  const { report } = await runChanged(respond, { existing: undefined, patienceMs: 1, checks: [id], ...more }, run);
  return report.results.find((result) => result.id === id)!;
}

const noContracts: Respond = ({ path }) => (path === '/pub/contracts' ? MISSING : undefined);

describe('what a run advises where a check cannot be judged', () => {
  it('names the flag on the command line and the option in a program', async () => {
    const id = 'shape/adjustPositionMargin/success';
    const flag = await check(id, () => undefined, { mode: 'sandbox' });
    const option = await check(id, () => undefined, { mode: 'sandbox', by: 'option' });
    expect(flag.reason).toBe(
      'the service document names no operation that returns a positionId: name one with --existing positionId=…',
    );
    expect(option.reason).toBe(
      'the service document names no operation that returns a positionId: name one with the option existing.positionId',
    );
  });

  it('asks for a price where it has none, and goes on with the one that is given', async () => {
    const id = 'shape/createOrder/success';
    const without = await check(id, noContracts, { mode: 'sandbox' });
    expect(without).toMatchObject({ verdict: 'cannot-tell' });
    expect(without.reason).toContain('getContracts was not accepted: status 404. To go on, give one with --price');
    const given = await check(id, noContracts, { mode: 'sandbox', orders: { price: '60000' } });
    expect(given).toMatchObject({ verdict: 'pass' });
  });

  it('asks for no price where one is given and the check needs that of the market', async () => {
    const id = 'request/createOrder/timeInForce';
    const result = await check(id, noContracts, { mode: 'sandbox', orders: { price: '60000' } });
    expect(result.verdict).toBe('cannot-tell');
    expect(result.reason).toContain('it needs the last price of E-BTC-USDT, and getContracts was not accepted');
    expect(result.reason).not.toMatch(/--price|orders\.price/);
  });

  it('asks for a contract where it may be unknown, and not where the path is missing', async () => {
    const id = 'shape/getOrderHistory/success';
    const refuse = (response: { status: number; body: string }) =>
      check(id, ({ path }) => (path.endsWith('orderHistorical') ? response : undefined));
    const unknown = await refuse({ status: 400, body: '{"code":"-1121","msg":"Invalid contract"}' });
    expect(unknown.reason).toMatch(/may not know the contract E-BTC-USDT: name one that .* --existing contractName=…$/);
    const missing = await refuse(MISSING);
    const row = 'POST /fapi/v1/orderHistorical is answered with status 404, while other calls are taken';
    expect(missing).toMatchObject({ verdict: 'fail', reason: `${row}: the server may not have it` });
  });

  it('goes on with the contract, the second contract and the code that it asks for', async () => {
    const refuseFirst: Respond = ({ path, requestBody }) =>
      path.endsWith('orderHistorical') && !requestBody.includes('E-ETH-USDT') && requestBody.includes('contractName')
        ? { status: 400, body: '{"code":"-1121","msg":"Invalid contract"}' }
        : undefined;
    const history = await check('shape/getOrderHistory/success', refuseFirst, {
      existing: { contractName: 'E-ETH-USDT' },
    });
    expect(history).toMatchObject({ verdict: 'pass' });

    const id = 'shape/changeMarginMode/success';
    const alone = await check(id, noContracts, { mode: 'sandbox' });
    expect(alone.reason).toBe('there is no second contract: name one with --existing otherContractName=…');
    const second = await check(id, noContracts, { mode: 'sandbox', existing: { otherContractName: 'E-ETH-USDT' } });
    expect(second).toMatchObject({ verdict: 'pass' });
    const other = { contractName: 'E-BTC-USDT', otherContractName: 'E-NONE-USDT' };
    const unlisted = await check('rule/cancel/empty-order-id-cancels-contract', () => undefined, {
      ...{ mode: 'sandbox', existing: other },
    });
    expect(unlisted.reason).toMatch(/ leave --existing otherContractName=… out, or name one that has$/);

    const onlySeven: Respond = ({ path, requestBody }) =>
      path.endsWith('edit_lever')
        ? requestBody.includes('"nowLevel":7')
          ? { status: 200, body: '{"code":"0","msg":"success"}' }
          : { status: 400, body: '{"code":"-1153","msg":"level"}' }
        : undefined;
    const lever = 'shape/changeLeverage/success';
    const guessed = await check(lever, onlySeven, { mode: 'sandbox' });
    expect(guessed.reason).toMatch(/: name one that it takes with --code nowLevel=…$/);
    expect(await check(lever, onlySeven, { mode: 'sandbox', codes: { nowLevel: '7' } })).toMatchObject({
      verdict: 'pass',
    });
  });
});
