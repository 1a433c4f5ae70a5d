import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { operations } from '../../../../generated/operations.js';
import { AJV_OPTIONS, inputSchema, type Place } from '../../../../src/sandbox/validators.js';

/**
 * What `src/sandbox/validators.ts` compiles on first use, compiled now: a module with one export for each operation. So
 * neither Ajv nor the description is in the page, and nothing there makes code out of text, which its policy forbids.
 */
export function precompiledValidators(place: Place): string {
  const ajv = new Ajv2020({ ...AJV_OPTIONS[place], code: { source: true, esm: true } });
  const names = Object.values(operations)
    .filter(({ input, getBody }) => input === place || (place === 'query' && getBody))
    .map(({ operationId }) => operationId);
  for (const name of names) ajv.addSchema(inputSchema(operations[name]), name);
  return standalone.default(ajv, Object.fromEntries(names.map((name) => [name, name])));
}

/** Takes the place of `src/sandbox/validators.ts`; the two modules above have these names there. */
export const VALIDATORS = `
  import * as body from 'precompiled:body';
  import * as query from 'precompiled:query';
  const validators = { body, query };
  export const validatorOf = ({ operationId }, place) => validators[place][operationId];
`;
