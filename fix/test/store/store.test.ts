import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Store } from '../../src/store/index.ts';

const PAGE_BYTES = 4096;
const ALL = { from: 1, to: Number.MAX_SAFE_INTEGER, limit: Number.MAX_SAFE_INTEGER };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fix-store-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => join(folder, 'fix.sqlite');
const opened = () => new Store(file(), { sync: false });
const message = (seq: number, body = `58=${seq}`) => ({ seq, sentAt: seq, msgType: '8', body });

const session = fc.constantFrom('A', 'B');
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ type: fc.constant('append' as const), session, count: fc.integer({ min: 1, max: 600 }) }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('receive' as const), session }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('finish' as const), session, at: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('forget' as const), session, below: fc.nat(1500) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('reset' as const), session }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('commit' as const) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('reopen' as const) }) },
);

test('messages and inbox are what was stored, in their order, also when the file is opened again', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      rmSync(file(), { force: true });
      let store = opened();
      const model = new Map(
        ['A', 'B'].map((name) => [name, { sent: [] as number[], next: 1, inbox: [] as number[], id: 0 }]),
      );
      for (const name of model.keys()) store.open(name);
      for (const one of steps) {
        if (one.type === 'commit') store.commit();
        if (one.type === 'reopen') {
          store.close();
          store = opened();
          for (const name of model.keys()) store.open(name);
        }
        if (!('session' in one)) continue;
        const state = model.get(one.session)!;
        if (one.type === 'append') {
          for (let at = 0; at < one.count; at++) {
            store.append(one.session, message(state.next));
            state.sent.push(state.next++);
          }
        } else if (one.type === 'receive') {
          store.receive(one.session, ++state.id, Buffer.from(`${one.session}${state.id}`));
          state.inbox.push(state.id);
        } else if (one.type === 'finish') {
          const [id = 0] = state.inbox.splice(one.at, 1);
          store.finish(one.session, [id]);
        } else {
          const below = one.type === 'reset' ? Number.MAX_SAFE_INTEGER : one.below;
          store.forget(one.session, below);
          state.sent = state.sent.filter((seq) => seq >= below);
          if (one.type === 'reset') state.next = 1;
        }
      }
      for (const [name, { sent, inbox }] of model) {
        expect(store.messages(name, ALL)).toEqual(sent.map((seq) => message(seq)));
        expect(store.count(name)).toBe(sent.length);
        expect(store.inbox(name)).toEqual(inbox.map((id) => ({ id, bytes: Buffer.from(`${name}${id}`) })));
      }
      store.close();
    }),
    { numRuns: 40 },
  );
});

test('numbers and cursor are those of the last commit', () => {
  const store = opened();
  const fresh = { nextIn: 1, nextOut: 1, sent: 0, arrived: 0, received: 0, cursor: undefined, address: undefined };
  expect(store.open('A')).toEqual(fresh);
  const numbers = { nextIn: 7, nextOut: 9, sent: 8, arrived: 5, received: 6, cursor: 'v1.5', address: '10.0.0.1' };
  store.save('A', numbers);
  store.close();
  const again = opened();
  expect(again.open('A')).toEqual(numbers);
  again.close();
});

test('the store of an older gateway is opened: what was sent has arrived, and names give way to routes', () => {
  const database = new DatabaseSync(file());
  database.exec(`
    CREATE TABLE session (name TEXT PRIMARY KEY, next_in INTEGER NOT NULL, next_out INTEGER NOT NULL,
      sent INTEGER NOT NULL, received INTEGER NOT NULL, cursor TEXT) STRICT, WITHOUT ROWID;
    CREATE TABLE name (session TEXT NOT NULL, name TEXT NOT NULL, order_id TEXT NOT NULL,
      ended INTEGER NOT NULL DEFAULT 0, route TEXT NOT NULL DEFAULT '', PRIMARY KEY (session, name)) STRICT;
    INSERT INTO session VALUES ('A', 4, 9, 7, 3, 'v1.5');
    INSERT INTO name VALUES ('A', 'b', '17', 0, ''), ('A', 'c', '18', 1, '128=FUND\x01');
    INSERT INTO name VALUES ('A', 'd', '18', 1, '128=FUND\x01');`);
  database.close();
  for (let start = 0; start < 2; start++) {
    const store = opened();
    expect(store.open('A')).toMatchObject({ nextIn: 4, nextOut: 9, sent: 7, arrived: 7, cursor: 'v1.5' });
    expect([...store.routes('A')]).toEqual([['order 18', { isEnded: true, route: '128=FUND\x01' }]]);
    store.close();
  }
});

test('the names of the oldest gateway had no routes', () => {
  const database = new DatabaseSync(file());
  database.exec(`CREATE TABLE name (session TEXT NOT NULL, name TEXT NOT NULL, order_id TEXT NOT NULL,
    PRIMARY KEY (session, name)) STRICT; INSERT INTO name VALUES ('A', 'b', '17');`);
  database.close();
  const store = opened();
  expect([...store.routes('A')]).toEqual([]);
  store.close();
});

test('routes are as they were saved last, in that order', () => {
  const store = opened();
  store.open('A');
  for (const key of ['one', 'two', 'three']) store.saveRoute('A', key, { route: key, isEnded: false });
  store.saveRoute('A', 'one', { route: 'one', isEnded: true });
  store.saveRoute('A', 'two', undefined);
  store.saveRoute('B', 'four', { route: 'four', isEnded: false });
  store.close();
  const again = opened();
  expect([...again.routes('A')]).toEqual([
    ['three', { route: 'three', isEnded: false }],
    ['one', { route: 'one', isEnded: true }],
  ]);
  again.close();
});

test('a transaction of many sessions writes few pages', () => {
  const store = opened();
  const names = Array.from({ length: 16 }, (_, at) => `S${at}`);
  const bytes = Buffer.alloc(200, 'x');
  const turn = (seq: number) => {
    for (const name of names) {
      store.receive(name, seq, bytes);
      store.append(name, message(seq, 'x'.repeat(300)));
      if (seq > 8) store.finish(name, [seq - 8]);
      const numbers = { nextIn: seq, nextOut: seq, sent: seq, arrived: seq, received: seq };
      store.save(name, { ...numbers, cursor: `v1.${seq}`, address: undefined });
    }
  };
  for (const name of names) store.open(name);
  for (let seq = 1; seq < 40; seq++) turn(seq);
  store.commit();
  const before = statSync(`${file()}-wal`).size;
  turn(40);
  store.commit();
  const pages = (statSync(`${file()}-wal`).size - before) / PAGE_BYTES;
  // 16 messages of 300 bytes, 16 received ones of 200, and one row each: with a page for each session there were 30.
  expect(pages).toBeGreaterThan(3);
  expect(pages).toBeLessThan(12);
  store.close();
});
