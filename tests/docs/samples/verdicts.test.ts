import { expect, test } from 'vitest';
import { kits } from '../../../scripts/docs/samples/index.js';
import { digestOf, readVerdicts, verifiedSamples } from '../../../scripts/docs/samples/verified.js';
import { operations } from '../../../generated/operations.js';
import { isRouted, routed } from '../../support/routed.js';

test('every program has a verdict of the text that is published: otherwise run npm run samples', async () => {
  const samples = await verifiedSamples();
  for (const operationId of routed) {
    const own = samples.get(operationId)!;
    expect(own.map(({ language }) => language)).toEqual(kits.map(({ language }) => language));
    for (const { code, verdict } of own) {
      expect(verdict).toMatchObject({ digest: digestOf(code), ranWith: expect.stringMatching(/\d+\.\d+/) });
    }
  }
});

test('there is no verdict of a program that is not published', () => {
  const published = Object.keys(operations).filter(isRouted);
  const names = published.flatMap((operationId) => kits.map(({ language }) => `${operationId}.${language}`));
  expect(Object.keys(readVerdicts())).toEqual(names);
});
