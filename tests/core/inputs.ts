import { type Field, type OperationId, operations } from '../../generated/operations.js';

/** A valid value for a required field, from its row in the table; a new endpoint brings its own. */
function example({ name, kind, enum: values }: Field): unknown {
  if (values !== undefined) return values[0];
  if (name === 'contractName') return 'E-BTC-USDT';
  if (name === 'price') return '65000.10';
  return kind === 'string' ? 'x' : 1;
}

/** The smallest valid input of every operation. */
export const inputs = Object.fromEntries(
  Object.values(operations).map(({ operationId, fields, selectors }) => {
    const [selector] = selectors?.methodWithout === undefined ? [] : selectors.fields;
    const needed = fields.filter(({ name, required }) => required || name === selector);
    return [operationId, Object.fromEntries(needed.map((field) => [field.name, example(field)]))];
  }),
) as Readonly<Record<OperationId, Readonly<Record<string, unknown>>>>;
