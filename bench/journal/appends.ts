/**
 * What an append to the journal in PostgreSQL costs the server (docs/operate/cluster.md, J32): with the fence, and by
 * an update of the row of the shard as 0.1.0 did, in turn; alone, and while another transaction is open, so that
 * no dead version of a row is pruned. Appends are sent 100 at a time, and do not wait for the disk, so that the time is
 * that of the server's process; its CPU time comes from /proc, as the server runs on this machine.
 *
 *   npm run bench:appends -- postgres://postgres@127.0.0.1:5432/EMPTY [--appends=20000]
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { adoptJournal } from '../../src/cluster/adopt-journal.ts';
import { type Connection, openConnection } from '../../src/cluster/connection.ts';
import { NO_MARK } from '../../src/cluster/durable-mark.ts';
import { postgresConnect } from '../../src/cluster/postgres-connection.ts';
import { PostgresLedger } from '../../src/cluster/postgres-ledger.ts';
import { migrateJournal, SCHEMA } from '../../src/cluster/schema.ts';
import { HostTurn } from '../../src/database/postgres-client/index.ts';
import { encodeGroup, hashOf, NO_HASH } from '../../src/exchange/journal/format.ts';
import { journalStart } from '../../src/exchange/journal/reader.ts';
import { systemTimers } from '../../src/time/timers.ts';
import { spreadOf, wholeText } from '../support/statistics.ts';
import { inTurn, Series } from '../support/turns.ts';

const { values, positionals } = parseArgs({
  options: { appends: { type: 'string', default: '20000' } },
  allowPositionals: true,
});
const [url] = positionals;
if (url === undefined) throw new Error('npm run bench:appends -- URL of an empty database on this machine');
const appends = Number(values.appends);
const BLOCKS = 20;
const AT_ONCE = 100;
const MS = 60_000;
/** As processes count their CPU time. */
const TICK_US = 10_000;
/** Commands of a group, of about the length of an order. */
const LINES = Array.from({ length: 29 }, (_, index) => JSON.stringify([index, 'x'.repeat(150)]));

const connections: Connection[] = [];

async function opened(): Promise<Connection> {
  const connection = await openConnection(new HostTurn(String(url)), postgresConnect('bench'), systemTimers);
  connections.push(connection);
  return connection;
}

const run = (connection: Connection, text: string, given: readonly unknown[] = []) =>
  connection.run({ name: '', text }, given, MS);

interface Block {
  readonly us: number;
  readonly cpuUs: number;
}

/** Appends to a shard over its own connection. */
async function appender(shard: number, isFenced: boolean) {
  const connection = await opened();
  await run(connection, 'set synchronous_commit = off');
  await adoptJournal(connection, shard, { groups: { position: journalStart(shard), next: () => undefined }, end: 0 });
  if (!isFenced) {
    await run(connection, `delete from ${SCHEMA}.fences where shard = $1`, [shard]);
    await run(connection, `update ${SCHEMA}.shards set sequence = 0 where shard = $1`, [shard]);
    // A node of 0.1.0 that lives for the whole run keeps the row.
    await run(
      connection,
      `insert into ${SCHEMA}.nodes
          (shard, node, address, role, epoch, sequence, rules, clock_ms, lag_ms, version, seen_at)
        values ($1, 'older', '', 'standby', 0, 0, 4, 0, 0, '0.1.0', now() + interval '1 day')`,
      [shard],
    );
  }
  const ledger = new PostgresLedger(connection, shard);
  await ledger.claim(0, 'bench', 86_400_000, NO_MARK);
  const pid = Number((await run(connection, 'select pg_backend_pid() as pid')).rows[0]?.pid);
  const ticks = () => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  };
  let [sequence, previousHash] = [0, NO_HASH];
  const next = () => {
    const firstSequence = sequence + 1;
    const bytes = encodeGroup(firstSequence, LINES, previousHash);
    sequence += LINES.length;
    const group = { firstSequence, lastSequence: sequence, previousHash, hash: hashOf(bytes), bytes };
    previousHash = group.hash;
    return group;
  };
  const block = async (): Promise<Block> => {
    const [startedMs, startedTicks] = [performance.now(), ticks()];
    for (let count = 0; count < appends / BLOCKS; count += AT_ONCE) {
      const replies = await Promise.all(Array.from({ length: AT_ONCE }, () => ledger.append(1, next(), MS)));
      if (replies.includes(undefined)) throw new Error('an append was refused');
    }
    const each = BLOCKS / appends;
    return { us: (performance.now() - startedMs) * 1000 * each, cpuUs: (ticks() - startedTicks) * TICK_US * each };
  };
  return new Series(block);
}

function figures(blocks: readonly Block[]): string {
  const last = blocks.slice(-BLOCKS / 10);
  const show = (some: readonly Block[]) => {
    const [us, cpuUs] = (['us', 'cpuUs'] as const).map((name) => spreadOf(some.map((block) => block[name])).median);
    return `${wholeText(us ?? 0)} µs, CPU ${wholeText(cpuUs ?? 0)} µs`;
  };
  return `first tenth ${show(blocks.slice(0, BLOCKS / 10))}; last tenth ${show(last)}; all ${show(blocks)}`;
}

const first = await opened();
await migrateJournal(first);
let shard = 0;
for (const isHeld of [false, true]) {
  const [fenced, row] = [await appender(++shard, true), await appender(++shard, false)];
  const reader = await opened();
  if (isHeld) {
    await run(reader, 'begin isolation level repeatable read');
    await run(reader, `select from ${SCHEMA}.shards`);
  }
  await inTurn(BLOCKS, [fenced, row]);
  console.log(isHeld ? 'while a transaction is open' : 'alone');
  console.log(`  with the fence: ${figures(fenced.results)}`);
  console.log(`  by the row of the shard: ${figures(row.results)}`);
  reader.close();
}
for (const connection of connections) connection.close();
