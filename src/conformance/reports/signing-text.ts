import type { SigningRule } from '../../core/signing-rule.js';

/** The signing rule of a run in one line: `timestamp + method + target + body, hex`. */
export function signingText(rule: SigningRule): string {
  const parts = rule.composition.map((part) => (typeof part === 'string' ? part : JSON.stringify(part.text)));
  const notes = [
    rule.encoding,
    rule.methodCase === 'upper' ? [] : `method in ${rule.methodCase} case`,
    rule.signQuery ? [] : 'query not signed',
    rule.signPrefix ? 'gateway prefix signed' : [],
    rule.emptyBody === '' ? [] : `no body signed as ${JSON.stringify(rule.emptyBody)}`,
  ];
  return [parts.join(' + '), ...notes.flat()].join(', ');
}
