import { refuse } from './argument.js';
import { signatureEncodings } from './signature-encoding.js';
import { OBSERVED_RULE, type SigningRule } from './signing-rule.js';

const PARTS: readonly unknown[] = ['timestamp', 'method', 'target', 'path', 'query', 'body'];
const CASES: readonly unknown[] = ['upper', 'lower', 'capitalized'] satisfies SigningRule['methodCase'][];

const isPart = (part: unknown): boolean =>
  PARTS.includes(part) || typeof (part as { text?: unknown } | null)?.text === 'string';

/** Completes "must be …", for each member of a rule; undefined when the value will do. */
const problems: { readonly [Name in keyof SigningRule]: (value: unknown) => string | undefined } = {
  composition: (value) =>
    Array.isArray(value) && value.every(isPart) ? undefined : `a list of ${PARTS.join(', ')} and { text }`,
  methodCase: (value) => (CASES.includes(value) ? undefined : `one of ${CASES.join(', ')}`),
  signQuery: (value) => (typeof value === 'boolean' ? undefined : 'a boolean'),
  signPrefix: (value) => (typeof value === 'boolean' ? undefined : 'a boolean'),
  emptyBody: (value) => (typeof value === 'string' ? undefined : 'a string'),
  encoding: (value) =>
    (signatureEncodings as readonly unknown[]).includes(value) ? undefined : `one of ${signatureEncodings.join(', ')}`,
};

/**
 * Checks a rule and fills in the observed one where members are left out. `field` is the name of the option.
 *
 * @throws {ArgumentError} Naming the member that is unknown or wrong; nothing was sent.
 */
export function readSigningRule(given: Partial<SigningRule>, field: string): SigningRule {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(problems, name)) {
      refuse(`${field}.${name}`, `is not a member (members: ${Object.keys(problems).join(', ')})`);
    }
    const problem = problems[name as keyof SigningRule](value);
    if (problem !== undefined) refuse(`${field}.${name}`, `must be ${problem}`);
  }
  return { ...OBSERVED_RULE, ...given };
}
