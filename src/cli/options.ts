import { InvalidArgumentError, Option } from 'commander';

/** An option with a value that may be given once. */
export const once = (flags: string, text: string): Option => new Option(flags, text).argParser(takeOnce);

/** An option that may be repeated; `none` says in the help what holds without it, when it is then an empty list. */
export function repeatable(flags: string, text: string, none?: string): Option {
  const option = new Option(flags, text).argParser(collect);
  return none === undefined ? option : option.default([], none);
}

/** The last of two prices is not what a user meant who typed two; nor is the option after a forgotten value. */
export function takeOnce(value: string, previous: unknown): string {
  if (previous !== undefined) throw new InvalidArgumentError('It is given twice.');
  if (value.startsWith('--'))
    throw new InvalidArgumentError('It looks like an option: is the value before it missing?');
  return value;
}

const collect = (value: string, previous: readonly string[] = []): string[] => [...previous, value];
