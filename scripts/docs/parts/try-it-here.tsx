/** The sandbox in the page, at the operation that it begins with. Without scripts, the text says what would be here. */
export const TryItHere = ({ operation = 'createOrder' }: { readonly operation?: string }) => (
  <div data-island="try-it" data-operation={operation}>
    <p>
      With scripts on, the sandbox runs here: the call is signed, verified and executed without an account, and its
      order events are listed.
    </p>
  </div>
);
