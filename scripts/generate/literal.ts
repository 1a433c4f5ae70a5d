/** Prints a JSON value as a TypeScript literal: one line for leaves, indented otherwise. */
export function literal(value: unknown, depth: number): string {
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
  if (value === null || typeof value !== 'object') return String(value);
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, depth + 1))
    : Object.entries(value).map(([key, item]) => `${propertyName(key)}: ${literal(item, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  const line = open + parts.join(', ') + close;
  if (parts.length === 0) return (open + close).replaceAll(' ', '');
  if (line.length + depth * 2 < 110 && !line.includes('\n')) return line;
  const indent = '  '.repeat(depth);
  return `${open.trim()}\n${parts.map((part) => `${indent}  ${part},`).join('\n')}\n${indent}${close.trim()}`;
}

export const propertyName = (key: string): string => (IDENTIFIER.test(key) ? key : literal(key, 0));

/** A name that needs no quotes: in TypeScript, in a JSON text and in a query. */
export const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** Tells whether every object has a member of this name already (`constructor`, `toString`, …). */
export const isOnEveryObject = (name: string): boolean => name in Object.prototype;
