interface Database {
  exec(sql: string): void;
  prepare(sql: string): { all(): unknown };
  close(): void;
}

/** `node:sqlite`, where this Node.js has it; the types of the oldest one that is supported do not know it. */
export const sqlite = process.getBuiltinModule('node:sqlite' as never) as
  | { readonly DatabaseSync: new (path: string) => Database }
  | undefined;
