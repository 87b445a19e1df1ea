import type { Db } from '../../../database/schema/index.ts';

/** Encryption at rest of short texts: tax ids, bank numbers. */
export interface Secrets {
  /** `context` names the place of the value, for example accounts.tax_id:A10000001; opening needs the same one. */
  seal(text: string, context: string): string;
  open(sealed: string, context: string): string;
}

/** A database, or a transaction on it, with the encryption of its sealed columns. */
export interface SealedDatabase {
  readonly db: Db;
  readonly secrets: Secrets;
}

/** Encryption at rest of the fields of one record, by the names of their columns. */
export interface Sealing {
  readonly seal: (column: string, text: string) => string;
  readonly open: (column: string, sealed: string) => string;
}

/** Binds a sealed value to its table, column and record: copied to another place, it cannot be decrypted. */
export function sealingOf(secrets: Secrets, table: string, id: string | number): Sealing {
  return {
    seal: (column, text) => secrets.seal(text, `${table}.${column}:${id}`),
    open: (column, sealed) => secrets.open(sealed, `${table}.${column}:${id}`),
  };
}
