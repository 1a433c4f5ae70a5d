import { findSigningMistakes } from '../../../../src/diagnosis/find.js';
import { lengthNote } from '../../../../src/diagnosis/form.js';
import type { SigningMistake } from '../../../../src/diagnosis/mistake.js';
import { possibleMistakes } from '../../../../src/diagnosis/possible.js';
import { bodyNote } from '../calculator/body-note.js';
import { compose } from '../calculator/compose.js';
import { type FieldValues, ruleOf } from '../calculator/fields.js';
import { mistakesOfShape } from './signature-shape.js';

export type Judgement =
  | { readonly kind: 'nothing-pasted' }
  /** It is what the rule gives: the cause lies elsewhere. */
  | { readonly kind: 'right' }
  /** Each explanation is one mistake, or two made together. */
  | { readonly kind: 'found'; readonly explanations: readonly (readonly SigningMistake[])[] }
  /** No mistake that is known gives this signature. */
  | { readonly kind: 'not-found'; readonly hints: readonly SigningMistake[]; readonly notes?: readonly string[] }
  /** The mistakes that show without the secret, likeliest first. */
  | { readonly kind: 'without-secret'; readonly hints: readonly SigningMistake[]; readonly notes?: readonly string[] };

/** Judges what was pasted as the signature of the request in the fields. Takes some ten thousand hashes at worst. */
export function judge(fields: FieldValues, text: string): Judgement {
  const { signature, timestamp = fields.timestamp, apiKey = fields.apiKey } = readPasted(text);
  if (signature === '') return { kind: 'nothing-pasted' };
  const { apiSecret } = fields;
  const { request } = compose({ ...fields, timestamp });
  const rule = ruleOf(fields);
  const shape = mistakesOfShape(signature, timestamp, rule.encoding);
  const notes = [lengthNote(signature, rule.encoding), bodyNote(fields.body)].filter((note) => note !== undefined);
  const noted = notes.length > 0 && { notes };
  if (apiSecret === '') {
    const others = possibleMistakes(request, rule).filter(({ id }) => !shape.some((mistake) => mistake.id === id));
    return { kind: 'without-secret', hints: [...shape, ...others], ...noted };
  }
  const { right, explanations } = findSigningMistakes({ request, apiSecret, apiKey, signature, rule });
  if (right) return { kind: 'right' };
  return explanations.length > 0 ? { kind: 'found', explanations } : { kind: 'not-found', hints: shape, ...noted };
}

/** The pasted text: a signature alone, or the headers that were sent with it. */
interface Pasted {
  readonly signature: string;
  readonly timestamp: string | undefined;
  readonly apiKey: string | undefined;
}

export function readPasted(text: string): Pasted {
  const timestamp = headerIn(text, 'X-CH-TS');
  const apiKey = headerIn(text, 'X-CH-APIKEY');
  const bare = timestamp === undefined && apiKey === undefined ? text.trim() : '';
  return { signature: headerIn(text, 'X-CH-SIGN') ?? bare, timestamp, apiKey };
}

function headerIn(text: string, name: string): string | undefined {
  return new RegExp(`${name}["']?\\s*[:=]\\s*["']?([^\\s"',]+)`, 'i').exec(text)?.[1];
}
