/** A host of PostgreSQL that goes silent under load: connections stay open, and no answer comes. */
import { randomUUID } from 'node:crypto';
import { Kysely, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Config } from '../../src/config.ts';
import { openHistoryReader } from '../../src/database/open-database.ts';
import { postgresDialect } from '../../src/database/postgres/index.ts';
import { DatabaseUnavailable } from '../../src/database/queries/index.ts';
import type { Db, Schema } from '../../src/database/schema/index.ts';
import { historyLocation, mainLocation } from '../../src/service/parts/index.ts';
import { closeAfterTest } from '../support/cleanup.ts';
import { hasPostgres, postgresUrl } from '../support/postgres-url.ts';
import { SilentProxy } from '../support/silent-proxy.ts';

const CALLERS = 16;
const CONNECTIONS = 4;
const ANSWER_MS_MAX = 300;
/** For a connection, its answer, and a busy machine; without a limit a call waits for minutes. */
const CALL_MS_MAX = 8000;

test('on a server every pool has limits, of one node as of several (J16)', () => {
  const config = { DATABASE_URL: 'postgres://host/name', JOURNAL_URL: null, DATA_DIR: '/data' } as Config;
  for (const JOURNAL_URL of [null, 'postgres://host/name']) {
    expect(mainLocation({ ...config, JOURNAL_URL }, 'calls')).toMatchObject({ answerMsMax: 12_000, idleMsMax: 2000 });
    expect(historyLocation({ ...config, JOURNAL_URL }, 'follower')).toMatchObject({
      answerMsMax: 30_000,
      idleMsMax: 2000,
    });
  }
});

describe.runIf(hasPostgres)('a host that goes silent', () => {
  function opened(url: string): Db {
    const dialect = postgresDialect(url, CONNECTIONS, {
      answerMsMax: () => ANSWER_MS_MAX,
      name: `silent_${randomUUID()}`,
    });
    const db = new Kysely<Schema>({ dialect });
    closeAfterTest(() => db.destroy());
    return db;
  }

  async function proxied() {
    const proxy = await SilentProxy.start(await postgresUrl());
    // Named twice: the limit for a connection to one of several hosts is shorter.
    return { proxy, db: opened(proxy.url.replace(/127\.0\.0\.1:\d+/, '$&,$&')) };
  }

  const ask = (db: Db) => sql`select 1`.execute(db);

  /** Calls one after the other, of which each must end in time. */
  class Load {
    readonly #db: Db;
    readonly #callers: Promise<void>[];
    #isOver = false;
    answered = 0;
    failed = 0;
    #longestMs = 0;
    readonly #answerListeners = new Set<() => void>();

    constructor(db: Db) {
      this.#db = db;
      this.#callers = Array.from({ length: CALLERS }, () => this.#run());
    }

    /** Resolves once each caller can have had a few further answers. */
    async more(): Promise<void> {
      const until = this.answered + 5 * CALLERS;
      const { promise, resolve } = Promise.withResolvers<void>();
      const listener = () => this.answered >= until && resolve();
      this.#answerListeners.add(listener);
      await promise;
      this.#answerListeners.delete(listener);
    }

    async end(): Promise<void> {
      this.#isOver = true;
      await Promise.all(this.#callers);
      expect(this.#longestMs).toBeLessThan(CALL_MS_MAX);
    }

    async #run(): Promise<void> {
      for (let turn = 0; !this.#isOver; turn++) {
        const startMs = performance.now();
        try {
          if (turn % 2 === 0) await ask(this.#db);
          else await this.#db.transaction().execute(ask);
          this.answered++;
          for (const listener of this.#answerListeners) listener();
        } catch (error) {
          expect(error).toBeInstanceOf(DatabaseUnavailable);
          this.failed++;
        }
        this.#longestMs = Math.max(this.#longestMs, performance.now() - startMs);
      }
    }
  }

  test('under load, while new connections work: each call ends in time, and the pool recovers', async () => {
    const { proxy, db } = await proxied();
    const load = new Load(db);
    await load.more();
    proxy.silence();
    await load.more();
    expect(load.failed).toBeGreaterThan(0);
    // Again: what came back is as good as what was there first.
    proxy.silence();
    await load.more();
    await load.end();
    await expect.poll(() => proxy.connections).toBeLessThanOrEqual(CONNECTIONS);
  });

  test('whole, for new connections too, until it comes back', async () => {
    const { proxy, db } = await proxied();
    const load = new Load(db);
    await load.more();
    proxy.isSilent = true;
    proxy.silence();
    await expect.poll(() => load.failed, { timeout: 10_000 }).toBeGreaterThan(CALLERS);
    proxy.isSilent = false;
    await load.more();
    await load.end();
  });

  test('on single connections: the others go on', async () => {
    const { proxy, db } = await proxied();
    const load = new Load(db);
    for (let lost = 0; lost < 3; lost++) {
      await load.more();
      proxy.silence(1);
    }
    await load.more();
    await load.end();
    expect(load.failed).toBeLessThan(CALLERS);
  });

  test('within a transaction, after it answered one of two statements at once', async () => {
    const { proxy, db } = await proxied();
    const both = db.transaction().execute(async (db) => {
      const silenced = ask(db).then(() => proxy.silence());
      await Promise.all([silenced, sql`select pg_sleep(0.1)`.execute(db)]);
    });
    await expect(both).rejects.toThrow(DatabaseUnavailable);
  });

  test('once it has accepted a connection: the call ends, and the next one asks another host', async () => {
    const proxy = await SilentProxy.start(await postgresUrl());
    proxy.answersMax = 1;
    const { host } = new URL(await postgresUrl());
    const db = opened(proxy.url.replace(/127\.0\.0\.1:\d+/, (first) => `${first},${host}`));
    await expect(ask(db)).rejects.toThrow(DatabaseUnavailable);
    await ask(db);
  });

  test('a reader of a thread gives up too', async () => {
    const proxy = await SilentProxy.start(await postgresUrl());
    const { db, close } = openHistoryReader({ url: proxy.url, answerMsMax: ANSWER_MS_MAX });
    closeAfterTest(close);
    await ask(db);
    proxy.silence();
    await expect(ask(db)).rejects.toThrow(DatabaseUnavailable);
    await ask(db);
  });
});
