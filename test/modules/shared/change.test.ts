/** Methods that change something: Idempotency-Key, the transaction, and the marks of billing. */
import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import type { Db } from '../../../src/database/schema/index.ts';
import { defineMethod } from '../../../src/http/methods/method.ts';
import { ApiError } from '../../../src/http/methods/status-codes.ts';
import { optional, required } from '../../../src/http/parameters/presence.ts';
import { text } from '../../../src/http/parameters/text.ts';
import { accountsModule } from '../../../src/modules/accounts/index.ts';
import { issuersModule } from '../../../src/modules/issuers/index.ts';
import { linksModule } from '../../../src/modules/links/index.ts';
import { Billing } from '../../../src/modules/shared/change/billed-calls.ts';
import { change, keepAnswer } from '../../../src/modules/shared/change/change.ts';
import { IdempotencyStore } from '../../../src/modules/shared/change/idempotency-store.ts';
import type { ModuleDeps } from '../../../src/modules/shared/deps.ts';
import { nextId } from '../../../src/modules/shared/ids/ids.ts';
import { describeOnBothDatabases } from '../../support/database.ts';
import { startApi } from './api.ts';
import { NOW } from './records.ts';

const DAY_US = 24 * 3600 * 1_000_000;

type Write = (db: Db, month: string) => Promise<unknown>;

const writeMonth: Write = (db, month) =>
  db.insertInto('api_counts').values({ calls: 1, client_id: 'C1', month }).execute();

/** A method that takes an id, fires its webhook, if it has one, and refuses on demand. */
function putLink(deps: ModuleDeps, name: string, inTheEnd = async () => {}, write = writeMonth) {
  return defineMethod({
    name,
    verb: 'POST',
    group: 'Tests',
    summary: 'For tests',
    refusals: [116],
    parameters: { notes: required(text({ description: 'any' })), refused: optional(text({ description: 'any' })) },
    response: Type.Object({ id: Type.Integer() }),
    handler: change(deps, async ({ values }, db) => {
      const id = await nextId(db, 'link');
      await write(db, values.notes);
      if (values.refused !== undefined) throw new ApiError(116);
      await inTheEnd();
      return { fields: { id }, ...(name === 'createLink' ? { webhook: { id: String(id) } } : {}) };
    }),
  });
}

describeOnBothDatabases('a method that changes something', (open) => {
  const begin = async () => {
    const database = await open();
    const api = await startApi(database, [
      (deps) => ['createLink', 'requestKycAml'].map((name) => putLink(deps, name)),
    ]);
    const put = (notes: string, key?: string, more: Record<string, unknown> = {}, name = 'createLink') =>
      api.call('POST', name, { notes, ...more }, key === undefined ? {} : { headers: { 'idempotency-key': key } });
    const months = async () => {
      const rows = await database.db.selectFrom('api_counts').select('month').orderBy('month').execute();
      return rows.map(({ month }) => month);
    };
    return { api, put, months, database };
  };

  test('does once what is repeated with its key, and answers the same', async () => {
    const { api, put, months } = await begin();
    const first = await put('a', 'key-1');
    expect(api.wasReplayed).toBe(false);
    expect(await put('a', 'key-1')).toEqual(first);
    expect(api.wasReplayed).toBe(true);
    expect([(await months()).length, api.fired.length]).toEqual([1, 1]);
  });

  test('refuses the key of another call', async () => {
    const { put, months } = await begin();
    await put('a', 'key-1');
    expect((await put('b', 'key-1')).http).toBe(409);
    expect((await put('a', 'key-1', {}, 'requestKycAml')).http).toBe(409);
    expect(await months()).toEqual(['a']);
  });

  test('does twins once, whoever comes first', async () => {
    const { api, put, months } = await begin();
    const answers = await Promise.all(Array.from({ length: 10 }, () => put('a', 'key-1')));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect([await months(), api.fired.length]).toEqual([['a'], 1]);
  });

  test('does twins of two processes once, and answers both the same', async () => {
    const { database, put, months } = await begin();
    const other = await startApi(database, [(deps) => [putLink(deps, 'createLink')]]);
    const keys = Array.from({ length: 10 }, (_, index) => `key-${index}`);
    const answers = await Promise.all(
      keys.flatMap((key) => [
        put(key, key),
        other.call('POST', 'createLink', { notes: key }, { headers: { 'idempotency-key': key } }),
      ]),
    );
    for (const [index, key] of keys.entries()) {
      const [one, same] = answers.slice(2 * index);
      expect(one!.body, key).toMatchObject({ statusCode: '101' });
      expect(same!.body, key).toEqual(one!.body);
    }
    expect(await months()).toEqual(keys);
  });

  test.runIf(open.dialect === 'postgres')(
    'does once on two nodes what happens outside of the transaction of its answer (C73)',
    async () => {
      const database = await open();
      const acted: string[] = [];
      const act = (deps: ModuleDeps) =>
        defineMethod({
          ...putLink(deps, 'createLink'),
          handler: keepAnswer(deps, async ({ values }) => {
            if (values.refused !== undefined) throw new ApiError(116);
            acted.push(String(values.notes));
            await writeMonth(database.db, String(values.notes));
            return { fields: { id: acted.length } };
          }),
        });
      const apis = await Promise.all([1, 2].map(() => startApi(database, [(deps) => [act(deps)]])));
      const both = (notes: string, more: object = {}) =>
        Promise.all(
          apis.map((api) =>
            api.call('POST', 'createLink', { notes, ...more }, { headers: { 'idempotency-key': notes } }),
          ),
        );
      const keys = Array.from({ length: 20 }, (_, index) => `key-${index}`);
      // A refused call stores nothing, and frees its key.
      const refused = await both('key-0', { refused: 'Yes' });
      expect(refused.map(({ body }) => body.statusCode)).toEqual(['116', '116']);
      for (const [one, same] of await Promise.all(keys.map((key) => both(key)))) {
        expect(one?.body).toMatchObject({ statusCode: '101' });
        expect(same?.body).toEqual(one?.body);
      }
      expect(acted.toSorted()).toEqual(keys.toSorted());
    },
  );

  // SQLite does one transaction at a time.
  describe.runIf(open.dialect === 'postgres')('does twins once where two processes are in the middle of both', () => {
    test.each([
      ['the key', ['from-1', 'from-2']],
      ['what they write', ['same', 'same']],
    ])('and %s collides', async (_, months) => {
      const database = await open();
      const bothThere = Promise.withResolvers<void>();
      let arrived = 0;
      const barrier = async () => {
        arrived += 1;
        if (arrived === 2) bothThere.resolve();
        await bothThere.promise;
      };
      const apis = await Promise.all(
        months.map((month) => {
          const write: Write = (db) => barrier().then(() => writeMonth(db, month));
          return startApi(database, [(deps) => [putLink(deps, 'createLink', undefined, write)]]);
        }),
      );
      const headers = { 'idempotency-key': 'key-1' };
      const answers = await Promise.all(apis.map((api) => api.call('POST', 'createLink', { notes: 'a' }, { headers })));
      expect(answers[0]!.body).toMatchObject({ statusCode: '101' });
      expect(answers[1]!.body).toEqual(answers[0]!.body);
      expect(apis.map(({ wasReplayed }) => wasReplayed).sort()).toEqual([false, true]);
      expect((await database.db.selectFrom('api_counts').selectAll().execute()).length).toBe(1);
      expect([arrived, apis.flatMap(({ fired }) => fired).length]).toEqual([2, 1]);
    });
  });

  test('runs again, and is reported once, after the database rolled it back', async () => {
    let attempts = 0;
    const api = await startApi(await open(), [
      (deps) => [
        putLink(deps, 'createLink', async () => {
          attempts += 1;
          if (attempts < 3) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
        }),
      ],
    ]);
    const { body } = await api.call('POST', 'createLink', { notes: 'a' });
    expect([body.statusCode, attempts]).toEqual(['101', 3]);
    expect(api.fired.map(({ fields }) => fields)).toEqual([{ id: String(body.id) }]);
  });

  test('keeps no refusal, and leaves nothing of a refused call', async () => {
    const { api, put, months } = await begin();
    expect((await put('a', 'key-1', { refused: 'yes' })).body.statusCode).toBe('116');
    expect([await months(), api.fired]).toEqual([[], []]);
    expect((await put('a', 'key-1')).body.statusCode).toBe('101');
    expect(await months()).toEqual(['a']);
  });

  test('forgets a key after 24 hours', async () => {
    const { api, put, months } = await begin();
    await put('a', 'key-1');
    api.nowUs += DAY_US;
    expect((await put('b', 'key-1')).body.statusCode).toBe('101');
    expect(await months()).toEqual(['a', 'b']);
  });

  test('keeps the newest keys of a client, and the answers encrypted', async () => {
    const { api, put, database } = await begin();
    for (let index = 0; index < 102; index++) {
      api.nowUs += 1;
      await put(`m${index}`, `key-${index}`);
    }
    const rows = await database.db.selectFrom('idempotency_keys').selectAll().orderBy('created_at').execute();
    expect([rows.length, rows[0]?.idempotency_key]).toEqual([100, 'key-2']);
    expect(rows[0]?.answer_sealed).toMatch(/^v1\./);
  });

  test('says what a malformed key is', async () => {
    const { put } = await begin();
    expect((await put('a', 'two words')).body.statusCode).toBe('106');
  });

  test('marks each successful call of a billed method, once', async () => {
    const { put, database } = await begin();
    await put('a', 'key-1', {}, 'requestKycAml');
    await put('a', 'key-1', {}, 'requestKycAml');
    await put('b', undefined, {}, 'requestKycAml');
    await put('c', undefined, { refused: 'yes' }, 'requestKycAml');
    await put('d');
    const billing = new Billing({ environment: 'production', nowUs: () => NOW });
    const marks = [{ clientId: 'C1', method: 'requestKycAml', calls: 2 }];
    expect(await billing.read(database.db, undefined)).toEqual(marks);
    expect(await billing.read(database.db, 'C1', '2030-01')).toEqual(marks);
    expect(await billing.read(database.db, 'C2')).toEqual([]);
    expect(await billing.read(database.db, 'C1', '2029-12')).toEqual([]);
  });

  test('counts no key of a transaction that failed, for which an older key would have to go', async () => {
    const { db } = (await begin()).database;
    const secrets = { seal: (text: string) => text, open: (text: string) => text };
    const idempotencyStore = new IdempotencyStore({ secrets, nowUs: () => NOW, keysPerClientMax: 3 });
    const keep = (key: string, inTheEnd = () => {}) => {
      const of = { clientId: 'C1', key, bodyHash: 'hash' };
      return idempotencyStore.inTurn(of, true, () =>
        db.transaction().execute(async (transaction) => {
          await idempotencyStore.keep(transaction, of, { fields: { key } });
          inTheEnd();
        }),
      );
    };
    await keep('key-1');
    for (let tried = 0; tried < 3; tried++) {
      const failed = keep('key-2', () => {
        throw new Error('the disk is full');
      });
      await expect(failed).rejects.toThrow('the disk is full');
    }
    await keep('key-2');
    const kept = await db.selectFrom('idempotency_keys').select('idempotency_key').orderBy('idempotency_key').execute();
    expect(kept.map(({ idempotency_key }) => idempotency_key)).toEqual(['key-1', 'key-2']);
  });

  test('removes keys whose time is over', async () => {
    const { api, put, database } = await begin();
    await put('a', 'key-1');
    api.nowUs += 1;
    await put('b', 'key-2');
    const idempotencyStore = new IdempotencyStore({
      secrets: {} as never,
      nowUs: () => NOW + DAY_US,
      keysPerClientMax: 1,
    });
    await idempotencyStore.forgetOld(database.db);
    const rows = await database.db.selectFrom('idempotency_keys').select('idempotency_key').execute();
    expect(rows).toEqual([{ idempotency_key: 'key-2' }]);
  });
});

describe('in the sandbox', () => {
  test('nothing is billed', async () => {
    const billing = new Billing({ environment: 'sandbox', nowUs: () => NOW });
    await billing.mark({ insertInto: () => expect.unreachable() } as never, 'C1', 'requestKycAml');
  });
});

test('methods that change records take the key', () => {
  const deps = { db: {} } as ModuleDeps;
  const methods = [issuersModule, accountsModule, linksModule].flatMap((module) => module(deps));
  const without = methods.filter(
    ({ name, idempotent }) => /^(create|update|delete|add|patch)/.test(name) && !idempotent,
  );
  expect(without.map(({ name }) => name)).toEqual([]);
});
