import { described } from '../../described.js';
import { type SampleCall, callOf } from './call.js';
import type { SampleExchange } from './exchange.js';
import { type Kit, kits } from './kits.js';

export interface Program {
  /** Such as `createOrder.python`. */
  readonly key: string;
  readonly kit: Kit;
  readonly call: SampleCall;
  readonly code: string;
}

export const writePrograms = ({ existing }: SampleExchange): readonly Program[] =>
  described.flatMap((example) => {
    const call = callOf(example, existing);
    const { operationId } = call.operation;
    return kits.map((kit) => ({ key: `${operationId}.${kit.language}`, kit, call, code: kit.write(call) }));
  });
