import { chmodSync, closeSync, fsyncSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Copies a database that may be in use: a consistent, durable copy that only the owner of the process may read. */
export function copySqliteFile(from: string, to: string): void {
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    source.prepare('vacuum into ?').run(to);
  } finally {
    source.close();
  }
  chmodSync(to, 0o600);
  const file = openSync(to, 'r+');
  fsyncSync(file);
  closeSync(file);
}
