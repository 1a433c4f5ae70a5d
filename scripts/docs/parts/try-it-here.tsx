import { type OperationId, operations } from '../../../generated/operations.js';

/** The sandbox in the page, at the operation that it begins with. Without scripts, the text says what would be here. */
export const TryItHere = ({ operation = 'createOrder' }: { readonly operation?: OperationId }) => (
  <div data-island="try-it" data-operation={operation}>
    <p>
      With scripts on, the sandbox runs here: the call is{' '}
      {operations[operation].security !== 'public' && 'signed, verified and '}
      executed without an account.
    </p>
  </div>
);
