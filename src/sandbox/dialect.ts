import type { OperationId } from '../../generated/operations.js';
import { assertKnown } from '../core/options.js';
import { readSigningRule } from '../core/read-signing-rule.js';
import { OBSERVED_RULE, type SigningRule } from '../core/signing-rule.js';

/**
 * Signing and responses of a deployment. Each way of writing was seen (field-evidence 1 to 6), and a tolerant
 * client gives the same result for all of them.
 */
export interface SandboxDialect {
  /** The signing rule of requests; members left out are as observed. The sandbox has no gateway prefix. */
  readonly signing: Partial<SigningRule>;
  /** Identifiers as JSON numbers of 19 digits, or as strings. */
  readonly ids: 'number' | 'string';
  readonly decimals: 'number' | 'string';
  readonly times: 'number' | 'string';
  /** Order detail as an object, as a list of one, or in an envelope. */
  readonly order: 'object' | 'array' | 'wrapped';
  /** Lists bare, in an envelope, or as `{list: […]}`. */
  readonly lists: 'bare' | 'wrapped' | 'list';
  /** An empty list as `[]`, or as an envelope with `data: null`. */
  readonly emptyList: 'array' | 'null';
  readonly receipt: 'bare' | 'wrapped';
  readonly conditionReceipt: 'bare' | 'wrapped';
  /** Codes of envelopes, those of refusals included, as `"0"` or `0`. */
  readonly codes: 'string' | 'number';
  /** The code of success in envelopes; that of the contracts is declared. */
  readonly successCode: string;
  readonly contentType: string;
  /** HTTP status of refusals; `strict` has its own. */
  readonly refusalStatus: number;
  /** The body of refusals: `$code` and `$message` stand for their own, as JSON. */
  readonly refusalBody: string;
  /** The content type of refusals; undefined is `contentType`. */
  readonly refusalContentType: string | undefined;
  /** Codes that are sent in place of the sandbox's own, by these: `{ '-1022': '10002' }`. Logs keep the own ones. */
  readonly refusalCodes: Readonly<Record<string, string>>;
  /** Names of fields by those of the description, for each operation; null leaves a field out, or with `*` all of them. */
  readonly fieldNames: Partial<Record<OperationId, Readonly<Record<string, string | null>>>>;
  /** Values that fields always have. */
  readonly fieldValues: Partial<Record<OperationId, Readonly<Record<string, string | number>>>>;
  /** True when responses carry fields that no document knows. */
  readonly extraFields: boolean;
  /** True when a page starts with the record of `fromId` (unknown `history.from-id`). */
  readonly fromIdInclusive: boolean;
  readonly newestFirst: boolean;
  /** Most records of a page of getOrderHistory, and records of a page of getProfitHistory without `limit`. */
  readonly orderPageMaximum: number;
  readonly profitPageDefault: number;
  /** Milliseconds that a cancellation takes (PENDING_CANCEL before CANCELED); 0: at once. */
  readonly cancelDelayMs: number;
}

/** The ways that live hosts were seen to go most often. */
export const DEFAULT_DIALECT: SandboxDialect = Object.freeze({
  signing: OBSERVED_RULE,
  ids: 'number',
  decimals: 'number',
  times: 'number',
  order: 'object',
  lists: 'bare',
  emptyList: 'array',
  receipt: 'bare',
  conditionReceipt: 'wrapped',
  codes: 'string',
  successCode: '0',
  contentType: 'application/json',
  refusalStatus: 200,
  refusalBody: '{"code":$code,"msg":$message,"data":null,"succ":false}',
  refusalContentType: undefined,
  fieldNames: Object.freeze({}),
  fieldValues: Object.freeze({}),
  refusalCodes: Object.freeze({}),
  extraFields: false,
  fromIdInclusive: true,
  newestFirst: false,
  orderPageMaximum: 1000,
  profitPageDefault: 100,
  cancelDelayMs: 0,
});

/** {@link SandboxDialect}, checked and filled in. */
export type CompleteDialect = SandboxDialect & { readonly signing: SigningRule };

export function readDialect(dialect: Partial<SandboxDialect>): CompleteDialect {
  assertKnown(dialect, Object.keys(DEFAULT_DIALECT), 'a member', { within: 'dialect.' });
  return { ...DEFAULT_DIALECT, ...dialect, signing: readSigningRule(dialect.signing ?? {}, 'dialect.signing') };
}
