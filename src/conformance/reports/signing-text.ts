import type { SigningRule } from '../../core/signing-rule.js';

/** The signing rule of a run in one line: `timestamp + method + target + body, hex`. */
export function signingText({
  composition,
  encoding,
  methodCase,
  signQuery,
  signPrefix,
  emptyBody,
}: SigningRule): string {
  const parts = composition.map((part) => (typeof part === 'string' ? part : JSON.stringify(part.text)));
  const notes = [
    encoding,
    methodCase === 'upper' ? [] : `method in ${methodCase} case`,
    signQuery ? [] : 'query not signed',
    signPrefix ? 'gateway prefix signed' : [],
    emptyBody === '' ? [] : `no body signed as ${JSON.stringify(emptyBody)}`,
  ];
  return [parts.join(' + '), ...notes.flat()].join(', ');
}
