/** The exchange refuses; nothing changes. Codes are observed ones (`x-error-codes`). */
export class Refusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export function refuse(code: string, message: string): never {
  throw new Refusal(code, message);
}

/** The description has an operation that the sandbox does not know yet. */
export class NoRoute extends Error {}
