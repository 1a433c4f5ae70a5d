import { createHmac } from '#hmac';
import type { ClientOptions } from '../client/options.js';
import { readBaseUrl } from '../client/settings.js';
import { readCredentials } from '../client/signing/credentials.js';
import { refuse } from '../core/argument.js';

/** Long enough to tell accounts apart, and short enough for a person to compare. */
const LENGTH = 20;

const digest = (text: string): string => createHmac('futures-trading-client: account of an order intent')(text);

/** The name of an account in a journal: 80 bits of a digest of its address and key, from which neither can be read back. */
export const accountOf = (baseUrl: string | URL, apiKey: string): string => nameOf(identityOf(baseUrl, apiKey));

export const nameOf = (identity: string): string => digest(identity).slice(0, LENGTH);

function identityOf(baseUrl: string | URL, apiKey: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname.replace(/\/+$/, '')}\n${apiKey}`;
}

/** The changed members; the rest is as the client has it. */
export interface FormerAccount {
  readonly apiKey?: string;
  readonly baseUrl?: string | URL;
}

/** Reads the account of a client, and its former ones, at once, and names them when asked; none without credentials. */
export function readAccounts(
  { baseUrl, credentials }: Pick<ClientOptions, 'baseUrl' | 'credentials'>,
  former: readonly FormerAccount[],
): () => readonly string[] {
  if (credentials === undefined) return () => [];
  const own = { baseUrl, apiKey: credentials.apiKey };
  if (!Array.isArray(former)) refuse('formerAccounts', 'must be a list of { apiKey, baseUrl }');
  const identities = [own, ...former].map((account: FormerAccount) => {
    // Taken for the account of today, a misspelt one would let its orders be sent again.
    const names = Object.keys(Object(account));
    if (names.length === 0 || !names.every((name) => Object.hasOwn(own, name))) refuseFormer();
    const { baseUrl: address, apiKey } = { ...own, ...account };
    try {
      return identityOf(readBaseUrl(address), readCredentials({ ...credentials, apiKey }).apiKey);
    } catch (error) {
      return refuseFormer(`: ${(error as Error).message.replace(/\. Nothing was sent\.$/, '')}`);
    }
  });
  let names: readonly string[] | undefined;
  // A digest costs a tenth of what creating a client does, and a client that submits no order needs none.
  return () => (names ??= identities.map(nameOf));
}

const refuseFormer = (why = ''): never =>
  refuse('formerAccounts', `must have an apiKey, a baseUrl, or both, and nothing else, in each member${why}`);

/** The accounts of a client, as journals name them: its own, and the same one under earlier keys or addresses. */
export interface AccountClient {
  /** Its own is the first; empty or left out: not known. */
  readonly accounts?: readonly string[];
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The accounts whose orders a client looks after; the empty text stands for intents without an account. */
export const accountsOf = ({ accounts = [] }: AccountClient): readonly string[] => [...accounts, ''];
