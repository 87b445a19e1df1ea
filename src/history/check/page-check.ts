import { DatabaseSync } from 'node:sqlite';
import { isDamage } from './damage.ts';

/**
 * The damage that SQLite finds in the pages of a file, its indexes compared with their tables: one table at a time, so
 * that the caller can pause between them. Reads only; writers go on.
 */
export function* pageProblems(file: string): Generator<readonly string[]> {
  using database = new DatabaseSync(file, { readOnly: true });
  const tables = database.prepare("select name from sqlite_schema where type = 'table' order by name").all();
  for (const { name } of tables) {
    const found = textsOf(database, String(name)).filter((text) => text !== 'ok');
    yield found.map((text) => `${file}: table ${name}: ${text}`);
  }
}

function textsOf(database: DatabaseSync, table: string): string[] {
  try {
    const rows = database.prepare(`pragma integrity_check("${table}")`).all();
    return rows.map(({ integrity_check: text }) => String(text));
  } catch (error) {
    if (!isDamage(error)) throw error;
    return [(error as Error).message];
  }
}
