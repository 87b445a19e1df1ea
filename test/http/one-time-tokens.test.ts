import { expect, test } from 'vitest';
import { OneTimeTokens } from '../../src/http/auth/one-time-tokens.ts';

let nowMs = 0;
const tokensAt = () => {
  nowMs = 0;
  return new OneTimeTokens(() => nowMs);
};

test('a token works once', () => {
  const tokens = tokensAt();
  const [one, other] = [tokens.issue(), tokens.issue()];
  expect(one).toMatch(/^[\w-]{32}$/);
  expect(one).not.toBe(other);
  expect([tokens.redeem(one), tokens.redeem(one), tokens.redeem(other)]).toEqual([true, false, true]);
});

test('a token is good for 15 minutes', () => {
  const tokens = tokensAt();
  const [one, other] = [tokens.issue(), tokens.issue()];
  nowMs = 15 * 60_000 - 1;
  expect(tokens.redeem(one)).toBe(true);
  nowMs += 1;
  expect(tokens.redeem(other)).toBe(false);
});

test.each([undefined, '', 'unknown', ['a'], 7])('%j is not a token', (token) => {
  const tokens = tokensAt();
  tokens.issue();
  expect(tokens.redeem(token)).toBe(false);
});

test('a hundred are kept; the oldest goes', () => {
  const tokens = tokensAt();
  const issued = Array.from({ length: 101 }, () => tokens.issue());
  expect(issued.map((token) => tokens.redeem(token)).indexOf(true)).toBe(1);
});
