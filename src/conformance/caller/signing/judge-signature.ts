import { signingMistakes } from '../../../diagnosis/catalogue.js';
import { otherCharset } from '../../../diagnosis/charset.js';
import { findSigningMistakes } from '../../../diagnosis/find.js';
import { parseJson } from '../intent.js';
import { type SigningVector, suspectOf } from './signing-vector.js';

/** The step of signing that is wrong; `answer` when the line of the program cannot be read. */
type SigningStep = 'answer' | 'timestamp' | 'method' | 'path' | 'query' | 'body' | 'key' | 'algorithm' | 'encoding';

/** The first difference of one request. */
export interface Difference {
  readonly id: string;
  readonly step: SigningStep;
  readonly expected: string;
  readonly got: string;
  /** The mistake of the program, and what to do instead; left out when no known mistake gives this signature. */
  readonly mistake?: string;
}

/** Compares what a program wrote for one request: first the text, part by part, then the signature. Undefined when it is right. */
export function judgeSignature(vector: SigningVector, line: string | undefined): Difference | undefined {
  const { id } = vector;
  const answer = line === undefined ? undefined : readAnswer(line);
  if (answer === undefined) {
    const told = line === undefined ? { got: 'nothing' } : { got: excerpt(line), mistake: mistakeOfLine(line) };
    return { id, step: 'answer', expected: '{"id":…,"text":…,"signature":…}', ...told };
  }
  const inOrder = `an answer for ${id}, in the order of the requests`;
  if ((answer.id ?? id) !== id) return { id, step: 'answer', expected: inOrder, got: String(answer.id) };
  const { text, signature } = answer;
  return text === vector.text ? judgeDigits(vector, signature) : judgeText(vector, text, signature);
}

/** Lines that no request asked for; undefined where there is none. */
export function judgeRest(lines: readonly string[], total: number): Difference | undefined {
  if (lines.length <= total) return undefined;
  const expected = `the end of the output after ${total} lines`;
  return { id: 'the end', step: 'answer', expected, got: excerpt(lines[total]!) };
}

/** A mark that editors do not show. */
const mistakeOfLine = (line: string): string =>
  line.startsWith('\uFEFF')
    ? 'the output begins with a byte order mark (U+FEFF): write UTF-8 without it'
    : /^\s*\{.*"signature".*\}\s*$/.test(line) && !line.includes('"text"')
      ? 'the line has no "text": print the text that you sign, too'
      : 'the line is not one result as JSON: print nothing else to standard output';

function readAnswer(line: string) {
  const { id, text, signature } = parseJson(line) ?? {};
  return typeof text === 'string' && typeof signature === 'string' ? { id, text, signature } : undefined;
}

/** Walks the parts of the signing text; the first one that the program has differently is the step. */
function judgeText(vector: SigningVector, text: string, signature: string): Difference {
  const { id, timestamp, method, path, query, body } = vector;
  const parts = { timestamp, method, path, query: query === '' ? '' : `?${query}`, body };
  let at = 0;
  const differ = (step: SigningStep, expected: string): Difference => ({
    ...{ id, step, expected, got: excerpt(text.slice(at)) },
    ...mistakeIn(vector, signature),
  });
  for (const [step, part] of Object.entries(parts) as [keyof typeof parts, string][]) {
    if (!text.startsWith(part, at)) return differ(step, excerpt(part));
    at += part.length;
  }
  return differ('body', 'the end of the text');
}

function judgeDigits(vector: SigningVector, signature: string): Difference | undefined {
  if (signature === vector.signature) return undefined;
  const told = { id: vector.id, expected: vector.signature, got: excerpt(signature) };
  const known = findSigningMistakes(suspectOf(vector, signature)).explanations[0]?.[0];
  const part = signingMistakes.find((each) => each.id === known?.id)?.part;
  const isHex = /^[0-9a-f]{64}$/.test(signature);
  const isEncoded = part === 'encoding' || known?.id === otherCharset.id;
  const step = part === 'algorithm' ? part : isEncoded || !isHex ? 'encoding' : 'key';
  return { ...told, step, ...mistakeIn(vector, signature) };
}

function mistakeIn(vector: SigningVector, signature: string): { readonly mistake?: string } {
  const [explanation] = findSigningMistakes(suspectOf(vector, signature)).explanations;
  if (explanation === undefined) return {};
  return { mistake: explanation.map(({ title, fix }) => `${title}: ${fix}`).join(' And: ') };
}

const LONGEST = 100;

/** JSON, so that blanks and line breaks are seen. */
const excerpt = (text: string): string => JSON.stringify(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
