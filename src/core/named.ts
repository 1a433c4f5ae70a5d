/** A name in a table of servers or checks, as a tagged template gives it: `id: title`. */
export type Name = readonly [texts: TemplateStringsArray, ...values: readonly (string | number)[]];

/** The text of a tagged template. */
export const textOfName = (...[texts, ...values]: Name): string => String.raw({ raw: texts }, ...values);

/** Splits a name into an id and a title. */
export function named(name: string): { readonly id: string; readonly title: string } {
  const [id = '', title = ''] = name.split(/: (.*)/s);
  return { id, title };
}
