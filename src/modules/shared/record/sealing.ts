import type { Secrets } from '../services.ts';

/** How the fields of one record are encrypted at rest, each by the name of its column. */
export interface Sealing {
  readonly seal: (column: string, text: string) => string;
  readonly open: (column: string, sealed: string) => string;
}

/** Binds a sealed value to its table, column and record: copied to another place, it does not open. */
export function sealingOf(secrets: Secrets, table: string, id: string | number): Sealing {
  const contextOf = (column: string) => `${table}.${column}:${id}`;
  return {
    seal: (column, text) => secrets.seal(text, contextOf(column)),
    open: (column, sealed) => secrets.open(sealed, contextOf(column)),
  };
}
