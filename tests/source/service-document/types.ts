/** The shapes in which the service document's tables are kept. Every string is the document's own text. */

export type DeclaredType = 'string' | 'number' | 'integer';

export interface HeaderCell {
  readonly name: 'X-CH-TS' | 'X-CH-APIKEY' | 'X-CH-SIGN';
  /** `null` where the row prints the name without a type. */
  readonly type: 'string' | 'integer' | null;
}

export interface PayloadField {
  readonly name: string;
  readonly type: DeclaredType;
  readonly required: boolean;
  /** The default that the endpoint row itself prints. */
  readonly default?: string;
}

export type Payload =
  | { readonly kind: 'none'; readonly text: 'none' | 'no body required' }
  | { readonly kind: 'body'; readonly table: 'Order' | 'Condition order' }
  | {
      readonly kind: 'body' | 'query';
      readonly fields: readonly PayloadField[];
      /** Set where the row ends in "none required" instead of marking each field. */
      readonly noneRequired?: true;
    };

export interface EndpointRow {
  readonly number: number;
  readonly name: string;
  readonly operationId: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** A list of cells, or the words that the row prints instead of one. */
  readonly headers: readonly HeaderCell[] | 'none declared' | 'none';
  readonly payload: Payload;
  readonly returned: string;
}

export interface RequestFieldRow {
  readonly name: string;
  readonly type: DeclaredType;
  readonly required: boolean;
  readonly values?: readonly string[];
  readonly note?: string;
}

export interface SharedFieldRow {
  readonly name: string;
  readonly type: DeclaredType;
  readonly usedBy: readonly { readonly words: string; readonly operationId: string }[];
  /** `only` names the one operation that this part of the note is about. */
  readonly notes: readonly { readonly words: string; readonly only?: string }[];
}

export interface ResponseFieldRow {
  readonly name: string;
  readonly type: DeclaredType;
  /** What the table prints in brackets after the type. */
  readonly unit?: 'decimal' | 'milliseconds';
  readonly note?: string;
}

export interface Rule {
  readonly number: number;
  readonly text: string;
  /** The words that must be found at the operations they bind: the rule without the operation's own name. */
  readonly clauses: readonly { readonly words: string; readonly binds: readonly string[] }[];
}

export interface LimitRow {
  readonly limit: string;
  readonly appliesTo: readonly { readonly name: string; readonly operationId: string }[];
  readonly value: string;
}

export interface NotShown {
  readonly heading: string;
  readonly statement: string;
}
