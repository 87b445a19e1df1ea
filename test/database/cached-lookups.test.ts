import { afterEach, describe, expect, test, vi } from 'vitest';
import { CachedLookups } from '../../src/database/queries/cached-lookups.ts';
import { DatabaseUnavailable } from '../../src/database/queries/unavailable.ts';

function counted(limits = { entriesMax: 2, ageMsMax: 100 }) {
  const asked: string[] = [];
  const clock = { ms: 0 };
  const lookUp = async (key: string) => {
    asked.push(key);
    if (key === 'bad') throw new Error('no');
    return `${key}${asked.length}`;
  };
  return { asked, clock, cache: new CachedLookups(lookUp, limits, () => clock.ms * 1000) };
}

describe('cached lookups', () => {
  test('ask once while a value is known and fresh', async () => {
    const { asked, clock, cache } = counted();
    expect(await cache.get('a')).toBe('a1');
    expect(cache.get('a')).toBe('a1');
    clock.ms = 99;
    expect(cache.get('a')).toBe('a1');
    clock.ms = 100;
    expect(await cache.get('a')).toBe('a2');
    expect(asked).toEqual(['a', 'a']);
  });

  test('share a lookup that is under way', async () => {
    const { asked, cache } = counted();
    expect(await Promise.all([cache.get('a'), cache.get('a')])).toEqual(['a1', 'a1']);
    expect(asked).toEqual(['a']);
  });

  test('drop the least recently used above their limit', async () => {
    const { asked, cache } = counted();
    await cache.get('a');
    await cache.get('b');
    cache.get('a');
    await cache.get('c');
    expect(cache.get('a')).toBe('a1');
    expect(cache.get('b')).toBeInstanceOf(Promise);
    expect(asked).toEqual(['a', 'b', 'c', 'b']);
  });

  test('keep a new value even when all the others were asked for', async () => {
    const { asked, cache } = counted();
    await cache.get('a');
    await cache.get('b');
    cache.get('a');
    cache.get('b');
    await cache.get('c');
    expect(cache.get('c')).toBe('c3');
    expect(cache.get('b')).toBe('b2');
    expect(cache.get('a')).toBeInstanceOf(Promise);
    expect(asked).toEqual(['a', 'b', 'c', 'a']);
  });

  test('do not keep failures', async () => {
    const { asked, cache } = counted();
    await expect(cache.get('bad')).rejects.toThrow('no');
    await expect(cache.get('bad')).rejects.toThrow('no');
    expect(asked).toEqual(['bad', 'bad']);
  });

  test('do not keep what was asked for before they were cleared', async () => {
    const { asked, cache } = counted();
    const early = cache.get('a');
    cache.clear();
    const late = cache.get('a');
    expect([await early, await late]).toEqual(['a1', 'a2']);
    expect(cache.get('a')).toBe('a2');
    expect(asked).toEqual(['a', 'a']);
  });
});

test('the age of a value counts from the question: a slow answer may be as old as that', async () => {
  const clock = { ms: 0 };
  const answer = Promise.withResolvers<string>();
  const limits = { entriesMax: 2, ageMsMax: 100 };
  const cache = new CachedLookups(
    () => answer.promise,
    limits,
    () => clock.ms * 1000,
  );
  const asked = cache.get('a');
  clock.ms = 60;
  answer.resolve('value');
  await asked;
  clock.ms = 99;
  expect(cache.cached('a')).toBe('value');
  clock.ms = 100;
  expect(cache.cached('a')).toBeUndefined();
});

describe('cached lookups where the database is unavailable', () => {
  afterEach(() => vi.useRealTimers());

  function outage(unavailableMsMax = 5000) {
    const clock = { ms: 0 };
    const database = { answer: async (): Promise<string | undefined> => 'value' };
    let asked = 0;
    const lookUp = () => {
      asked++;
      return database.answer();
    };
    const limits = { entriesMax: 2, ageMsMax: 100, unavailableMsMax, endsAt: () => 20_000_000 };
    const cache = new CachedLookups(lookUp, limits, () => clock.ms * 1000);
    const fails = () => Promise.reject(new DatabaseUnavailable(new Error('gone')));
    return { clock, database, cache, fails, asked: () => asked };
  }

  test('use the last value, and ask again now and then, until it is too old', async () => {
    const { clock, database, cache, fails, asked } = outage(15_000);
    await cache.get('a');
    database.answer = fails;
    clock.ms = 100;
    expect(await cache.get('a')).toBe('value');
    clock.ms = 10_099;
    expect(cache.get('a')).toBe('value');
    expect(asked()).toBe(2);
    clock.ms = 10_100;
    expect(await cache.get('a')).toBe('value');
    expect(asked()).toBe(3);
    clock.ms = 15_000;
    await expect(cache.get('a')).rejects.toThrow(DatabaseUnavailable);
    // One that was never known is not guessed.
    await expect(cache.get('b')).rejects.toThrow(DatabaseUnavailable);
  });

  test('wait no longer than a second for one that is silent', async () => {
    vi.useFakeTimers();
    const { clock, database, cache } = outage();
    await cache.get('a');
    database.answer = () => new Promise(() => {});
    clock.ms = 100;
    const found = cache.get('a');
    await vi.advanceTimersByTimeAsync(999);
    expect(await Promise.race([found, 'waits'])).toBe('waits');
    await vi.advanceTimersByTimeAsync(1);
    expect(await found).toBe('value');
  });

  test('use no value that was found to be over, was forgotten meanwhile, or ended by itself', async () => {
    const { clock, database, cache, fails } = outage(60_000);
    await cache.get('a');
    clock.ms = 100;
    database.answer = async () => undefined;
    expect(await cache.get('a')).toBe(undefined);
    database.answer = fails;
    await expect(cache.get('a')).rejects.toThrow(DatabaseUnavailable);

    database.answer = async () => 'value';
    await cache.get('b');
    clock.ms = 200;
    database.answer = fails;
    const found = cache.get('b');
    cache.forget((value) => value === 'value');
    await expect(found).rejects.toThrow(DatabaseUnavailable);

    database.answer = async () => 'value';
    await cache.get('c');
    database.answer = fails;
    clock.ms = 20_000;
    await expect(cache.get('c')).rejects.toThrow(DatabaseUnavailable);
  });

  test('throw any other error, and where nothing says that a value may be used', async () => {
    const { clock, database, cache } = outage();
    await cache.get('a');
    clock.ms = 100;
    database.answer = () => Promise.reject(new Error('no'));
    await expect(cache.get('a')).rejects.toThrow('no');
    const strict = outage(0);
    await strict.cache.get('a');
    strict.database.answer = strict.fails;
    strict.clock.ms = 100;
    await expect(strict.cache.get('a')).rejects.toThrow(DatabaseUnavailable);
  });
});
