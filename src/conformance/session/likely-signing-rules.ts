import { signatureEncodings } from '../../core/signature-encoding.js';
import type { SigningPart, SigningRule } from '../../core/signing-rule.js';

const LINE: SigningPart = { text: '\n' };

/** Orders of the parts that programs of this kind sign in, the likeliest first. */
const COMPOSITIONS: readonly (readonly SigningPart[])[] = [
  ['timestamp', 'method', 'target', 'body'],
  ['method', 'target', 'timestamp', 'body'],
  ['timestamp', 'target', 'method', 'body'],
  ['method', 'timestamp', 'target', 'body'],
  ['target', 'method', 'timestamp', 'body'],
  ['target', 'timestamp', 'method', 'body'],
  ['timestamp', 'target', 'body'],
  ['target', 'timestamp', 'body'],
  ['timestamp', 'query', 'body'],
  ['timestamp', LINE, 'method', LINE, 'target', LINE, 'body'],
  ['method', LINE, 'target', LINE, 'timestamp', LINE, 'body'],
];

/** Ways to write a signature, the likeliest first. */
const ENCODINGS = ['hex', 'base64', ...signatureEncodings.filter((one) => one !== 'hex' && one !== 'base64')] as const;

/** Wrong signatures that a run sends at most while it looks for the rule: accounts are locked after too many. */
const MOST_TRIES = 24;

/**
 * The rules that are tried on a target which refuses the given one, as changes of it: another way to write the signature, or
 * another text, and then both. They are told apart by a call without query and body.
 */
export function otherRules(hasPrefix: boolean): readonly Partial<SigningRule>[] {
  const texts: readonly Partial<SigningRule>[] = [
    ...COMPOSITIONS.map((composition) => ({ composition })),
    ...(hasPrefix ? [{ signPrefix: true }] : []),
    { methodCase: 'lower' },
    { emptyBody: '{}' },
  ];
  const single = [...texts.slice(1), ...ENCODINGS.slice(1).map((encoding) => ({ encoding }))];
  const both = texts.slice(1, 4).flatMap((text) => ENCODINGS.slice(1, 3).map((encoding) => ({ ...text, encoding })));
  return [...single, ...both].slice(0, MOST_TRIES);
}

export const WITHOUT_QUERY: Partial<SigningRule> = { signQuery: false };

export const withoutBody = ({ composition }: SigningRule): Partial<SigningRule> => ({
  composition: composition.filter((part) => part !== 'body'),
});
