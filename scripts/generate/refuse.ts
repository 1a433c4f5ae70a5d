/** A name that needs no quotes: in TypeScript, in a JSON text and in a query. */
export const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** Refuses a description: where it is, what the client cannot honour there, and what to do about it. */
export function refuse(where: string, problem: string, advice: string): never {
  throw new Error(`${where}: ${problem}. ${advice}.`);
}

/** Tells whether every object has a member of this name already (`constructor`, `toString`, …). */
export function isOnEveryObject(name: string): boolean {
  return name in Object.prototype;
}
