import type { FieldName } from '../../../generated/description.js';
import type { OperationId } from '../../../generated/operations.js';

/** Input of some operation as text, field by field; checked against the description already. */
export type Fields = { readonly [Name in FieldName]?: string | undefined };

/** The commands of the exchange. */
export type Command =
  | {
      readonly type: 'call';
      readonly operationId: OperationId;
      readonly accountId: string;
      readonly input: Fields;
    }
  | { readonly type: 'setPrice'; readonly contract: string; readonly price: string }
  | { readonly type: 'tick' };
