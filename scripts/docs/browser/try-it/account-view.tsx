import type { SandboxState } from '../../../../src/sandbox/view.js';

export function AccountView({ state }: { readonly state: SandboxState }) {
  const [account] = state.accounts;
  if (account === undefined) return null;
  const { balance, held, positions, openOrders } = account;
  return (
    <>
      <h3>Your account</h3>
      <dl class="account">
        <dt>Money</dt>
        <dd data-part="balance">{balance} USDT</dd>
        <dt>Kept back for orders</dt>
        <dd>{held} USDT</dd>
        <dt>Open orders</dt>
        <dd data-part="open-orders">{openOrders.length === 0 ? 'none' : openOrders.join(', ')}</dd>
        <dt>Positions</dt>
        <dd data-part="positions">
          {positions.length === 0
            ? 'none'
            : positions
                .map(
                  ({ positionId, contractName, direction, volume, entryPrice, margin, marginMode }) =>
                    `${positionId}: ${direction} ${volume} ${contractName} at ${entryPrice}, margin ${margin} ${marginMode}`,
                )
                .join('; ')}
        </dd>
      </dl>
    </>
  );
}
