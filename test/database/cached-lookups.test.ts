import { describe, expect, test } from 'vitest';
import { CachedLookups } from '../../src/database/queries/cached-lookups.ts';

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
