import { refuse, type Refusing } from './argument.js';
import { isPlainObject, ownMembers } from './encode-input.js';
import { knownNames } from './nearest.js';

/**
 * Options as the caller has set them: what a program puts on `Object.prototype` is not among them. One that is not among `known`
 * is refused, because a misspelt option would change nothing.
 *
 * @throws {ArgumentError} Naming the option.
 */
export function ownOptions<T extends object>(options: T, known?: readonly string[], refusing?: Refusing): T {
  if (!isPlainObject(options)) refuse('options', 'must be a plain object', refusing);
  if (known !== undefined) assertKnown(options, known, 'an option', refusing);
  return ownMembers(options);
}

/** Refuses a name that is not known; `within` comes before it. */
export function assertKnown(
  given: object,
  known: readonly string[],
  what: 'an option' | 'an option of a call' | 'a member',
  { within = '', ...refusing }: Refusing & { readonly within?: string } = {},
): void {
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const names = knownNames(name, what === 'a member' ? 'members' : 'options', known);
    refuse(`${within}${name}`, `is not ${what} ${names}`, refusing);
  }
}
