import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { calls } from '../../scripts/description-mutants/corpus.js';
import { type Mutant, mutantsOf } from '../../scripts/description-mutants/mutants.js';
import { createOwnJudge } from '../../scripts/description-mutants/own-verdicts.js';
import { createJudge, type Judge } from '../../scripts/description-mutants/prism-verdicts.js';

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../generated/${name}`, import.meta.url), 'utf8'));
const document = read('openapi.declared.json');
const mutants: readonly Mutant[] = [...mutantsOf(document)];

describe('changes of the declared Create Order', () => {
  let judge: Judge;
  beforeAll(async () => {
    const sent = calls().filter(({ operation }) => operation.operationId === 'createOrder');
    judge = await createJudge(document, sent, []);
  });

  test.each([
    ['/components/schemas/CreateOrderRequest/required/volume', 'becomes optional', 'createOrder without volume'],
    ['/components/schemas/CreateOrderRequest/required/clientOrderId', 'becomes required', 'createOrder example'],
    ['/components/schemas/CreateOrderRequest/properties/price/type', 'number becomes integer', 'createOrder example'],
    ['/paths/~1fapi~1v1~1order/post', 'post becomes put', 'createOrder example 0'],
  ])('%s %s is noticed', async (at, change, noticedBy) => {
    const mutant = mutants.find((one) => one.at === at && one.change === change)!;
    expect(await judge.firstDifference(mutant.document)).toContain(noticedBy);
  });

  test('nothing is noticed where nothing was changed, or another operation was', async () => {
    expect(await judge.firstDifference(document)).toBeUndefined();
    const other = mutants.find(({ at }) => at === '/components/schemas/ChangeLeverageRequest/required/nowLevel')!;
    expect(await judge.firstDifference(other.document)).toBeUndefined();
  });
});

test('what Prism cannot see is noticed by the client, the generator or the kit', () => {
  const judge = createOwnJudge(read('openapi.json'));
  const order = '/components/schemas/CreateOrderRequest';
  expect(judge.difference(`${order}/properties/price/type`, 'number becomes string')).toBe(
    'the client sends other bytes',
  );
  expect(judge.difference('/paths/~1fapi~1v1~1order/post', 'post becomes put')).toContain('no client can be made');
  expect(judge.difference('/components/schemas/Contract/properties/ticker_id', 'another name')).toContain('kit judges');
  const body = '/paths/~1fapi~1v1~1edit_lever/post/requestBody';
  expect(judge.difference(`${body}/required`, 'required: false')).toBeUndefined();
  expect(judge.difference(body, 'a change that was not made')).toBeUndefined();
});
