import { describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.js';
import { operationExamples } from '../support/operation-examples.js';
import { RawDesk } from './raw-desk.js';

const cases = Object.values(operations).flatMap((operation) => {
  const example = operationExamples.find(({ operation: { operationId } }) => operationId === operation.operationId);
  const required = operation.fields.filter((field) => field.required);
  if (example === undefined || operation.method !== 'POST') return [];
  return required.map(
    (field) => [operation.operationId, field.name, { operation, field, input: example.input }] as const,
  );
});

describe.each(cases)('%s without a usable %s', (_id, _name, { operation: { path, method }, field, input }) => {
  const send = async (mutation: string | undefined, value: unknown): Promise<string> => {
    const desk = new RawDesk(mutation === undefined ? {} : { mutation });
    const body = JSON.stringify({ ...input, [field.name]: value });
    return (await desk.send({ method, target: path, body })).end;
  };

  test('is refused by the sandbox, and a success where a missing field is accepted', async () => {
    expect(await send(undefined, undefined)).not.toBe('ok');
    expect(await send('wrong-type-accepted', undefined)).not.toBe('ok');
    expect(await send('missing-field-accepted', undefined)).toBe('ok');
  });

  test.each([true, {}, [], null])('is refused by the sandbox as %j, and a success where any type is', async (value) => {
    expect(await send(undefined, value)).not.toBe('ok');
    expect(await send('missing-field-accepted', value)).not.toBe('ok');
    expect(await send('wrong-type-accepted', value)).toBe('ok');
  });
});
