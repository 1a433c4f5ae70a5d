import { countRecords, type Reading } from '../call/answer.js';
import type { Alteration } from '../call/build-call.js';
import { areAlike, sampleOf } from '../call/refusal-shape.js';
import { asNone, type Broken, broken, type Context, decidedBy, shown } from '../findings/check.js';
import { judgeRefusal } from '../findings/right-call.js';
import { clauses, rowOf } from '../model/clauses.js';
import type { Operation } from '../model/operations.js';
import { bait, notYetOpen } from '../orders/orders.js';
import { tryCall } from '../orders/valid-inputs.js';
import { BIT_FLIPPED, refused } from './wrong-calls.js';

type Spelling = NonNullable<Alteration['spelled']>;

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}:,]/g;
const hex = (letter: string, digits: number): string => letter.charCodeAt(0).toString(16).padStart(digits, '0');

/** Other ways to write the same JSON (RFC 8259). An exponent comes first, while names are plain, and only where a decimal is declared. */
const OF_BODY: Readonly<Record<string, Spelling>> = {
  'numbers with an exponent in its JSON': (json) =>
    json.replace(
      /(?<="(?:volume|price|amount)":-?)(\d*)(\d)(\.\d+)?/g,
      (_, tens: string, ones: string, part = '.') => `${tens || '0'}.${ones}${part.slice(1)}e1`,
    ),
  'white space between the tokens of its JSON': (json) =>
    json.replace(TOKENS, (token) => (token.startsWith('"') ? token : ` ${token}\n\t`)),
  'escaped letters in its JSON': (json) =>
    json.replace(TOKENS, (token) => token.replace(/^"(\w)/, (_, letter: string) => `"\\u${hex(letter, 4)}`)),
};

/** Every letter percent-encoded, which changes no value (RFC 3986, 2.1). */
const encoded: Spelling = (query) =>
  query.replace(/(?<==)[^&%]+/g, (value) => value.replace(/./g, (letter) => `%${hex(letter, 2)}`));
const ENCODED = 'percent-encoded letters in its query';

/**
 * The call, written in other ways that mean the same: first in all of them at once. Undefined where it is taken, or where a
 * signature may be made of another text than the one that is sent; of throw-away targets only.
 */
export async function complaintSpelled(
  context: Context,
  { operationId, input }: Operation,
): Promise<Broken | undefined> {
  if (context.mode !== 'sandbox' || input === 'none') return undefined;
  const send = (spelled?: Spelling): Promise<Reading> => {
    const alteration = spelled === undefined ? {} : { spelled };
    if (input === 'body') return tryCall(context, operationId, alteration);
    return context.callWith(operationId, { contractName: context.contract }, alteration);
  };
  const spellings = input === 'query' ? { [ENCODED]: encoded } : OF_BODY;
  // A list that is empty is the same in any spelling.
  if (operationId === 'getOpenOrders') await notYetOpen(context, [await bait(context)]).catch(asNone);
  const all = await send((text) => Object.values(spellings).reduce((written, spelled) => spelled(written), text));
  if (input === 'query' && countRecords(all) === 0)
    return complaintEmpty(
      () => send(),
      () => send(encoded),
    );
  if (all.kind !== 'refused' || areAlike(sampleOf(all), sampleOf(await refused(context, BIT_FLIPPED))))
    return undefined;
  for (const [what, spelled] of Object.entries(spellings)) {
    const reading = await send(spelled);
    if (reading.kind !== 'refused') continue;
    const finding = await judgeRefusal(context, reading, {
      what: `${operationId} with ${what}`,
      ask: () => send(spelled),
      control: () => send(),
    });
    if (finding?.outcome === 'broken')
      return { ...finding, clause: input === 'query' ? rowOf(operationId) : clauses.json };
  }
  return undefined;

  /** A list that is empty twice, between lists that are not. */
  async function complaintEmpty(
    plain: () => Promise<Reading>,
    other: () => Promise<Reading>,
  ): Promise<Broken | undefined> {
    let empty: Reading | undefined;
    for (let time = 0; time < 2; time++) {
      if (!countRecords(await plain())) return undefined;
      empty = await other();
      if (countRecords(empty) !== 0 || !countRecords(await plain())) return undefined;
    }
    const problem = `${operationId} with ${ENCODED} gets an empty list, and without it gets records`;
    return decidedBy(shown(broken(problem, undefined, rowOf(operationId))), empty!);
  }
}
