/**
 * Runs a suite on both databases: SQLite in a temporary file, and PostgreSQL (postgres-of-run.ts) in a separate schema.
 * Migrating takes ten times as long as copying a migrated file or emptying a migrated schema, so a test gets a
 * migrated, empty database that may have been used before.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { type DatabaseLocation, openDatabase, openHistoryDatabase } from '../../src/database/open-database.ts';
import type { Dialect } from '../../src/database/schema/index.ts';
import { DAY_MS } from '../../src/time/units.ts';
import { hasPostgres, postgresUrl } from './postgres-url.ts';
import { THOROUGH } from './thorough.ts';

/** What is opened here is closed and removed after each test. */
export interface TestDatabases {
  /** A new, migrated main database; or one at a location made before. */
  (location?: DatabaseLocation): Promise<Database>;
  /** The same for the order history. */
  history(location?: DatabaseLocation): Promise<Database>;
  /** A place of a migrated, empty database, for tests that open it themselves and leave its tables as they are. */
  migratedLocation(of?: 'main' | 'history'): Promise<DatabaseLocation>;
  /** A new, empty place, for tests that migrate it or change its tables. */
  location(): Promise<DatabaseLocation>;
  readonly dialect: Dialect;
}

const { EACH_DATABASE } = process.env;

/**
 * All suites on PostgreSQL take minutes: a thorough run has them, and EACH_DATABASE=true. With EACH_DATABASE=third, as
 * .ci/run has it, each is run on one day of three.
 */
function isEachOnPostgres(name: string): boolean {
  if (EACH_DATABASE !== 'third') return hasPostgres && (THOROUGH || EACH_DATABASE === 'true');
  const sum = [...name].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return hasPostgres && (sum + Math.floor(Date.now() / DAY_MS)) % 3 === 0;
}

/** For long suites, and for statements that both databases take as Kysely writes them: in npm test on SQLite alone. */
export function describeOnEachDatabase(name: string, suite: (open: TestDatabases) => void): void {
  describeOn(name, suite, isEachOnPostgres(name));
}

/** On SQLite, and on both in a thorough run: for servers whose modules the tests of modules prove on each. */
export function describeMostlyOnSqlite(name: string, suite: (open: TestDatabases) => void): void {
  describeOn(name, suite, hasPostgres && THOROUGH);
}

/**
 * On both in every run: for what several connections of PostgreSQL do to each other, and for statements that differ by
 * the database or are written as SQL, where the suite is short.
 */
export function describeOnBothDatabases(name: string, suite: (open: TestDatabases) => void): void {
  describeOn(name, suite, hasPostgres);
}

function describeOn(name: string, suite: (open: TestDatabases) => void, isOnPostgres: boolean): void {
  describe(`${name} on SQLite`, () => suite(testDatabases('sqlite', temporaryFile)));
  describe.runIf(isOnPostgres)(`${name} on PostgreSQL`, () => suite(testDatabases('postgres', temporarySchema)));
}

/** Of PostgreSQL. */
const DEADLOCK = '40P01';
const DROP_TRIES = 20;

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
  const place = async (make: () => Promise<Place>) => {
    const made = await make();
    places.push(made);
    return made.location;
  };
  const migratedPlace = dialect === 'postgres' ? emptiedSchema : copiedFile;
  const opener = (open: Open) => {
    return async (at?: DatabaseLocation) => {
      const database = await open(at ?? (await place(() => migratedPlace(newPlace, open))));
      databases.push(database);
      return database;
    };
  };
  return Object.assign(opener(openDatabase), {
    history: opener(openHistoryDatabase),
    migratedLocation: (of = 'main') =>
      place(() => migratedPlace(newPlace, of === 'main' ? openDatabase : openHistoryDatabase)),
    location: () => place(newPlace),
    dialect,
  });
}

/** Opens the main database or the order history, whose schemas differ. */
type Open = (location: DatabaseLocation) => Promise<Database>;

const migratedFiles = new Map<Open, Promise<Buffer>>();

async function copiedFile(newPlace: () => Promise<Place>, open: Open): Promise<Place> {
  const migrated = migratedFiles.get(open) ?? migrateFile(open);
  migratedFiles.set(open, migrated);
  const place = await newPlace();
  await writeFile(place.location.file as string, await migrated);
  return place;
}

async function migrateFile(open: Open): Promise<Buffer> {
  const { location, remove } = await temporaryFile();
  await (await open(location)).close();
  const content = await readFile(location.file as string);
  await remove();
  return content;
}

/** Migrated schemas that no test uses now; those of all files are dropped after the last one (postgres-of-run.ts). */
const emptied = new Map<Open, (Place & { readonly schema: string })[]>();
let firstSequences: Promise<readonly unknown[]> | undefined;

async function emptiedSchema(_: unknown, open: Open): Promise<Place> {
  const free = emptied.get(open) ?? [];
  emptied.set(open, free);
  const { location, schema } = free.pop() ?? (await migratedSchema(open));
  if (open === openDatabase) firstSequences ??= withEmptier(schema, sequencesOf);
  const sequences = open === openDatabase ? await firstSequences : undefined;
  await withEmptier(schema, (client) => empty(client, sequences ?? []));
  const place = { location, schema, remove: async () => void free.push(place) };
  return place;
}

async function sequencesOf(client: pg.Client): Promise<readonly unknown[]> {
  return (await client.query('select * from id_sequences')).rows;
}

async function migratedSchema(open: Open) {
  const place = await temporarySchema();
  await (await open(place.location)).close();
  return place;
}

/** The connection that empties schemas, one after the other: a new one would read the catalog again for each. */
let emptier: Promise<pg.Client> | undefined;

async function connectedEmptier(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: await postgresUrl() });
  // It ends with the process.
  client.on('error', () => {});
  await client.connect();
  await client.query('set synchronous_commit = off');
  return client;
}

function withEmptier<R>(schema: string, work: (client: pg.Client) => Promise<R>): Promise<R> {
  const before = emptier ?? connectedEmptier();
  const done = before.then(async (client) => {
    // Triggers name their tables without the schema.
    await client.query(`set search_path = ${schema}`);
    return work(client);
  });
  emptier = done.then(
    () => before,
    () => before,
  );
  return done;
}

/** Its entries are never deleted otherwise, and its balances are deleted with it. */
const LEDGER_ENTRIES = 'ledger_entries';
/** Those that were ever filled: the others have no pages. */
const TABLES = `select relname as name from pg_class where relnamespace = current_schema()::regnamespace
  and relkind = 'r' and relname <> 'schema_migrations' and pg_relation_size(oid) > 0`;

/**
 * Deletes what there is: to truncate makes new files for every table and index, and takes thirty times as long.
 * @param sequences as a migrated schema has them
 */
async function empty(client: pg.Client, sequences: readonly unknown[]): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(TABLES);
  const question = tables.map(({ name }) => `select '${name}' as name where exists (table ${name})`);
  while (question.length > 0) {
    const { rows: filled } = await client.query<{ name: string }>(question.join(' union all '));
    if (filled.length === 0) break;
    const hasEntries = filled.some(({ name }) => name === LEDGER_ENTRIES);
    if (hasEntries) await client.query(`alter table ${LEDGER_ENTRIES} disable trigger user`);
    // In one statement, because foreign keys are checked after it; triggers that count may fill a table again.
    const deletions = filled.map(({ name }) => `of_${name} as (delete from ${name})`);
    await client.query(`with ${deletions.join(', ')} select`);
    if (hasEntries) await client.query(`alter table ${LEDGER_ENTRIES} enable trigger user`);
  }
  const rows = 'json_populate_recordset(null::id_sequences, $1)';
  if (sequences.length > 0) {
    await client.query(`insert into id_sequences select * from ${rows}`, [JSON.stringify(sequences)]);
  }
}

async function temporaryFile(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'openats-database-'));
  // No test cuts the power: a wait for the disk at each commit would take half of the time of a run.
  return {
    location: { file: join(folder, 'test.db'), synchronous: 'NORMAL' },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Its own for each run, which drops all that begin with it. */
function schemaPrefix(): string {
  return `test_${process.env.OPENATS_TEST_RUN ?? ''}_`;
}

async function temporarySchema(): Promise<Place & { readonly schema: string }> {
  const url = await postgresUrl();
  const schema = `${schemaPrefix()}${randomBytes(8).toString('hex')}`;
  await administer(url, `create schema ${schema}`);
  const own = new URL(url);
  // No test cuts the power of the database's machine.
  own.searchParams.set('options', `-c search_path=${schema} -c synchronous_commit=off`);
  // URL writes a space as +, which PostgreSQL's own format does not read back.
  return {
    location: { url: own.href.replaceAll('+', '%20'), connectionsMax: 4 },
    schema,
    remove: () => dropSchema(url, schema),
  };
}

/** A server that ends after its test may still write: the drop may be the victim of a deadlock with it. */
async function dropSchema(url: string, schema: string): Promise<void> {
  for (let left = DROP_TRIES - 1; ; left--) {
    try {
      return await administer(url, `drop schema ${schema} cascade`);
    } catch (error) {
      if (left === 0 || (error as { code?: unknown }).code !== DEADLOCK) throw error;
    }
  }
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
