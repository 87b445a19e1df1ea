import { expect, test } from 'vitest';
import { type IdentityProvider, TimeLimitedProvider } from '../../../src/providers/identity/index.ts';
import { ManualTime } from '../../support/manual-time.ts';

const PERSON = {} as never;
const LIMIT_MS = 30_000;

/** A provider that never answers, and the signals that its calls were given. */
function silent() {
  const signals: AbortSignal[] = [];
  const never = (signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<never>(() => {});
  };
  const provider: IdentityProvider = {
    check: (_person, _variant, signal) => never(signal),
    checkAnswers: (_id, _answers, signal) => never(signal),
    screen: (_subject, signal) => never(signal),
  };
  return { signals, provider };
}

test('a late call of each kind is aborted at the provider, and no earlier', async () => {
  const time = new ManualTime('2030-01-02T03:04:05Z');
  const { signals, provider } = silent();
  const limited = new TimeLimitedProvider(provider, { limitMs: LIMIT_MS, timers: time });
  const own = new AbortController();
  const calls = [
    limited.check(PERSON, 'full' as never, own.signal),
    limited.checkAnswers('1', [], own.signal),
    limited.screen(PERSON, own.signal),
  ];
  const outcomes = Promise.allSettled(calls);
  time.advanceMs(LIMIT_MS - 1);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false]);
  time.advanceMs(1);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
  for (const outcome of await outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('in time') } });
  const stopped = limited.screen(PERSON, own.signal).catch(() => 'ended');
  limited.endAllAfter(5);
  time.advanceMs(5);
  expect([await stopped, signals.at(-1)?.aborted]).toEqual(['ended', true]);
});
