import { closeSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const PAGE_BYTES = 4096;

/** Overwrites the first page of a table or an index of a closed database of SQLite. */
export function damagePageOf(file: string, name: string): void {
  const database = new DatabaseSync(file);
  const { rootpage } = database.prepare('select rootpage from sqlite_schema where name = ?').get(name)!;
  database.close();
  const opened = openSync(file, 'r+');
  writeSync(opened, Buffer.alloc(PAGE_BYTES, 0xa5), 0, null, (Number(rootpage) - 1) * PAGE_BYTES);
  closeSync(opened);
}
