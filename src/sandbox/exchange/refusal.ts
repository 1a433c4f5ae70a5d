/** The exchange refuses; nothing changes. Codes are observed ones (`x-error-codes`). No Error: its stack would cost more than the call. */
export class Refusal {
  constructor(
    readonly code: string,
    readonly message: string,
  ) {}
}

export function refuse(code: string, message: string): never {
  throw new Refusal(code, message);
}

/** The description has an operation that the sandbox does not know yet. */
export class NoRoute extends Error {}
