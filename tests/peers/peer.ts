import type { Sent } from './server.js';

/** What a client is opened with. Key and secret are made up; where a peer has one token only, it is both. */
export interface Setup {
  /** Scheme and authority of the probe's server. */
  readonly url: string;
  /** For the peer's own timeout option, where it has one. */
  readonly timeoutMs: number;
  readonly key: string;
  readonly secret: string;
}

/** Imports a package that was installed for this peer; `T` names the few members that are used. */
export type Load = <T>(name: string) => Promise<T>;

export interface Opened {
  readonly client: object;
  /** The peer's ordinary call that creates something, with its answer read to the end. */
  create(): Promise<unknown>;
  /** Its call that cancels an order: some repeat this one and not the other. */
  cancel?(): Promise<unknown>;
}

/** A client to be probed. */
export interface Peer {
  /** Name on npm. */
  readonly name: string;
  /** The version that is installed; absent for the build of this checkout. */
  readonly version?: string;
  /** What `create` calls. */
  readonly calls: string;
  /** What is set otherwise than a newcomer would have it, and why. */
  readonly conditions?: string;
  open(load: Load, setup: Setup): Promise<Opened>;
  /** A successful answer to `create` as the peer's service words it, with these two JSON numbers in it. */
  answer(id: string, decimal: string): string;
  /** The two values as the caller gets them. */
  read(result: never): { readonly id: unknown; readonly decimal: unknown };
  /** What was signed or signed with, in one request: the same text twice is a signature used twice. Absent: no signing. */
  signature?(sent: Sent): string | undefined;
}
