import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { createDecoder, type Decode } from '../../src/core/json/decode.js';
import { numberKeys, session } from './json-documents.js';
import { referenceDecode } from './reference-decode.js';
import { itHolds } from './runs.js';

/** An edit of a document: at a place between 0 (start) and 1 (end), do this with this text. */
const PALETTE = [
  ...'{}[],:"\\/ \n\t\r0123456789.+-eEuntrfalsNI',
  '\u0000',
  '\u001f',
  '\ufeff',
  '\u00a0',
  '\\u',
  '\ud800',
];
const edit = fc.record({
  place: fc.double({ min: 0, max: 1, noNaN: true }),
  kind: fc.constantFrom('insert', 'replace', 'delete', 'repeat', 'cut'),
  text: fc.constantFrom(...PALETTE),
});
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

function applyEdit(document: string, { place, kind, text }: Edit): string {
  const at = Math.floor(place * document.length);
  const [before, after] = [document.slice(0, at), document.slice(at)];
  switch (kind) {
    case 'insert':
      return before + text + after;
    case 'replace':
      return before + text + after.slice(1);
    case 'delete':
      return before + after.slice(1);
    case 'repeat':
      return before + after.slice(0, 3) + after;
    default:
      return before;
  }
}

function accepts(parse: Decode, document: string): boolean {
  try {
    parse(document);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return false;
  }
}

function expectReference(decode: Decode, document: string): void {
  const [found, wanted] = [decode(document), referenceDecode(document, numberKeys)];
  // Deep equality says nothing about the order of members; the text does.
  const same = isDeepStrictEqual(found, wanted) && JSON.stringify(found) === JSON.stringify(wanted);
  // `expect` on every case would take most of the time; it is here for its report.
  if (!same) expect(found, document).toStrictEqual(wanted);
  if (!same) expect(JSON.stringify(found), document).toBe(JSON.stringify(wanted));
}

describe('createDecoder over generated documents', () => {
  const oldDecoder = createDecoder(numberKeys);

  itHolds(
    'agrees with lossless-json, fresh and after any number of other documents',
    fc.property(session, (documents) => {
      const decode = createDecoder(numberKeys);
      for (const document of documents) {
        expectReference(decode, document);
        expectReference(oldDecoder, document);
      }
    }),
  );

  itHolds(
    'accepts a damaged document exactly where JSON.parse does, and then reads it as lossless-json does',
    fc.property(session, fc.array(edit, { minLength: 1, maxLength: 3 }), (documents, edits) => {
      const decode = createDecoder(numberKeys);
      documents.forEach(decode);
      for (const document of documents) {
        const damaged = edits.reduce(applyEdit, document);
        const valid = accepts(JSON.parse, damaged);
        if (accepts(decode, damaged) !== valid) expect(accepts(decode, damaged), damaged).toBe(valid);
        if (valid) expectReference(decode, damaged);
      }
    }),
  );
});
