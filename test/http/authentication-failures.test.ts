import { expect, test } from 'vitest';
import { AuthenticationFailures } from '../../src/http/auth/credential-guard.ts';

let nowMs = 0;
const counting = (failuresMax: number, namesMax = 2) => {
  nowMs = 0;
  return new AuthenticationFailures({ failuresMax, namesMax, nowMs: () => nowMs });
};

test('locks a name out for the rest of its minute', () => {
  const failures = counting(2);
  failures.count('a');
  expect(failures.secondsToWait('a')).toBe(0);
  nowMs = 20_500;
  failures.count('a');
  expect(failures.secondsToWait('a')).toBe(40);
  expect(failures.secondsToWait('b')).toBe(0);
  nowMs = 60_000;
  expect(failures.secondsToWait('a')).toBe(0);
  failures.count('a');
  expect(failures.secondsToWait('a')).toBe(0);
});

test('locks a name out again in each minute in which it fails too often', () => {
  const failures = counting(2);
  for (const minute of [0, 1, 2, 7]) {
    nowMs = minute * 60_000;
    expect(failures.secondsToWait('a')).toBe(0);
    failures.count('a');
    expect(failures.secondsToWait('a')).toBe(0);
    failures.count('a');
    expect(failures.secondsToWait('a')).toBe(60);
  }
});

test('a minute with too few failures leaves nothing to the next one', () => {
  const failures = counting(2);
  failures.count('a');
  nowMs = 60_000;
  failures.count('a');
  expect(failures.secondsToWait('a')).toBe(0);
  failures.count('a');
  expect(failures.secondsToWait('a')).toBe(60);
});

test('forgets, of names that are not locked out, the one that failed longest ago', () => {
  const failures = counting(3);
  // Whoever fails again and again stays, however long ago the first time was: b goes for c.
  for (const name of ['a', 'b', 'a', 'c', 'a']) failures.count(name);
  expect(failures.secondsToWait('a')).toBe(60);
  for (const name of ['c', 'd', 'c', 'e', 'c']) failures.count(name);
  expect(failures.secondsToWait('c')).toBe(60);
});

test('frees no locked-out name for a crowd of others', () => {
  const failures = counting(2);
  for (const name of ['a', 'a', ...Array.from({ length: 100 }, (_, index) => `other ${index}`)]) failures.count(name);
  expect(failures.secondsToWait('a')).toBe(60);
});

test('is bounded in those that are locked out too: the first of them goes', () => {
  const failures = counting(1);
  for (const name of ['a', 'b', 'c']) failures.count(name);
  expect(['a', 'b', 'c'].map((name) => failures.secondsToWait(name))).toEqual([0, 60, 60]);
});

test('is off at 0', () => {
  const failures = counting(0);
  failures.count('a');
  expect(failures.secondsToWait('a')).toBe(0);
});
