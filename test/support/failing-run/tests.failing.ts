import { beforeAll, describe, expect, test } from 'vitest';

test('passes', () => {});

describe('a suite', () => {
  test('fails', () => expect(1).toBe(2));
});

describe('a suite whose beginning fails', () => {
  beforeAll(() => {
    throw new Error('no beginning');
  });
  test('does not run', () => {});
});

test('leaves a promise', () => {
  void Promise.reject(new Error('nobody waits for this'));
});
