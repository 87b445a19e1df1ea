/** The verbs over plain maps, which the simulation knows, do what those over PostgreSQL do. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seededRandom } from '../../bench/support/random.ts';
import { adoptJournal } from '../../src/cluster/adopt-journal.ts';
import { type Connection, openConnection } from '../../src/cluster/connection.ts';
import { type Mark, NO_MARK } from '../../src/cluster/durable-mark.ts';
import type { Ledger } from '../../src/cluster/ledger.ts';
import { SERVER_RUN } from '../../src/cluster/ledger-statements.ts';
import { postgresConnect } from '../../src/cluster/postgres-connection.ts';
import { PostgresLedger } from '../../src/cluster/postgres-ledger.ts';
import { migrateJournal, SCHEMA } from '../../src/cluster/schema.ts';
import { HostTurn } from '../../src/database/postgres-client/index.ts';
import { encodeGroup, hashOf, NO_HASH } from '../../src/exchange/journal/format.ts';
import { journalStart } from '../../src/exchange/journal/reader.ts';
import { systemTimers } from '../../src/time/timers.ts';
import { ManualTime } from '../support/manual-time.ts';
import { ownDatabase } from '../support/own-database.ts';
import { hasPostgres } from '../support/postgres-url.ts';
import { MemoryJournal, MemoryLedger } from './memory-ledger.ts';

const MS_MAX = 60_000;
const STEPS = 400;
/** A lease that is over at once, and one that no test waits for. */
const LEASES_MS = [-1000, 60_000];
const NODES = ['a', 'b', 'c'];

describe.runIf(hasPostgres)('a ledger', () => {
  let database: Awaited<ReturnType<typeof ownDatabase>>;
  let connection: Connection;

  beforeAll(async () => {
    database = await ownDatabase('ledger_verbs');
    connection = await openConnection(new HostTurn(database.url), postgresConnect('test'), systemTimers);
    await migrateJournal(connection);
  });

  afterAll(async () => {
    connection.close();
    await database.drop();
  });

  /** Both at once; each step is the same for both, and so must be what it answers. */
  async function bothOf(shard: number) {
    await adoptJournal(connection, shard, { groups: { position: journalStart(shard), next: () => undefined }, end: 0 });
    const time = new ManualTime('2026-11-20T15:00:00Z');
    const journal = new MemoryJournal(time);
    const ledgers = [new MemoryLedger(journal), new PostgresLedger(connection, shard)];
    const run = (text: string) => connection.run({ name: '', text }, [shard], MS_MAX);
    return {
      journal,
      /** Of the memory, once PostgreSQL has answered the same. */
      async same<T>(ask: (ledger: Ledger) => Promise<T>): Promise<T> {
        time.advanceMs(1);
        const [memory, postgres] = await Promise.all(ledgers.map(ask));
        const expected = withoutServers(postgres);
        if (expected === undefined) expect(memory).toBeUndefined();
        else expect(memory).toMatchObject(expected as object);
        return memory as T;
      },
      /** The server is replaced by a copy: what was written before is of another run. */
      async replaceServer() {
        journal.serverRun++;
        for (const table of ['shards', 'nodes']) {
          await run(`update ${SCHEMA}.${table} set server_run = replace(server_run, ${SERVER_RUN}, 'an earlier one')
            where shard = $1`);
        }
      },
    };
  }

  test.each([1, 2, 3])('does the same over plain maps and over PostgreSQL: %i', async (shard) => {
    const random = seededRandom(shard);
    const { journal, same, replaceServer } = await bothOf(shard);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const marks: Mark[] = [NO_MARK];
    const epoch = () => journal.epoch - pick([0, 0, 0, 1]);
    const group = () => {
      const before = pick([marks.at(-1)!, marks.at(-1)!, pick(marks)]);
      const first = before.sequence + pick([1, 1, 1, 2]);
      const bytes = encodeGroup(first, [`[${random()}]`, '[2]'], before.hash);
      return { firstSequence: first, lastSequence: first + 1, previousHash: before.hash, hash: hashOf(bytes), bytes };
    };
    const steps: (() => Promise<unknown>)[] = [
      async () => {
        const [of, next] = [epoch(), group()];
        const appended = await same((ledger) => ledger.append(of, next, MS_MAX));
        if (appended !== undefined) marks.push({ epoch: of, sequence: next.lastSequence, hash: next.hash });
      },
      () => {
        const [of, node, ms] = [epoch(), pick(NODES), pick(LEASES_MS)];
        return same((ledger) => ledger.claim(of, node, ms, NO_MARK));
      },
      () => {
        const [of, node, ms] = [epoch(), pick(NODES), pick([0, MS_MAX])];
        return same((ledger) => ledger.renew(of, node, ms));
      },
      () => {
        const [node, durable] = [pick(NODES), pick([NO_MARK, ...marks])];
        const about = { address: '', linkAddress: '', role: 'standby', rules: 1, clockMs: 0, lagMs: 0, version: '1' };
        const status = { node, ...about, epoch: journal.epoch, sequence: durable.sequence, durable, shared: null };
        return same((ledger) => ledger.report(status));
      },
      () => same((ledger) => ledger.read('shard', MS_MAX)),
      () =>
        same(async (ledger) => {
          const members = await ledger.read('members', MS_MAX);
          return members.toSorted((one, other) => one.node.localeCompare(other.node));
        }),
      () => {
        const { sequence } = pick(marks);
        return same((ledger) => ledger.read('groups', MS_MAX, sequence));
      },
      () => {
        const place = { ...pick(marks), hash: pick([pick(marks).hash, NO_HASH]) };
        const there = pick([pick(marks), place, { ...place, sequence: place.sequence + 1 }]);
        return same((ledger) => ledger.read('place', MS_MAX, there));
      },
      async () => (random() < 0.2 ? replaceServer() : undefined),
    ];
    for (let count = 0; count < STEPS; count++) await pick(steps)();
    expect([journal.epoch > 5, journal.groups.length > 5]).toEqual([true, true]);
  });
});

/** What the clocks and the settings of the databases say. */
const OF_SERVERS = new Set(['nowUs', 'seenMsAgo', 'commits', 'waits', 'standbyNames', 'standbys']);

function withoutServers(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(withoutServers);
  if (answer === null || typeof answer !== 'object' || Buffer.isBuffer(answer)) return answer;
  return Object.fromEntries(Object.entries(answer).filter(([name]) => !OF_SERVERS.has(name)));
}
