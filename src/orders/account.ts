import { createHmac } from '#hmac';

/** Long enough to tell accounts apart, and short enough for a person to compare. */
const LENGTH = 20;

const digest = (text: string): string => createHmac('futures-trading-client: account of an order intent')(text);

/** The name of an account in a journal: 80 bits of a digest of its address and key, from which neither can be read back. */
export function accountOf(baseUrl: string | URL, apiKey: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return digest(`${origin}${pathname.replace(/\/+$/, '')}\n${apiKey}`).slice(0, LENGTH);
}

/** The accounts of a client, as journals name them: its own, and the same one under earlier keys or addresses. */
export interface AccountClient {
  /** Its own is the first; empty or left out: not known. */
  readonly accounts?: readonly string[];
}

/** The accounts whose orders a client looks after; the empty text stands for intents without an account. */
export const accountsOf = ({ accounts = [] }: AccountClient): readonly string[] => [...accounts, ''];
