/**
 * Runs a suite on both databases: SQLite in a temporary file, and PostgreSQL when TEST_DATABASE_URL is set, in a fresh
 * schema that is dropped afterwards.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, describe } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import type { Dialect } from '../../src/database/dialect.ts';
import { type DatabaseLocation, openDatabase, openHistoryDatabase } from '../../src/database/open-database.ts';
import type { Schema } from '../../src/database/schema.ts';
import type { IdSequenceRow } from '../../src/database/tables/reference.ts';

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
  const emptied = new EmptiedDatabase(newPlace);
  afterEach(async () => {
    for (const database of databases.splice(0)) await database.close();
    for (const place of places.splice(0)) await place.remove();
    emptied.inUse = false;
  });
  afterAll(() => emptied.remove());
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
  const openMain = opener(openDatabase);
  // To migrate a schema of PostgreSQL takes ten times as long as to empty one.
  const open = async (at?: DatabaseLocation) =>
    openMain(at ?? (dialect === 'postgres' && !emptied.inUse ? await emptied.take() : undefined));
  return Object.assign(open, { history: opener(openHistoryDatabase), location, dialect });
}

/** One migrated schema for the tests of a suite, each of which finds it as the migrations left it. */
class EmptiedDatabase {
  readonly #newPlace: () => Promise<Place>;
  #place: Place | undefined;
  #sequences: readonly IdSequenceRow[] = [];
  inUse = false;

  constructor(newPlace: () => Promise<Place>) {
    this.#newPlace = newPlace;
  }

  async take(): Promise<DatabaseLocation> {
    this.inUse = true;
    const isNew = this.#place === undefined;
    this.#place ??= await this.#newPlace();
    const database = await openDatabase(this.#place.location);
    if (isNew) this.#sequences = await database.db.selectFrom('id_sequences').selectAll().execute();
    else await this.#empty(database.db);
    await database.close();
    return this.#place.location;
  }

  async #empty(db: Kysely<Schema>): Promise<void> {
    const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
      where schemaname = current_schema() and tablename <> 'schema_migrations'`.execute(db);
    await sql`truncate ${sql.join(rows.map(({ name }) => sql.table(name)))}`.execute(db);
    await db.insertInto('id_sequences').values(this.#sequences).execute();
  }

  async remove(): Promise<void> {
    await this.#place?.remove();
  }
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
