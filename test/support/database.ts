/**
 * Runs a suite on both databases: SQLite in a temporary file, and PostgreSQL when TEST_DATABASE_URL is set, in a fresh
 * schema that is dropped afterwards.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import type { Dialect } from '../../src/database/dialect.ts';
import { type DatabaseLocation, openDatabase, openHistoryDatabase } from '../../src/database/open-database.ts';

/** What is opened here is closed and removed after each test. */
export interface TestDatabases {
  /** A new, migrated main database; or one at a location made before. */
  (location?: DatabaseLocation): Promise<Database>;
  /** The same for the order history. */
  history(location?: DatabaseLocation): Promise<Database>;
  /** A new, empty place, for tests that open it more than once. */
  location(): Promise<DatabaseLocation>;
  readonly dialect: Dialect;
}

export function describeOnEachDatabase(name: string, suite: (open: TestDatabases) => void): void {
  describe(`${name} on SQLite`, () => suite(testDatabases('sqlite', temporaryFile)));
  const url = process.env.TEST_DATABASE_URL;
  if (url === undefined || url === '') return;
  describe(`${name} on PostgreSQL`, () => suite(testDatabases('postgres', () => temporarySchema(url))));
}

interface Place {
  readonly location: DatabaseLocation;
  readonly remove: () => Promise<void>;
}

function testDatabases(dialect: Dialect, newPlace: () => Promise<Place>): TestDatabases {
  const databases: Database[] = [];
  const places: Place[] = [];
  afterEach(async () => {
    for (const database of databases.splice(0)) await database.close();
    for (const place of places.splice(0)) await place.remove();
  });
  const location = async () => {
    const place = await newPlace();
    places.push(place);
    return place.location;
  };
  const opener = (open: (location: DatabaseLocation) => Promise<Database>) => async (at?: DatabaseLocation) => {
    const database = await open(at ?? (await location()));
    databases.push(database);
    return database;
  };
  return Object.assign(opener(openDatabase), { history: opener(openHistoryDatabase), location, dialect });
}

async function temporaryFile(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'openats-database-'));
  return { location: { file: join(folder, 'test.db') }, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function temporarySchema(url: string): Promise<Place> {
  const schema = `test_${randomBytes(8).toString('hex')}`;
  await administer(url, `create schema ${schema}`);
  const own = new URL(url);
  own.searchParams.set('options', `-c search_path=${schema}`);
  // URL writes a space as +, which PostgreSQL's own format does not read back.
  return {
    location: { url: own.href.replaceAll('+', '%20'), connectionsMax: 4 },
    remove: () => administer(url, `drop schema ${schema} cascade`),
  };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
