/**
 * Checks the journal and the snapshots of a data folder, its venue/ or a backup of it, and changes nothing:
 *
 *   npm run verify -- FOLDER [--archive FOLDER] [--reports FOLDER] [--history FILE_OR_URL] [--replay]
 *
 * Every checksum, the chain of hashes, the snapshots and their places in the chain, the files of the reports (those of
 * the folder when nothing else is said) and the places of their days in the chain; the pages of openats.db and
 * history.db of the folder, and each row of the order history (history.db, or --history) with the events of the
 * journal; the balances of the ledger with its entries and with the records that were posted, the states of trades
 * with their money, their units and what offerings have sold (of openats.db, or of the database of --history); with
 * --replay, the state that the journal comes to from its first record is compared with each snapshot, the events of
 * each day with its report, and the units that the venue has issued with those of the database. What an upgrade from
 * 0.1.0 left to be stated by setHoldings or setPosition is listed (F4, F12), and is no damage.
 * Exit code 0: all is whole; 1: something is not; 2: wrong use.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { historyDatabaseFile, mainDatabaseFile } from '../src/database/files.ts';
import { type DatabaseLocation, openHistoryReader } from '../src/database/open-database.ts';
import { isPostgresUrl } from '../src/database/postgres/index.ts';
import type { Db, ReportManifest } from '../src/database/schema/index.ts';
import { nodeFileSystem } from '../src/exchange/journal/file-system.ts';
import { type JournalMark, type VerifyReport, verifyVenue } from '../src/exchange/storage/verify.ts';
import { compareHistory } from '../src/history/check/compare-history.ts';
import { pageProblems } from '../src/history/check/page-check.ts';
import { checkReports } from '../src/history/reports/manifest.ts';
import { feeProblems } from '../src/modules/fees/index.ts';
import { canceledSettlements } from '../src/modules/imports/index.ts';
import { ledgerProblems } from '../src/modules/ledger/index.ts';
import { tradeProblems } from '../src/modules/trades/money/check-trades.ts';
import { tradesWithoutUnits, unitProblems, unitRowProblems } from '../src/modules/units/index.ts';

const USAGE =
  'usage: npm run verify -- FOLDER [--archive FOLDER] [--reports FOLDER] [--history FILE_OR_URL] [--replay]';

/** Of PostgreSQL. */
const UNDEFINED_TABLE = '42P01';

async function main(): Promise<number> {
  let report: VerifyReport;
  let reports: ReturnType<typeof checkReports>;
  let databases: DatabaseReport;
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        archive: { type: 'string' },
        reports: { type: 'string' },
        history: { type: 'string' },
        replay: { type: 'boolean', default: false },
      },
    });
    const [folder, ...others] = positionals;
    if (folder === undefined || others.length > 0) throw new Error('one folder is wanted');
    requireFolder('FOLDER', folder);
    if (values.archive !== undefined) requireFolder('--archive', values.archive);
    if (values.reports !== undefined) requireFolder('--reports', values.reports);
    if (values.history !== undefined) await requireHistory(values.history);
    reports = checkReports(values.reports ?? join(folder, 'reports'));
    report = verifyVenue(nodeFileSystem, venueFolder(folder), {
      archiveFolder: values.archive ?? null,
      replay: values.replay,
      marks: reports.manifests.map(markOf),
    });
    databases = await checkDatabases(folder, report, values);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    return 2;
  }
  const problems = [...report.problems, ...reports.problems, ...databases.problems];
  for (const finding of [...report.findings, ...databases.findings]) console.log(finding);
  for (const problem of problems) console.error(`PROBLEM ${problem}`);
  console.log(problems.length === 0 ? 'whole' : 'not whole');
  return problems.length === 0 ? 0 : 1;
}

function requireFolder(option: string, folder: string): void {
  if (!existsSync(folder)) throw new Error(`${option}: there is no folder ${folder}`);
}

/** Another database would be compared table by table. A URL may hold a password, and is not shown. */
async function requireHistory(history: string): Promise<void> {
  const wanted = 'name the history.db of a data folder, or the URL of the PostgreSQL database of the venue';
  if (isPostgresUrl(history)) {
    if (await lacksHistory({ url: history })) {
      throw new Error(`--history: the database of the URL has no order history; ${wanted}`);
    }
    return;
  }
  if (!existsSync(history)) throw new Error(`--history: there is no file ${history}; ${wanted}`);
  if (await lacksHistory({ file: history })) {
    throw new Error(`--history: ${history} is no order history; ${wanted}`);
  }
}

/** False where the database cannot be read: the checks say why. */
async function lacksHistory(location: DatabaseLocation): Promise<boolean> {
  try {
    const { db, close } = openHistoryReader(location);
    await db.selectFrom('history_position').select('seq').executeTakeFirst().finally(close);
    return false;
  } catch (error) {
    const { code, message } = error as { readonly code?: unknown; readonly message: string };
    return code === UNDEFINED_TABLE || code === 'SQLITE_NOTADB' || message.startsWith('no such table');
  }
}

type DatabaseReport = Pick<VerifyReport, 'findings' | 'problems'>;

/** The last command of the journal is 0 where that is not whole, and nothing can be compared with it. */
async function checkDatabases(
  folder: string,
  { command, issued, isVoid }: VerifyReport,
  { history = historyDatabaseFile(folder), archive = null }: { history?: string; archive?: string | null },
): Promise<DatabaseReport> {
  const findings: string[] = [];
  const problems: string[] = [];
  for (const file of new Set([mainDatabaseFile(folder), history])) {
    if (!existsSync(file)) continue;
    const found = [...pageProblems(file)].flat();
    problems.push(...found);
    if (found.length === 0) findings.push(`${file}: its pages are whole`);
  }
  const books: DatabaseLocation = isPostgresUrl(history) ? { url: history } : { file: mainDatabaseFile(folder) };
  const hasBooks = books.url !== undefined || existsSync(books.file ?? '');
  if (problems.length === 0 && hasBooks) {
    const found = await checkBooks(books, { issued, isVoid });
    findings.push(...found.findings);
    problems.push(...found.problems);
  }
  if (command === 0 || !(isPostgresUrl(history) || existsSync(history))) return { findings, problems };
  const before = problems.length;
  const records: DatabaseLocation = isPostgresUrl(history) ? { url: history } : { file: history };
  if (hasBooks) {
    const ofBooks = (db: Db) => readBooks(records, 'the fees', (of) => feeProblems(db, of));
    problems.push(...(await readBooks(books, 'the fees', ofBooks)));
  }
  try {
    const events = await compareHistory(records, {
      ...{ files: nodeFileSystem, folder: venueFolder(folder), archiveFolder: archive, durable: command },
      problem: (text) => problems.push(text),
    });
    if (problems.length === before) findings.push(`order history: its rows are those of ${events} events`);
  } catch (error) {
    problems.push(`the order history cannot be compared: ${error instanceof Error ? error.message : String(error)}`);
  }
  return { findings, problems };
}

/** What the venue knows of the units of trades and of void matches is null where its state was not computed. */
async function checkBooks(
  books: DatabaseLocation,
  { issued, isVoid }: Pick<VerifyReport, 'issued' | 'isVoid'>,
): Promise<DatabaseReport> {
  const ledger = await readBooks(books, 'the ledger', ledgerProblems);
  const trades = await readBooks(books, 'the trades', tradeProblems);
  const rows = await readBooks(books, 'the units', unitRowProblems);
  const units = issued === null ? [] : await readBooks(books, 'the issued units', (db) => unitProblems(db, issued));
  const findings: string[] = [];
  if (ledger.length === 0) findings.push('ledger: its balances are those of its entries and of the records');
  if (trades.length === 0) {
    findings.push('trades: their states agree with their money, and the sold units of offerings with their trades');
  }
  const older = await readBooks(books, 'the trades of 0.1.0', tradesWithoutUnits);
  const others = older.length === 0 ? '' : ', but those of 0.1.0,';
  if (rows.length === 0)
    findings.push(`units: each SETTLED trade${others} has a row of its units, and nothing is issued for another`);
  if (issued !== null && units.length === 0) findings.push('units: the venue has issued what their rows say');
  findings.push(...older);
  const canceled = (db: Db) => (isVoid === null ? Promise.resolve([]) : canceledSettlements(db, isVoid));
  findings.push(...(await readBooks(books, 'the settlements', canceled)));
  return { findings, problems: [...ledger, ...trades, ...rows, ...units] };
}

async function readBooks(
  location: DatabaseLocation,
  what: string,
  problemsOf: (db: Db) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const { db, close } = openHistoryReader(location);
  try {
    return await problemsOf(db);
  } catch (error) {
    return [`${what} cannot be checked: ${error instanceof Error ? error.message : String(error)}`];
  } finally {
    await close();
  }
}

function markOf({ date, command, lastEventSeq: eventSeq, chain }: ReportManifest): JournalMark {
  return { name: `report of ${date}`, command, eventSeq, chain };
}

function venueFolder(folder: string): string {
  const inside = join(folder, 'venue');
  return existsSync(inside) ? inside : folder;
}

process.exitCode = await main();
