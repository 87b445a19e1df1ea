/**
 * What long answers cost the main thread, on SQLite: its CPU time for an answer, and the longest turn of the event loop
 * meanwhile, in CPU time too, so that a busy machine changes neither much.
 *
 *   node bench/lists/long-answers.ts [--records=5000] [--rounds=5] [--json FILE]
 */
import { parseArgs } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import pino from 'pino';
import type { Database } from '../../src/database/database.ts';
import { Secrets } from '../../src/database/secrets/index.ts';
import { CredentialGuard } from '../../src/http/auth/credential-guard.ts';
import type { Method } from '../../src/http/methods/method.ts';
import { createServer } from '../../src/http/server/server.ts';
import { accountsModule } from '../../src/modules/accounts/index.ts';
import { offeringsModule } from '../../src/modules/offerings/index.ts';
import type { ModuleDeps } from '../../src/modules/shared/deps.ts';
import { LongReads } from '../../src/modules/shared/list/index.ts';
import { tradesModule } from '../../src/modules/trades/index.ts';
import { type Figure, resultsFile, writeResults } from '../support/results.ts';
import { spreadOf } from '../support/statistics.ts';
import { fillAccounts, temporarySqlite } from './account-fill.ts';

const argv = process.argv.slice(2);
const { values } = parseArgs({
  args: argv,
  options: {
    records: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '5' },
    json: { type: 'string' },
  },
});
/** Answers whose CPU time is measured together. */
const AT_ONE_MEASUREMENT = 5;
const records = Number(values.records);
const rounds = Number(values.rounds);

const CLIENT = 'C1';
const OFFERING = 100_001;
const ACCOUNT = 'A10000001';

interface Asked {
  readonly name: string;
  readonly call: { readonly method: 'GET' | 'POST'; readonly url: string; readonly payload?: object };
  /** Answers at once. */
  readonly atOnce: number;
}

const post = (name: string, payload: object = {}): Asked => ({
  name,
  call: { method: 'POST', url: `/v3/${name}`, payload },
  atOnce: 1,
});
const page: Asked['call'] = { method: 'GET', url: '/v3/accounts?limit=500' };

const ASKED: readonly Asked[] = [
  post('getAllAccounts'),
  post('searchAccount', { searchKeyword: 'example' }),
  post('getAccountTradeHistory', { accountId: ACCOUNT }),
  post('getTradesForOffering', { offeringId: OFFERING }),
  post('getOfferingDetails', { offeringId: OFFERING }),
  { name: 'GET /accounts?limit=500', call: page, atOnce: 1 },
  { name: 'eight of GET /accounts?limit=500', call: page, atOnce: 8 },
];

async function serve(database: Database): Promise<FastifyInstance> {
  // What the reads need; the methods that write are there too and are not called.
  const deps = {
    db: database.db,
    longReads: new LongReads(database),
    secrets: new Secrets([Buffer.alloc(32, 7)]),
    nowUs: () => Date.now() * 1000,
    venue: { securities: () => [] },
    ...{
      documents: {},
      outbox: { isRegistered: () => false },
      idempotencyStore: { kept: (handler: unknown) => handler },
    },
    billing: { billed: (handler: unknown) => handler },
  } as unknown as ModuleDeps;
  const wanted = new Set([...ASKED.map(({ name }) => name), 'listAccounts']);
  const modules = [accountsModule, offeringsModule, tradesModule] as unknown as ((of: ModuleDeps) => Method[])[];
  const methods = modules.flatMap((module) => module(deps)).filter(({ name }) => wanted.has(name));
  const client = {
    ...{ clientId: CLIENT, parentId: CLIENT, name: CLIENT, master: false },
    scopes: new Set(['account.read.pii_high', 'trade.read']),
    ...{ deniedMethods: new Set<string>(), fieldPermissions: new Set<string>() },
  };
  const { v3 } = await createServer({
    methods,
    guard: new CredentialGuard({ authenticator: { authenticate: () => client } }),
    logger: pino({ level: 'silent' }),
    health: () => ({ state: 'leader', alive: true, ready: true, reason: null }),
    environment: 'sandbox',
    version: 'bench',
  });
  return v3;
}

async function fill({ db, ...database }: Database): Promise<void> {
  await fillAccounts({ db, ...database }, CLIENT, records, 10_000_000);
  await store(db, 'issuers', { issuer_id: 1, client_id: CLIENT });
  await store(db, 'offerings', { offering_id: OFFERING, client_id: CLIENT, issuer_id: 1 });
  await sql`
    with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${records})
    insert into trades (trade_id, client_id, offering_id, account_id, party_id, transaction_type, unit_price,
      total_shares, fees, total_amount, order_status, esign_status, field1, field2, field3, rr_approval_status,
      principal_approval_status, eligible_to_close, archived, created_at)
    select 100000 + i, ${CLIENT}, ${OFFERING}, ${ACCOUNT}, 'P10000001', 'ACH', '10.000000', '5.000000', '0.000000',
      '50.000000', 'CREATED', 'NOTSIGNED', '', '', '', 'Pending', 'Pending', 0, 0, 1800000000000000 + i
    from numbers`.execute(db);
}

/** A record with these values, and some value in each other column that needs one. */
async function store(
  db: Database['db'],
  table: 'issuers' | 'offerings',
  known: Readonly<Record<string, string | number>>,
): Promise<void> {
  const { columns } = (await db.introspection.getTables()).find(({ name }) => name === table)!;
  const needed = columns.filter(({ isNullable, hasDefaultValue }) => !isNullable && !hasDefaultValue);
  const some = needed.map(({ name, dataType }) => [name, /int/i.test(dataType) ? 0 : '1.000000']);
  await db
    .insertInto(table)
    .values({ ...Object.fromEntries(some), ...known })
    .execute();
}

/** CPU of the main thread, milliseconds; of the system's ticks, so that many answers are measured together. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

async function answer(api: FastifyInstance, { call, atOnce, name }: Asked): Promise<void> {
  const headers = { authorization: `Bearer ${CLIENT}:key` };
  const answers = await Promise.all(Array.from({ length: atOnce }, () => api.inject({ ...call, headers })));
  const refused = answers.find(({ body }) => !body.startsWith('{"statusCode":"101"'));
  if (refused !== undefined) throw new Error(`${name}: ${refused.body.slice(0, 300)}`);
}

/** Milliseconds of CPU for each time that it is asked. */
async function mainThread(api: FastifyInstance, asked: Asked): Promise<number> {
  const start = threadMs();
  for (let n = 0; n < AT_ONE_MEASUREMENT; n++) await answer(api, asked);
  return (threadMs() - start) / AT_ONE_MEASUREMENT;
}

/** Milliseconds of CPU in the longest turn of the event loop, as exact as the system's ticks are. */
async function longestTurn(api: FastifyInstance, asked: Asked): Promise<number> {
  let longest = 0;
  let last = threadMs();
  const end = () => {
    const now = threadMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const turn = () => {
    end();
    immediate = setImmediate(turn);
  };
  let immediate = setImmediate(turn);
  await answer(api, asked);
  clearImmediate(immediate);
  end();
  return longest;
}

async function figureOf(name: string, aim: string | undefined, measure: () => Promise<number>): Promise<Figure> {
  await measure();
  const measured: number[] = [];
  for (let round = 0; round < rounds; round++) measured.push(await measure());
  const { lowest, median, highest } = spreadOf(measured);
  console.log(
    `${name.padEnd(50)} ${median.toFixed(1).padStart(7)} ms  (${lowest.toFixed(1)} to ${highest.toFixed(1)})`,
  );
  return { name, unit: 'ms', median, lowest, highest, ...(aim === undefined ? {} : { aim }) };
}

const { database, remove } = await temporarySqlite();
try {
  await fill(database);
  const api = await serve(database);
  const figures: Figure[] = [];
  for (const asked of ASKED) {
    figures.push(await figureOf(`${asked.name}, main thread`, undefined, () => mainThread(api, asked)));
    figures.push(await figureOf(`${asked.name}, longest turn`, 'at most 10', () => longestTurn(api, asked)));
  }
  await api.close();
  writeResults(resultsFile(argv), 'long-answers', figures);
} finally {
  await remove();
}
