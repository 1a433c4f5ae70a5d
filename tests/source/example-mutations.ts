/** Names added to examples that the truth gate has to report. */
import { cancel, type Mutation } from './gate-mutations.js';

export const foreign = 'not in the schema of the example';

const example = (name: string, ...tokens: readonly string[]): string =>
  ['/components/examples', name, 'value', ...tokens].join('/');

export const exampleMutations: readonly Mutation[] = [
  {
    title: 'a name in a request example that the body does not have',
    at: example('CreateOrderLimit'),
    key: 'reduceOnly',
    value: true,
    fault: foreign,
  },
  {
    title: 'an observed name in an unmarked request example',
    at: '/paths/~1fapi~1v1~1order/post/requestBody/content/application~1json',
    key: 'example',
    value: { volume: 1, orderUnit: 2 },
    reported: '/example/orderUnit',
    fault: foreign,
  },
  {
    title: 'a name in a response example that the record does not have',
    at: example('ContractsExample', 'data', 'contracts', '0'),
    key: 'mark_price',
    value: '1.96',
    fault: foreign,
  },
  {
    title: 'a name in an item of a marked response example',
    at: example('OpenOrdersBare', '0'),
    key: 'reduceOnly',
    value: false,
    fault: foreign,
  },
  {
    title: 'a name in an envelope that another alternative has',
    at: example('OrderReceiptWrapped'),
    key: 'orderId',
    value: '256609229205684228',
    fault: foreign,
  },
  {
    title: 'a name of a record beside its envelope',
    at: example('OpenOrdersNone'),
    key: 'list',
    value: [],
    fault: foreign,
  },
  {
    title: 'a name in an error example that no error has',
    at: example('ErrorStringCode'),
    key: 'hint',
    value: '',
    fault: foreign,
  },
  {
    title: 'a name in an example without a name of its own',
    at: `${cancel}/requestBody/content/application~1json`,
    key: 'example',
    value: { contractName: 'E-BTC-USDT', reason: '' },
    reported: '/example/reason',
    fault: foreign,
  },
];
