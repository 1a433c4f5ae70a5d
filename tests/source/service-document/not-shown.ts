import type { NotShown } from './types.js';

/** Everything that the service document says it does not show: its statements, verbatim, in its order. */
export const notShown: readonly NotShown[] = [
  {
    heading: 'Other request fields',
    statement: 'Fields of the order, position, trade and profit records returned by the trading endpoints: not shown.',
  },
  {
    heading: 'Other request fields',
    statement: 'Meaning of the integer codes positionType, positionModel and marginModel: not shown.',
  },
  {
    heading: 'Contract record (public contracts response)',
    statement: 'Allowed values of product_type and contract_type: not shown.',
  },
  {
    heading: 'States and transitions',
    statement: 'Order, condition order and position states, and the transitions between them: not shown.',
  },
  { heading: 'States and transitions', statement: 'Transitions: not shown.' },
  { heading: 'Endpoints', statement: 'behavior beyond this is not shown.' },
  { heading: 'Endpoints', statement: 'Bodies of the trading responses: not shown.' },
  {
    heading: 'Endpoints',
    statement: 'Headers required by endpoints 5, 10 and 11: not shown, because none are declared for them.',
  },
  {
    heading: 'Endpoints',
    statement:
      'Selection parameters of Get Order Details beyond contractName (such as an order identifier): not shown.',
  },
  {
    heading: 'Endpoints',
    statement: 'Allowed values of triggerType, open, side and type in Create Condition Order: not shown.',
  },
  {
    heading: 'Authentication',
    statement:
      'Composition of the string that is signed, the encoding of the signature, and the accepted difference between X-CH-TS and server time: not shown.',
  },
  {
    heading: 'Authentication',
    statement: 'Security type of each endpoint other than Get Open Orders and Get Order History: not shown.',
  },
  { heading: 'Events', statement: 'Events, pushes and callbacks: not shown.' },
  {
    heading: 'Errors',
    statement: 'Error response format, error codes, and the HTTP statuses other than 200: not shown.',
  },
  {
    heading: 'Limits',
    statement:
      'Numeric request-rate limits, the maximum page size of Get Order History and Get Profit History, and weights of the other endpoints: not shown.',
  },
  { heading: 'Versioning', statement: 'Version negotiation, deprecation and compatibility policy: not shown.' },
];
