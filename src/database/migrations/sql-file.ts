import { readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import type { Dialect, Migration } from '../schema/index.ts';

/** The files are written for SQLite; the words of PostgreSQL, in which an integer has 32 bits only. */
const POSTGRES_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\binteger primary key \/\* counted \*\//g, 'bigserial primary key'],
  [/\binteger primary key\b/g, 'bigint primary key'],
  [/\bcollate binary\b/g, 'collate "C"'],
  [/\) without rowid\b/g, ')'],
];

/** A semicolon that ends a line outside of a comment. */
const END = /(?<!--.*);\n/;

/**
 * Runs the statements of a .sql file. Column types that mean the same on both databases: text; bigint for whole
 * numbers, 0/1 flags and times; `integer primary key` for a numeric key, which on SQLite is the row id itself, with the
 * comment counted when the database generates it. No booleans, no date types.
 */
export async function runSqlFile(db: Kysely<unknown>, dialect: Dialect, file: URL): Promise<void> {
  let text = readFileSync(file, 'utf8');
  if (dialect === 'postgres') for (const [word, theirs] of POSTGRES_WORDS) text = text.replaceAll(word, theirs);
  for (const statement of text.split(END)) if (statement.trim() !== '') await sql.raw(statement).execute(db);
}

/** The step that runs the statements of one file. */
export function fileStep(name: string, file: URL): Migration {
  return { name, up: (db, dialect) => runSqlFile(db, dialect, file) };
}
