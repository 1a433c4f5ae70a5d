import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { operations } from '../../generated/operations.js';
import { readDescription } from '../../scripts/generate/described-operation.js';
import { AJV_OPTIONS, inputSchemas, type Place } from '../../scripts/generate/input-validators.js';
import { type Validate, validatorOf } from '../../src/sandbox/validators.js';
import { operationExamples } from '../support/operation-examples.js';

const document = JSON.parse(readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'));
const described = readDescription(document).operations;

describe.each(['body', 'query'] as const)('validators that were compiled by npm run generate, %s', (place: Place) => {
  const ajv = new Ajv2020(AJV_OPTIONS[place]);
  const schemas = inputSchemas(described, place);
  const cases = operationExamples.filter(({ operation }) => schemas.has(operation.operationId));

  test.each(cases)('judge as Ajv does by the description: $title', ({ operation, input }) => {
    const byDescription = ajv.compile(schemas.get(operation.operationId)!) as Validate;
    const names = operations[operation.operationId].fields.map(({ name }) => name);
    const judged = (validate: Validate, value: unknown): unknown => {
      const copy: unknown = structuredClone(value);
      const fits = validate(copy);
      return {
        fits,
        copy,
        errors: fits
          ? []
          : validate.errors?.map(({ instancePath, message, params }) => ({ instancePath, message, params })),
      };
    };
    const changed = fc
      .tuple(fc.constantFrom(...names, 'other'), fc.oneof(fc.jsonValue(), fc.constant(undefined)))
      .map(([name, value]) => ({ ...input, [name]: value }));
    let refused = 0;
    fc.assert(
      fc.property(fc.oneof(changed, fc.jsonValue()), (value) => {
        const expected = judged(byDescription, value);
        if (!(expected as { fits: boolean }).fits) refused++;
        expect(judged(validatorOf(operation, place), value)).toEqual(expected);
      }),
      { numRuns: 200 },
    );
    expect(refused).toBeGreaterThan(0);
  });
});
