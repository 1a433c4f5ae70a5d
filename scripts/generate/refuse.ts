/** Refuses a description: where it is, what the client cannot honour there, and what to do about it. */
export function refuse(where: string, problem: string, advice: string): never {
  throw new Error(`${where}: ${problem}. ${advice}.`);
}
