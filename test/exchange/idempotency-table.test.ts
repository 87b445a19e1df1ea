import { describe, expect, test, vi } from 'vitest';
import type { Outcome } from '../../src/exchange/api/outcomes.ts';
import { RULES } from '../../src/exchange/api/rules.ts';
import { IdempotencyTable, ownerOf } from '../../src/exchange/records/idempotency-table.ts';
import { mapVisits } from '../support/map-visits.ts';

const DAY = 24 * 3600 * 1_000_000;
const START = 1_800_000_000_000_000;
const DONE: Outcome = { ok: true, order: null, lostPriority: false, replayed: false };
const REPLAYED = { ...DONE, replayed: true };

const idempotency = (key: string | number) => ({ key: String(key), bodyHash: 'h' });
const keysOf = (table: IdempotencyTable) => [...table.entries()].map(({ owner }) => owner.replace('\n', ' '));

/** Each key of the client a microsecond after the other. */
function remember(table: IdempotencyTable, clientId: string, keys: readonly (string | number)[], time = START): void {
  keys.forEach((key, index) => {
    expect(table.find(clientId, idempotency(key), time + index)).toBeUndefined();
    table.remember(clientId, idempotency(key), time + index, DONE);
  });
}

describe('24 hours', () => {
  test('a key is known until they are over, and new then', () => {
    const table = new IdempotencyTable({ rules: RULES });
    remember(table, 'a', ['k']);
    expect(table.find('a', idempotency('k'), START + DAY - 1)).toMatchObject(REPLAYED);
    expect(table.find('a', idempotency('k'), START + DAY)).toBeUndefined();
  });

  test('the entry itself goes: with any command that has a key, of any client', () => {
    const table = new IdempotencyTable({ rules: RULES });
    remember(table, 'a', [1, 2]);
    remember(table, 'b', [1], START + 10);
    table.find('c', idempotency('x'), START + DAY);
    expect(keysOf(table)).toEqual(['a 2', 'b 1']);
    table.find('c', idempotency('x'), START + DAY + 10);
    expect(keysOf(table)).toEqual([]);
  });

  test('many expire some at a time; an expired key that is still stored counts as new, and is stored once', () => {
    const table = new IdempotencyTable({ rules: RULES });
    const keys = Array.from({ length: 40 }, (_, index) => index);
    remember(table, 'a', keys);
    const later = START + 2 * DAY;
    expect(table.peek('a', idempotency(30), later)).toBeUndefined();
    remember(table, 'a', [30], later);
    expect(keysOf(table).filter((key) => key === 'a 30')).toHaveLength(1);
    for (let count = 0; count < 3; count++) table.find('b', idempotency('x'), later);
    expect(keysOf(table)).toEqual(['a 30']);
    expect(table.find('a', idempotency(30), later)).toMatchObject(REPLAYED);
  });
});

describe('room', () => {
  test('above the capacity of a client its own oldest key goes, and no other', () => {
    const table = new IdempotencyTable({ rules: RULES }, { keysPerClient: 3, keys: 100 });
    remember(table, 'a', ['first']);
    remember(table, 'b', [1, 2, 3, 4, 5], START + 1);
    expect(keysOf(table)).toEqual(['a first', 'b 3', 'b 4', 'b 5']);
    expect(table.peek('a', idempotency('first'), START + 9)).toMatchObject(REPLAYED);
    expect(table.peek('b', idempotency(2), START + 9)).toBeUndefined();
  });

  test('when all of it is taken, the oldest key of who has the most goes', () => {
    const table = new IdempotencyTable({ rules: RULES }, { keysPerClient: 100, keys: 6 });
    remember(table, 'a', ['first']);
    remember(table, 'b', [1, 2, 3, 4, 5], START + 1);
    remember(table, 'c', ['x', 'y'], START + 10);
    expect(keysOf(table)).toEqual(['a first', 'b 3', 'b 4', 'b 5', 'c x', 'c y']);
    remember(table, 'b', [6, 7, 8], START + 20);
    expect(keysOf(table)).toEqual(['a first', 'c x', 'c y', 'b 6', 'b 7', 'b 8']);
  });
});

describe('a mass quote', () => {
  const massQuote = (table: IdempotencyTable, clientId: string, key: string, parts: number) =>
    table.remember(clientId, idempotency(key), START, {
      ...DONE,
      quotes: Array.from({ length: parts }, () => ({ quoteId: 1, version: 1 })),
    });

  test('counts as a key for each part: the oldest keys of its client go, and never itself', () => {
    const table = new IdempotencyTable({ rules: RULES }, { keysPerClient: 5, keys: 100 });
    remember(table, 'a', [1, 2, 3, 4]);
    massQuote(table, 'a', 'four', 4);
    expect(keysOf(table)).toEqual(['a 4', 'a four']);
    remember(table, 'a', [5]);
    expect(keysOf(table)).toEqual(['a four', 'a 5']);
    remember(table, 'a', [6]);
    expect(keysOf(table)).toEqual(['a 5', 'a 6']);
    massQuote(table, 'a', 'nine', 9);
    expect(keysOf(table)).toEqual(['a nine']);
    remember(table, 'a', [7]);
    expect(keysOf(table)).toEqual(['a 7']);
  });

  test('of all clients: those with the most parts give way, or the oldest key where that is the new one', () => {
    const table = new IdempotencyTable({ rules: RULES }, { keysPerClient: 100, keys: 10 });
    remember(table, 'a', [1, 2]);
    massQuote(table, 'b', 'six', 6);
    remember(table, 'c', [1, 2, 3]);
    expect(keysOf(table)).toEqual(['a 1', 'a 2', 'c 1', 'c 2', 'c 3']);
    massQuote(table, 'd', 'seven', 7);
    expect(keysOf(table)).toEqual(['c 1', 'c 2', 'c 3', 'd seven']);
    massQuote(table, 'e', 'ten', 10);
    expect(keysOf(table)).toEqual(['e ten']);
  });
});

describe('a mass cancel', () => {
  const cancelled = (ids: number) =>
    ({ ...DONE, cancelled: Array<number>(ids).fill(1) }) as Outcome & { cancelled: number[] };

  test('counts as a key for each 16 of its ids, those that it gets later included', () => {
    const table = new IdempotencyTable({ rules: RULES }, { keysPerClient: 4, keys: 100 });
    remember(table, 'a', [1, 2, 3]);
    const outcome = cancelled(16);
    table.remember('a', idempotency('all'), START + 3, outcome);
    expect(keysOf(table)).toEqual(['a 1', 'a 2', 'a 3', 'a all']);
    for (const ids of [1, 16]) {
      outcome.cancelled.push(...cancelled(ids).cancelled);
      expect(() => table.check()).toThrow('(C34)');
      table.recount(ownerOf('a', 'all'));
      table.check();
    }
    remember(table, 'a', [4], START + 4);
    expect(keysOf(table)).toEqual(['a all', 'a 4']);
    remember(table, 'a', [5, 6], START + 5);
    expect(keysOf(table)).toEqual(['a 4', 'a 5', 'a 6']);
  });

  test('counts as one by earlier rules, and is counted again when they change', () => {
    const counters: { rules?: number } = {};
    const table = new IdempotencyTable(counters, { keysPerClient: 4, keys: 100 });
    table.remember('a', idempotency('all'), START, cancelled(64));
    remember(table, 'a', [1, 2, 3], START + 1);
    expect(keysOf(table)).toEqual(['a all', 'a 1', 'a 2', 'a 3']);
    counters.rules = RULES;
    table.recountAll();
    table.check();
    remember(table, 'a', [4], START + 4);
    expect(keysOf(table)).toEqual(['a 1', 'a 2', 'a 3', 'a 4']);
  });
});

test('of two clients with the most keys it is the same one that gives way, however the table came about', () => {
  const limits = { keysPerClient: 2, keys: 4 };
  const [table, restored] = [
    new IdempotencyTable({ rules: RULES }, limits),
    new IdempotencyTable({ rules: RULES }, limits),
  ];
  remember(table, 'z', [1]);
  remember(table, 'a', [1, 2], START + 1);
  remember(table, 'z', [2, 3], START + 3);
  for (const entry of table.entries()) restored.restore(entry);
  for (const one of [table, restored]) remember(one, 'x', [1], START + 6);
  expect(keysOf(restored)).toEqual(keysOf(table));
});

test('what a snapshot keeps, put back, is the same and goes on alike', () => {
  const limits = { keysPerClient: 3, keys: 5 };
  const [table, restored] = [
    new IdempotencyTable({ rules: RULES }, limits),
    new IdempotencyTable({ rules: RULES }, limits),
  ];
  remember(table, 'a', [1, 2, 3]);
  remember(table, 'b', [1, 2], START + 5);
  for (const entry of table.entries()) restored.restore(JSON.parse(JSON.stringify(entry)));
  for (const one of [table, restored]) remember(one, 'b', [3, 4], START + 8);
  expect([...restored.entries()]).toEqual([...table.entries()]);
  expect(keysOf(table)).toEqual(['a 1', 'a 2', 'a 3', 'b 3', 'b 4']);
});

describe('a key costs no more where there are many', () => {
  test('when all of it is taken, by many clients', () => {
    const CLIENTS = 2000;
    const table = new IdempotencyTable({ rules: RULES }, { keysPerClient: 100, keys: 3 * CLIENTS });
    for (let i = 0; i < CLIENTS; i++) remember(table, `c${i}`, [1, 2, 3], START + 10 * i);
    const size = () => [...table.entries()].length;
    expect(size()).toBe(3 * CLIENTS);
    const later = START + DAY / 2;
    table.remember('new', idempotency('first'), later, DONE);
    expect(mapVisits(() => table.remember('another', idempotency('first'), later, DONE))).toBeLessThan(10);
    expect(size()).toBe(3 * CLIENTS);
  });

  test('when its time is over, like that of thousands before it', () => {
    const table = new IdempotencyTable({ rules: RULES });
    const keys = Array.from({ length: 2000 }, (_, index) => index);
    remember(table, 'a', keys);
    const deletes = vi.spyOn(Map.prototype, 'delete');
    remember(table, 'a', [1999], START + 2 * DAY);
    expect(deletes.mock.calls.length).toBeLessThan(50);
    deletes.mockRestore();
    expect(table.find('a', idempotency(1999), START + 2 * DAY)).toMatchObject(REPLAYED);
  });
});
