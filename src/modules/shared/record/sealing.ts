import type { Secrets } from '../services.ts';

/** Encryption at rest of the fields of one record, by the names of their columns. */
export interface Sealing {
  readonly seal: (column: string, text: string) => string;
  readonly open: (column: string, sealed: string) => string;
}

/** Binds a sealed value to its table, column and record: copied to another place, it cannot be decrypted. */
export function sealingOf(secrets: Secrets, table: string, id: string | number): Sealing {
  const contextOf = (column: string) => `${table}.${column}:${id}`;
  return {
    seal: (column, text) => secrets.seal(text, contextOf(column)),
    open: (column, sealed) => secrets.open(sealed, contextOf(column)),
  };
}
