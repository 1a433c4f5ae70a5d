import type { Reply } from '../../sandbox/exchange/exchange.js';
import { acting, type Mutation } from './mutation.js';
import { ENDPOINTS } from './words.js';

const NO: Reply = { ok: false, code: '-2100', message: 'This mode is not available.' };

export const SETTINGS: readonly Mutation[] = [
  {
    id: 'position-mode-not-applied',
    title: 'Change Position Mode reports success and changes nothing',
    breaks: [
      { heading: ENDPOINTS, quote: 'Change Position Mode switches between Net Position and Two-way Position modes' },
    ],
    killedBy: ['rule/position-mode/switches'],
    patch: acting('changePositionMode', () => ({ ok: true, result: undefined })),
  },
  {
    id: 'position-mode-toggles',
    title: 'Change Position Mode changes to the other mode, whichever is named',
    breaks: [
      { heading: ENDPOINTS, quote: 'Change Position Mode switches between Net Position and Two-way Position modes' },
    ],
    killedBy: ['rule/position-mode/switches'],
    patch: (...given) => {
      let count = 0;
      return acting('changePositionMode', (call, run) =>
        run({ ...call, input: { ...call.input, positionModel: count++ % 2 === 0 ? '2' : '1' } }),
      )(...given);
    },
  },
  {
    id: 'position-mode-refused',
    title: 'Change Position Mode refuses the second mode',
    breaks: [
      { heading: ENDPOINTS, quote: 'Change Position Mode switches between Net Position and Two-way Position modes' },
    ],
    assumes: 'codes.position-model',
    killedBy: ['rule/position-mode/switches'],
    patch: acting('changePositionMode', (call, run) => (call.input['positionModel'] === '2' ? NO : run(call))),
  },
  {
    id: 'margin-mode-refused',
    title: 'Change Margin Mode refuses the second mode',
    breaks: [{ heading: ENDPOINTS, quote: 'Change Margin Mode switches between Cross and Isolated.' }],
    assumes: 'codes.margin-model',
    killedBy: ['rule/margin-mode/switches'],
    patch: acting('changeMarginMode', (call, run) => (call.input['marginModel'] === '2' ? NO : run(call))),
  },
];
