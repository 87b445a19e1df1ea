/** Statements that the server never ends: the connections that gave them up stay within the limit of their pool. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { postgresConnect, UNFINISHED_MAX } from '../../src/cluster/postgres-connection.ts';
import { ConnectionBudget } from '../../src/database/postgres/connection-budget.ts';
import { postgresDialect } from '../../src/database/postgres/index.ts';
import { applicationName } from '../../src/database/postgres-client/index.ts';
import { DatabaseUnavailable } from '../../src/database/queries/index.ts';
import type { Db, Schema } from '../../src/database/schema/index.ts';
import { NODE_CONNECTIONS } from '../../src/service/parts/index.ts';
import { closeAfterTest } from '../support/cleanup.ts';
import { hasPostgres, postgresUrl } from '../support/postgres-url.ts';

describe('the budget of a pool (J30)', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  function budgetOf(max: number) {
    vi.useFakeTimers({ toFake: ['performance'] });
    const pool = { options: { max } };
    const server = { lost: 0, asked: 0 };
    const budget = new ConnectionBudget(pool, async () => {
      server.asked++;
      return server.lost;
    });
    return { pool, server, budget };
  }

  test('asks the server once, before the first connection, and never while nothing was given up', async () => {
    const { pool, server, budget } = budgetOf(3);
    await Promise.all([budget.admit(), budget.admit()]);
    vi.advanceTimersByTime(60_000);
    await budget.admit();
    expect([server.asked, pool.options.max]).toEqual([1, 3]);
  });

  test('counts connections that an earlier pool of the same name gave up', async () => {
    const { pool, server, budget } = budgetOf(3);
    server.lost = 2;
    await budget.admit();
    expect(pool.options.max).toBe(1);
    server.lost = 3;
    budget.doubt();
    await expect(budget.admit()).rejects.toThrow(DatabaseUnavailable);
  });

  test('refuses when it is used up, asks again once a second, and admits as soon as the server is done', async () => {
    const { pool, server, budget } = budgetOf(2);
    await budget.admit();
    budget.lose();
    await budget.admit();
    expect(pool.options.max).toBe(1);
    server.lost = 2;
    budget.lose();
    vi.advanceTimersByTime(1000);
    const callers = Array.from({ length: 5 }, () => expect(budget.admit()).rejects.toThrow(DatabaseUnavailable));
    await Promise.all(callers);
    expect(server.asked).toBe(2);
    server.lost = 0;
    vi.advanceTimersByTime(999);
    await expect(budget.admit()).rejects.toThrow(DatabaseUnavailable);
    vi.advanceTimersByTime(1);
    await budget.admit();
    expect([server.asked, pool.options.max]).toEqual([3, 2]);
  });

  test('does not rely on a count that was under way when a connection ended', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const answers = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
    let asked = 0;
    const budget = new ConnectionBudget({ options: { max: 2 } }, () => answers[asked++]?.promise ?? Promise.resolve(0));
    const first = budget.admit();
    budget.lose();
    budget.lose();
    answers[0]?.resolve(0);
    await expect(first).rejects.toThrow(DatabaseUnavailable);
    const second = budget.admit();
    answers[1]?.resolve(1);
    await second;
    expect(asked).toBe(2);
  });

  test('stays as it is when the server cannot be asked', async () => {
    const pool = { options: { max: 1 } };
    const budget = new ConnectionBudget(pool, async () => {
      throw new DatabaseUnavailable(new Error('no host'));
    });
    for (let turn = 0; turn < 2; turn++) {
      await expect(budget.admit()).rejects.toMatchObject({ cause: { message: 'no host' } });
    }
    expect(budget.isUsedUp).toBe(false);
  });
});

test('the documents show the budget of a node, and the examples have it for three', () => {
  const document = readFileSync('docs/operate/cluster.md', 'utf8');
  const rows = [...document.matchAll(/^\| (?:`([a-z-]+)`|in all) \| (\d+) \|/gm)];
  const shown = Object.fromEntries(rows.map(([, use = 'in all', connections]) => [use, Number(connections)]));
  const ofNode = Object.values(NODE_CONNECTIONS).reduce((sum, connections) => sum + connections, 0);
  expect(shown).toEqual({ ...NODE_CONNECTIONS, 'in all': ofNode });
  const { journal = 0 } = NODE_CONNECTIONS;
  expect(document.replaceAll(/\s+/g, ' ')).toContain(`without \`JOURNAL_URL\` the budget is ${ofNode - journal}.`);
  for (const file of ['docs/operate/cluster.md', 'ops/README.md']) {
    expect(readFileSync(file, 'utf8')).toContain(`${ofNode} × nodes + 20`);
  }
  const ofThree = 3 * ofNode + 20;
  expect(readFileSync('ops/postgres/patroni.yml', 'utf8')).toContain(`max_connections: ${ofThree}`);
  const trial = readFileSync('compose.yaml', 'utf8');
  expect(trial.split(`postgres -c max_connections=${ofThree}`)).toHaveLength(3);
});

test('the names of two nodes differ, however long they are', () => {
  const [first, second] = ['a', 'b'].map((end) => applicationName(`${'/data'.repeat(20)}${end}`, 'calls'));
  expect(first).not.toBe(second);
  for (const name of [first, second, applicationName('Zürich', 'calls')]) expect(name).toMatch(/^[ -~]{1,63}$/);
  expect(applicationName('node-1', 'calls')).toBe('openats calls node-1');
});

describe.runIf(hasPostgres)('on a server that never ends a statement', () => {
  const LOCK = randomBytes(4).readInt32BE();
  const held = sql`select pg_advisory_lock(${sql.lit(LOCK)}), pg_advisory_unlock(${sql.lit(LOCK)})`;

  /** Holds the lock that the statements wait for, and counts the connections of a name. */
  async function server() {
    const url = await postgresUrl();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    closeAfterTest(() => client.end());
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const count = async (name: string) => {
      const text = 'select count(*)::int as count from pg_stat_activity where application_name = $1';
      return (await client.query<{ count: number }>(text, [name])).rows[0]?.count ?? 0;
    };
    const free = () => client.query('select pg_advisory_unlock($1)', [LOCK]);
    return { url, count, free };
  }

  test('a pool, and a pool of the same name after it, stay within its limit, and then work again', async () => {
    const { url, count, free } = await server();
    const CONNECTIONS = 3;
    const name = `budget_${randomBytes(6).toString('hex')}`;
    let failed = 0;
    const opened = (): Db => {
      const db = new Kysely<Schema>({ dialect: postgresDialect(url, CONNECTIONS, { answerMsMax: () => 100, name }) });
      closeAfterTest(() => db.destroy());
      return db;
    };
    let isOver = false;
    const call = async (db: Db) => {
      while (!isOver) {
        const error = await held.execute(db).catch((error: unknown) => error);
        if (error instanceof Error) {
          expect(error).toBeInstanceOf(DatabaseUnavailable);
          failed++;
        }
      }
    };
    const callers = async (db: Db) => {
      const before = failed;
      isOver = false;
      const all = Array.from({ length: 8 }, () => call(db));
      let most = 0;
      // Enough for each to be given up, and to be refused, many times.
      while (failed < before + 200) most = Math.max(most, await count(name));
      isOver = true;
      await Promise.all(all);
      return most;
    };
    const first = opened();
    expect(await callers(first)).toBeLessThanOrEqual(CONNECTIONS + 1);
    const second = opened();
    expect(await callers(second)).toBeLessThanOrEqual(CONNECTIONS + 2);
    await free();
    for (const db of [first, second]) {
      await vi.waitFor(async () => await sql`select 1`.execute(db), { timeout: 5000 });
    }
    await expect.poll(() => count(name)).toBeLessThanOrEqual(2 * CONNECTIONS);
  });

  test('the journal opens no more connections until some have ended', async () => {
    const { url, count, free } = await server();
    const name = `budget_${randomBytes(6).toString('hex')}`;
    const connect = postgresConnect(name);
    const statement = { name: 'held', text: `select pg_advisory_lock(${LOCK}), pg_advisory_unlock(${LOCK})` };
    const giveUp = async () => {
      const connection = await connect(url);
      const ended = expect(connection.query(statement, [])).rejects.toThrow();
      const waits = `select 1 from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'`;
      const before = await count(name);
      const watcher = new pg.Client({ connectionString: url });
      await watcher.connect();
      while (((await watcher.query(waits, [name])).rowCount ?? 0) < before);
      await watcher.end();
      connection.destroy();
      await ended;
    };
    for (let count = 0; count < UNFINISHED_MAX; count++) await giveUp();
    for (let turn = 0; turn < 5; turn++) await expect(connect(url)).rejects.toThrow('wait for the database');
    await expect.poll(() => count(name)).toBe(UNFINISHED_MAX);
    await free();
    const connection = await vi.waitFor(() => connect(url), { timeout: 5000 });
    connection.destroy();
  });
});
