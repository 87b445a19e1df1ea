/**
 * Whether an offering becomes slower with its trades: createTrade, and pages of getLedger, of an offering with 100,000
 * trades and of new ones with 10, of one server, in turn. The trades are rows that are inserted while the server is
 * stopped; the triggers of the tables post them to the ledger.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { mainDatabaseFile } from '../../src/database/files.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import type { Db } from '../../src/database/schema/index.ts';
import { markdownTable } from '../support/markdown.ts';
import type { OrderParties } from '../support/order-requests.ts';
import type { Figure } from '../support/results.ts';
import { figure, type Section } from '../support/section.ts';
import { spreadOf, spreadText } from '../support/statistics.ts';
import { VenueProcess } from '../support/venue-process.ts';
import { postgresPlace } from './place.ts';

const FEW = 10;
const MANY = 100_000;
/** Calls of a block about each offering: after it a new one has 110 trades. */
const CALLS = 100;
/** Of a page: fewer than an offering with few trades has. */
const ENTRIES = 20;
const ACCOUNTS = 1000;
const SEEDED_AT_ONCE = 500;
const AIM = 'at most 1.2';

type Answer = Readonly<Record<string, unknown>> & { readonly statusCode: string };
type Call = (method: string, fields: object, verb?: string) => Promise<Answer>;

/** Milliseconds a call, the median of a block. */
type Block = number;

/** The calls about an offering, one at a time. */
type CallsOf = (offering: string) => () => Promise<unknown>;

/** Blocks of calls about the offering with many trades, and about those with few. */
interface Compared {
  readonly what: string;
  readonly few: readonly Block[];
  readonly many: readonly Block[];
}

export interface SeededOptions {
  readonly repetitions: number;
  /** Of a PostgreSQL database; absent: SQLite. */
  readonly url: string | undefined;
}

export async function measureSeeded(folder: string, { repetitions, url }: SeededOptions): Promise<Section> {
  const dataDir = join(folder, 'data');
  mkdirSync(folder, { recursive: true });
  const place = url === undefined ? undefined : await postgresPlace(url);
  const settings: Record<string, string> = place?.url === undefined ? {} : { DATABASE_URL: place.url };
  let venue = await VenueProcess.start(dataDir, [], settings);
  try {
    const parties = venue.parties();
    const call: Call = (method, fields, verb = 'POST') => callOf(venue.port, parties, { method, fields, verb });
    const { accountId } = parties;
    const trade = { accountId, transactionType: 'ACH', transactionUnits: '1' };
    const invest = (offeringId: string) => call('createTrade', { ...trade, offeringId });
    const [many = '', ...fews] = await newOfferings(call, parties, repetitions + 1);
    for (const offering of [many, ...fews]) await invest(offering);
    await venue.stop();
    const { db, close } = await openDatabase(place?.url === undefined ? { file: mainDatabaseFile(dataDir) } : place);
    for (const offering of fews) await seed(db, Number(offering), FEW);
    await seed(db, Number(many), MANY);
    await close();
    venue = await VenueProcess.start(dataDir, [], settings);
    // What is compiled and cached at the first calls is so for both.
    const [warm = ''] = await newOfferings(call, parties, 1);
    for (let count = 0; count < 3 * CALLS; count++) await invest(count % 2 === 0 ? many : warm);
    const database = place === undefined ? 'SQLite' : 'PostgreSQL';
    const times = async (what: string, callsOf: CallsOf): Promise<Compared> => {
      const blocks = { few: [] as Block[], many: [] as Block[] };
      for (const offering of fews) {
        const { few, many: all } = await timesOf(callsOf(offering), callsOf(many));
        blocks.few.push(few);
        blocks.many.push(all);
      }
      return { what: `${what}, ${database}`, ...blocks };
    };
    return sectionOf([
      await times('createTrade', (offering) => () => invest(offering)),
      await times('a page of getLedger', (offering) => pagesOf(call, offering, 'No')),
      await times('a page of getLedger with trades', (offering) => pagesOf(call, offering, 'Yes')),
    ]);
  } finally {
    await venue.stop();
    await place?.remove();
  }
}

async function newOfferings(call: Call, { issuerId }: OrderParties, count: number): Promise<string[]> {
  const texts = { startDate: '01-31-2030', endDate: '12-31-2030', offeringText: 'a', stampingText: 'a' };
  const amounts = { targetAmount: '1000', minAmount: '1', maxAmount: '100000000', unitPrice: '10' };
  const terms = { issuerId, issueName: 'a', issueType: 'Equity', ...texts, ...amounts };
  const offerings: string[] = [];
  for (let made = 0; made < count; made++) {
    const { offeringDetails } = await call('createOffering', terms, 'PUT');
    const [, [{ offeringId }]] = offeringDetails as [boolean, [{ readonly offeringId: string }]];
    offerings.push(offeringId);
  }
  return offerings;
}

/** Trades like the one that the offering has, of other accounts, until it has that many. */
async function seed(db: Db, offeringId: number, count: number): Promise<void> {
  const [trade] = await db.selectFrom('trades').selectAll().where('offering_id', '=', offeringId).execute();
  if (trade === undefined) throw new Error('the offering has no trade');
  const columns = Object.keys(trade) as (keyof typeof trade)[];
  const values = columns.map((column) => {
    if (column === 'trade_id') return sql`cast(${sql.lit(offeringId)} as bigint) * 1000000 + n.i`;
    if (column === 'account_id') return sql`'seeded ' || (n.i % ${sql.lit(ACCOUNTS)})`;
    return sql.ref(`t.${column}`);
  });
  // One transaction that updates the balances of the offering for each of them would get slower with each.
  for (let first = 1; first < count; first += SEEDED_AT_ONCE) {
    const last = Math.min(first + SEEDED_AT_ONCE, count) - 1;
    await sql`with recursive n(i) as (select ${sql.lit(first)} union all select i + 1 from n where i < ${sql.lit(last)})
      insert into trades (${sql.join(columns.map((column) => sql.ref(column)))})
      select ${sql.join(values)} from n cross join trades as t where t.trade_id = ${trade.trade_id}`.execute(db);
  }
  const sold = { sold_shares: `${count}.000000` };
  await db.updateTable('offerings').set(sold).where('offering_id', '=', offeringId).execute();
}

/** One call of each after the other, and every other time the other way round. */
async function timesOf(few: () => Promise<unknown>, many: () => Promise<unknown>) {
  const times = { few: [] as number[], many: [] as number[] };
  const calls = [['few', few] as const, ['many', many] as const];
  for (let made = 0; made < CALLS; made++) {
    for (const [name, call] of made % 2 === 0 ? calls : calls.toReversed()) {
      const before = performance.now();
      await call();
      times[name].push(performance.now() - before);
    }
  }
  return { few: spreadOf(times.few).median, many: spreadOf(times.many).median };
}

/** From the newest entry on; again from there after the oldest. */
function pagesOf(call: Call, offeringId: string, withTrades: string): () => Promise<void> {
  let cursor: unknown = null;
  return async () => {
    const asked = { offeringId, withTrades, limit: ENTRIES, ...(cursor === null ? {} : { cursor }) };
    const { nextCursor, entries } = await call('getLedger', asked);
    if ((entries as unknown[]).length === 0) throw new Error('a page is empty');
    cursor = nextCursor;
  };
}

async function callOf(
  port: number,
  { clientID, developerAPIKey }: OrderParties,
  { method, fields, verb }: { readonly method: string; readonly fields: object; readonly verb: string },
): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}/v3/${method}`, {
    method: verb,
    headers: { authorization: `Bearer ${clientID}:${developerAPIKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  });
  const answer = (await response.json()) as Answer;
  if (answer.statusCode !== '101') throw new Error(`${method}: ${JSON.stringify(answer)}`);
  return answer;
}

/** Of the blocks of one repetition. */
const ratios = ({ few, many }: Compared) => many.map((block, index) => block / (few[index] ?? Number.NaN));

function sectionOf(all: readonly Compared[]): Section {
  const ms = (time: number) => time.toFixed(2);
  const text = markdownTable(
    [`a call, ms, of an offering with`, `${FEW} trades`, `${MANY.toLocaleString('en-US')} trades`, 'times'],
    all.map((one) => [
      one.what,
      spreadText(one.few, ms),
      spreadText(one.many, ms),
      spreadText(ratios(one), (ratio) => ratio.toFixed(2)),
    ]),
  );
  const figures = all.map(
    (one): Figure => ({
      ...figure(`${one.what}, ${MANY} trades times ${FEW}`, 'times', ratios(one), (ratio) => ratio),
      aim: AIM,
    }),
  );
  return { text, figures };
}
