import { type Results, tellStory } from '../../../scripts/tour/story.js';
import type { AnyInput } from '../../../src/conformance/call/input.js';
import { openEnvelope } from '../../../src/core/envelope.js';
import { createDecoder } from '../../../src/core/json/decode.js';
import type { Recorder } from './recorder.js';

const decode = createDecoder();

/** The tour of `npm start`, told on three days: each one shows what became of the orders of the one before. */
export async function takeTour(recorder: Recorder): Promise<void> {
  for (const day of [1, 2, 3]) {
    const results: Record<string, Results[string]> = {};
    for (const { operationId, step, meanwhile } of tellStory(recorder.sandbox)) {
      meanwhile?.run();
      // As fast as a person reads what is printed.
      recorder.settle();
      const input = inputOf(() => step(results).input as AnyInput);
      if (input === undefined) continue;
      if ('clientOrderId' in input) input['clientOrderId'] = `tour-${day}-${results['createOrder'] === undefined}`;
      results[operationId] = resultIn(await recorder.call(operationId, input));
    }
  }
}

/** Leaves out steps that need the result of a failed one. */
function inputOf(read: () => AnyInput): Record<string, unknown> | undefined {
  try {
    const input = read();
    if (Object.values(input).includes(undefined)) return undefined;
    return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]));
  } catch {
    return undefined;
  }
}

function resultIn(text: string): unknown {
  try {
    return openEnvelope(decode(text)).data;
  } catch {
    return undefined;
  }
}
