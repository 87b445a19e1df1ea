/**
 * Lists of many accounts, on SQLite and, with --postgres=URL (or TEST_DATABASE_URL), on PostgreSQL.
 *
 *   node bench/lists/run.ts [--accounts=1000000] [--few=1000] [--rounds=200] [--postgres=postgres://...] [--json FILE]
 *
 * Each page is asked of the whole HTTP side in the process, without a socket; the client with many accounts and the one
 * with few take turns. Fails when an answer is not as long as it must be.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import type { Database } from '../../src/database/database.ts';
import { Secrets } from '../../src/database/secrets/index.ts';
import { CredentialGuard } from '../../src/http/auth/credential-guard.ts';
import type { Client } from '../../src/http/methods/client.ts';
import { createServer } from '../../src/http/server/server.ts';
import { accountResource } from '../../src/modules/accounts/account-resource.ts';
import { defineList, LongReads } from '../../src/modules/shared/list/index.ts';
import { type Figure, resultsFile, writeResults } from '../support/results.ts';
import { quantile } from '../support/statistics.ts';
import { fillAccounts, type TemporaryDatabase, temporaryPostgres, temporarySqlite } from './account-fill.ts';

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '1000000' },
    few: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '200' },
    postgres: { type: 'string', default: process.env.TEST_DATABASE_URL ?? '' },
    json: { type: 'string' },
  },
});
const many = Number(values.accounts);
const few = Number(values.few);
const rounds = Number(values.rounds);

/** What is asked of a client with this many accounts; the queries differ from round to round. */
interface Shape {
  readonly name: string;
  readonly query: (accounts: number, round: number) => string;
  readonly items: number;
  /** Answered from an index; the others are long reads. */
  readonly short: boolean;
}

/** An account that is not archived, another one each round. */
const someAccount = (accounts: number, round: number) => 1 + ((round * 7919) % Math.floor(accounts / 20)) * 20;
const deep = (accounts: number, offset: number) => Math.min(offset, Math.floor(accounts * 0.9));

/** Numbers after which the account ids of the two clients begin. */
const MANY_AFTER = 10_000_000;
const FEW_AFTER = 90_000_000;

const SHAPES: readonly Shape[] = [
  { name: 'first page, 10', query: () => '', items: 10, short: true },
  { name: 'first page, 500', query: () => 'limit=500', items: 500, short: true },
  { name: 'page at 10,000', query: (n) => `offset=${deep(n, 10_000)}`, items: 10, short: true },
  {
    name: 'page at 10,000, deleted too',
    query: (n) => `offset=${deep(n, 10_000)}&deleted=true`,
    items: 10,
    short: true,
  },
  { name: 'oldest first', query: () => 'sort=createdDate:asc', items: 10, short: true },
  {
    name: 'filter by accountId',
    query: (n, r) => `filter[accountId]=A${(n === many ? MANY_AFTER : FEW_AFTER) + someAccount(n, r)}`,
    items: 1,
    short: true,
  },
  {
    name: 'filter by email',
    query: (n, r) => `filter[email]=investor${someAccount(n, r)}@example.com`,
    items: 1,
    short: true,
  },
  { name: 'page at nine tenths', query: (n) => `offset=${Math.floor(n * 0.9)}`, items: 10, short: false },
  { name: 'filter by state, no index', query: () => 'filter[state]=CA', items: 10, short: false },
  { name: 'sort by accountName', query: () => 'sort=accountName:asc', items: 10, short: false },
];

const MANY = 'C-many';
const FEW = 'C-few';

async function serve(database: Database): Promise<FastifyInstance> {
  const deps = {
    db: database.db,
    longReads: new LongReads(database),
    secrets: new Secrets([Buffer.alloc(32, 7)]),
  };
  const list = {
    name: 'listAccounts',
    path: '/v3/accounts',
    key: 'accounts',
    group: 'Accounts',
    summary: '',
    source: '',
  };
  const { v3 } = await createServer({
    methods: [defineList(accountResource(deps), list)],
    guard: new CredentialGuard({ authenticator: { authenticate: clientOf } }),
    logger: pino({ level: 'silent' }),
    health: () => ({ state: 'leader', alive: true, ready: true, reason: null }),
    environment: 'sandbox',
    version: 'bench',
  });
  await v3.ready();
  return v3;
}

function clientOf(clientId: string): Client {
  return {
    clientId,
    parentId: clientId,
    name: clientId,
    master: false,
    scopes: new Set(['account.read.pii_high']),
    deniedMethods: new Set(),
    fieldPermissions: new Set(),
  };
}

/** One page, in milliseconds. */
async function timed(api: FastifyInstance, client: string, query: string, items: number): Promise<number> {
  const start = performance.now();
  const answer = await api.inject({
    url: `/v3/accounts?${query}`,
    headers: { authorization: `Bearer ${client}:key` },
  });
  const elapsed = performance.now() - start;
  const listed = answer.json().accounts;
  if (listed?.length !== items)
    throw new Error(`${client} ?${query}: ${items} items expected: ${answer.body.slice(0, 200)}`);
  return elapsed;
}

interface Times {
  readonly many: number[];
  readonly few: number[];
  /** Longest time that the thread of the service was held up while the long read ran elsewhere, milliseconds. */
  readonly heldUpMs: number;
}

async function measure(api: FastifyInstance, shape: Shape): Promise<Times> {
  const times = { many: [] as number[], few: [] as number[] };
  const count = shape.short ? rounds : Math.max(3, Math.round(rounds / 20));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  for (let round = -Math.ceil(count / 10); round < count; round++) {
    if (round === 0) delay.enable();
    const small = await timed(api, FEW, shape.query(few, round + count), Math.min(shape.items, few));
    const large = await timed(api, MANY, shape.query(many, round + count), shape.items);
    // The rounds before 0 warm up.
    if (round < 0) continue;
    times.few.push(small);
    times.many.push(large);
  }
  delay.disable();
  return { ...times, heldUpMs: delay.max / 1e6 };
}

const milliseconds = (value: number) => value.toFixed(value < 10 ? 2 : 0).padStart(8);

async function run(name: string, { database, remove }: TemporaryDatabase): Promise<Figure[]> {
  try {
    const start = performance.now();
    await fillAccounts(database, MANY, many, MANY_AFTER);
    await fillAccounts(database, FEW, few, FEW_AFTER);
    console.log(
      `\n${name}: ${many} and ${few} accounts written in ${Math.round((performance.now() - start) / 1000)} s`,
    );
    console.log(`${'milliseconds'.padEnd(30)}     p50      p99  p50 of few   ratio  held up`);
    const api = await serve(database);
    const figures: Figure[] = [];
    for (const shape of SHAPES) {
      const times = await measure(api, shape);
      const [sorted, small] = [times.many.toSorted((a, b) => a - b), times.few.toSorted((a, b) => a - b)];
      const [p50, p99, fewP50] = [quantile(sorted, 0.5), quantile(sorted, 0.99), quantile(small, 0.5)];
      console.log(
        `${shape.name.padEnd(30)}${milliseconds(p50)} ${milliseconds(p99)}    ${milliseconds(fewP50)} ` +
          `${(p50 / fewP50).toFixed(1).padStart(7)} ${milliseconds(times.heldUpMs)}`,
      );
      figures.push({
        name: `${name}, ${shape.name}`,
        unit: 'ms',
        median: p50,
        lowest: sorted[0]!,
        highest: p99,
        ...(shape.short ? { aim: 'at most 20' } : {}),
      });
    }
    await api.close();
    return figures;
  } finally {
    await remove();
  }
}

const figures = await run('SQLite', await temporarySqlite());
if (values.postgres !== '') figures.push(...(await run('PostgreSQL', await temporaryPostgres(values.postgres))));
writeResults(resultsFile(process.argv.slice(2)), 'lists', figures);
