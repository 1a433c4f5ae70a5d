/** What one probe found. */
export interface Finding {
  /** null: it cannot be told, and the note says why. */
  readonly answer: boolean | number | string | null;
  readonly note?: string;
}

/** The columns, in the order in which they are printed. */
export const COLUMNS = {
  hang: 'sends, without a response',
  unavailable: 'sends, answered 503',
  cut: 'sends, cut off',
  saysUnknown: 'error says that it may exist',
  staleSignature: 'repeats an old signature',
  connections: 'sockets for 15 calls',
  keyForwarded: 'key follows a redirect',
  endsStalled: 'ends a stalled body',
  secretShown: 'inspect shows the secret',
  errorShows: 'errors show key or secret',
  idKept: '19-digit id kept',
  decimalKept: 'decimal text kept',
  typesChange: 'types change with the value',
} as const;

export type Column = keyof typeof COLUMNS;
export type Findings = Partial<Record<Column, Finding>>;

export const cannotTell = (note: string): Finding => ({ answer: null, note });
