import { expect, test } from 'vitest';
import type { OwnCalls } from '../../../src/service/sandbox/own-calls.ts';
import { startTicker } from '../../../src/service/sandbox/ticker.ts';
import { LIVE_MAX } from '../../../src/service/sandbox/ticker-script.ts';
import { turn } from '../../support/manual-time.ts';

interface Made {
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A ticker whose calls are kept, and whose timer the test lets run out. */
class Bench {
  readonly made: Made[] = [];
  readonly delays: number[] = [];
  readonly warned: unknown[] = [];
  watchers = 0;
  nowMs = 0;
  failing: string | undefined;
  readonly stop: () => Promise<void>;
  #due: (() => void) | undefined;
  #orderId = 0;

  constructor(failing?: string) {
    this.failing = failing;
    const calls = {
      call: async (name: string, fields: Made['fields']) => {
        this.made.push({ name, fields });
        if (name === this.failing) throw new Error('no');
        return name === 'createOrder' ? { orderDetails: { orderId: String(++this.#orderId) } } : {};
      },
    };
    this.stop = startTicker({
      calls: calls as OwnCalls,
      ids: { issuerId: '1', securityId: '2', buyerAccountId: 'B', sellerAccountId: 'S' },
      watchers: () => this.watchers,
      nowMs: () => this.nowMs,
      after: (delayMs, run) => {
        this.delays.push(delayMs);
        this.#due = run;
        return () => {
          this.#due = undefined;
        };
      },
      log: { warn: (...said: unknown[]) => void this.warned.push(said) },
    });
  }

  get isWaiting(): boolean {
    return this.#due !== undefined;
  }

  async settle(): Promise<void> {
    while (!this.isWaiting) await turn();
  }

  async step(): Promise<void> {
    await this.settle();
    const due = this.#due;
    this.#due = undefined;
    due?.();
    await this.settle();
  }

  count(name: string): number {
    return this.made.filter((one) => one.name === name).length;
  }
}

test('the book restarts, with orders on both sides that each have their account', async () => {
  const bench = new Bench();
  await bench.settle();
  expect(bench.made[0]).toEqual({ name: 'cancelOrders', fields: { securityid: '2' } });
  const orders = bench.made.slice(1).map(({ fields }) => `${fields.action} ${fields.accountid}`);
  expect(orders.length).toBe(10);
  expect(new Set(orders)).toEqual(new Set(['Buy B', 'Sell S']));
  await bench.stop();
});

test('the book never has more orders than it may', async () => {
  const bench = new Bench();
  for (let steps = 0; steps < 200; steps++) await bench.step();
  const resting = bench.made.filter(({ name, fields }) => name === 'createOrder' && fields.expiration === 'Day');
  expect(resting.length - bench.count('cancelOrder')).toBe(LIVE_MAX);
  const cancelled = bench.made.filter(({ name }) => name === 'cancelOrder').map(({ fields }) => Number(fields.orderid));
  expect(cancelled).toEqual([...cancelled].sort((one, other) => one - other));
  await bench.stop();
});

test('it is lively at first and while somebody may be looking, and quiet otherwise', async () => {
  const bench = new Bench();
  await bench.step();
  bench.nowMs = 15 * 60 * 1000;
  await bench.step();
  bench.watchers = 1;
  await bench.step();
  expect(bench.delays).toEqual([1500, 1500, 20_000, 1500]);
  await bench.stop();
});

test('a failure is logged, and tried again in a minute', async () => {
  const bench = new Bench('cancelOrders');
  await bench.settle();
  expect([bench.delays, bench.warned.length, bench.count('createOrder')]).toEqual([[60_000], 1, 0]);
  bench.failing = undefined;
  await bench.step();
  expect(bench.count('createOrder')).toBe(10);
  bench.failing = 'cancelOrder';
  for (let steps = 0; steps < 60; steps++) await bench.step();
  // An order that is gone already cannot be cancelled.
  expect([bench.warned.length, bench.count('cancelOrder') > 0]).toEqual([1, true]);
  await bench.stop();
});

test('it stops in the middle of what it does, and sends nothing more', async () => {
  const bench = new Bench();
  const stopped = bench.stop();
  await stopped;
  const made = bench.made.length;
  expect(made).toBeLessThan(3);
  await turn();
  expect([bench.made.length, bench.isWaiting]).toEqual([made, false]);
});
