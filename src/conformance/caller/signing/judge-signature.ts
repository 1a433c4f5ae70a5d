import { signingMistakes } from '../../../diagnosis/catalogue.js';
import { otherCharset } from '../../../diagnosis/charset.js';
import { findSigningMistakes } from '../../../diagnosis/find.js';
import { parseJson } from '../intent.js';
import { type SigningVector, suspectOf } from './signing-vector.js';

/** The first difference of one request. */
export interface Difference {
  readonly id: string;
  /**
   * The step of signing that is wrong: a part of the text, `signed text` where another one than the printed one was signed, `key`,
   * `algorithm` or `encoding`; `answer` when the line of the program cannot be read.
   */
  readonly step: string;
  readonly expected: string;
  readonly got: string;
  /** The mistake of the program, and what to do instead; left out when no known mistake gives this signature. */
  readonly mistake?: string;
}

/** The differences of the lines that a program wrote, one for each request. The last one may be a line that no request asked for. */
export function judgeLines(vectors: readonly SigningVector[], lines: readonly string[]): readonly Difference[] {
  const wrong = vectors.flatMap((vector, at) => judgeSignature(vector, lines[at]) ?? []);
  const more = lines[vectors.length];
  if (more === undefined) return wrong;
  const expected = `the end of the output after ${vectors.length} lines`;
  return [...wrong, { id: 'the end', step: 'answer', expected, got: excerpt(more) }];
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
  if (text === vector.text && signature === vector.signature) return undefined;
  const [explanation = []] = findSigningMistakes(suspectOf(vector, signature)).explanations;
  const mistake = explanation.map(({ title, fix }) => `${title}: ${fix}`).join(' And: ');
  const differ =
    text === vector.text
      ? { step: stepOfDigits(signature, explanation[0]?.id), expected: vector.signature, got: excerpt(signature) }
      : stepOfText(vector, text);
  return { id, ...differ, ...(mistake !== '' && { mistake }) };
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
function stepOfText({ timestamp, method, path, query, body }: SigningVector, text: string): Omit<Difference, 'id'> {
  const parts = { timestamp, method, path, query: query === '' ? '' : `?${query}`, body };
  let at = 0;
  for (const [step, part] of Object.entries(parts)) {
    if (!text.startsWith(part, at)) return { step, expected: excerpt(part), got: excerpt(text.slice(at)) };
    at += part.length;
  }
  return { step: 'body', expected: 'the end of the text', got: excerpt(text.slice(at)) };
}

function stepOfDigits(signature: string, mistake: string | undefined): string {
  const part = signingMistakes.find(({ id }) => id === mistake)?.part;
  if (part === 'algorithm') return part;
  // The printed text is right, and another one was signed.
  if (part !== undefined && part !== 'secret' && part !== 'encoding' && mistake !== otherCharset.id)
    return 'signed text';
  const isEncoded = part === 'encoding' || mistake === otherCharset.id || !/^[0-9a-f]{64}$/.test(signature);
  return isEncoded ? 'encoding' : 'key';
}

const LONGEST = 100;

/** JSON, so that blanks and line breaks are seen. */
const excerpt = (text: string): string => JSON.stringify(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
