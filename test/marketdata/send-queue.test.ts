import { beforeEach, describe, expect, test } from 'vitest';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { Subscription } from '../../src/marketdata/channels/subscription.ts';
import { TopTopic } from '../../src/marketdata/channels/top-channel.ts';
import { type Counters, newCounters } from '../../src/marketdata/wire/counters.ts';
import type { Frame } from '../../src/marketdata/wire/frame.ts';
import { SendQueue } from '../../src/marketdata/wire/send-queue.ts';
import type { SocketWriter } from '../../src/marketdata/wire/socket-writer.ts';
import { FakeExchange, priced } from './support/fake-exchange.ts';

/** Takes everything; how much waits is set by hand, or grows by 1 a message. */
class FakeWriter implements SocketWriter {
  unsentBytes = 0;
  open = true;
  grows = false;
  readonly written: string[] = [];

  write(frame: Frame): boolean {
    if (!this.open) return false;
    if (this.grows) this.unsentBytes += 1;
    const { type, securityId, prevSeq, seq, resumed } = JSON.parse(frame.text);
    this.written.push(`${type} ${securityId} ${prevSeq ?? '-'} ${seq}${resumed === false ? ' not resumed' : ''}`);
    return true;
  }

  flush(): void {}

  last(frame: Frame): void {
    this.write(frame);
  }

  take(): string[] {
    return this.written.splice(0);
  }
}

const LIMIT = 10;
let exchange: FakeExchange;
let writer: FakeWriter;
let sendQueue: SendQueue;
let counters: Counters;
beforeEach(() => {
  exchange = new FakeExchange();
  writer = new FakeWriter();
  counters = newCounters();
  sendQueue = new SendQueue(writer, LIMIT, counters, 0);
});

function subscribed(securityId: number): { subscription: Subscription; change: () => void } {
  exchange.addSecurity(securityId);
  const channel = new TopTopic(securityId as SecurityId, exchange);
  const subscription = new Subscription(channel, sendQueue, counters);
  channel.subscribers.add(subscription);
  let price = 0;
  const change = (): void => {
    exchange.change(securityId, priced(++price));
    channel.publish(exchange.topOfBook(securityId) as NonNullable<ReturnType<FakeExchange['topOfBook']>>, 0);
  };
  return { subscription, change };
}

describe('over the limit', () => {
  test('exactly at the limit is not over it', () => {
    const { subscription, change } = subscribed(1);
    subscription.begin(undefined, 0);
    writer.unsentBytes = LIMIT;
    change();
    writer.unsentBytes = LIMIT + 1;
    change();
    expect(writer.take()).toEqual(['snapshot 1 - 0', 'update 1 0 1']);
  });

  test('the newest of each comes when the connection drains, in the order in which they were postponed', () => {
    const [a, b] = [subscribed(1), subscribed(2)];
    a.subscription.begin(undefined, 0);
    b.subscription.begin(undefined, 0);
    writer.take();
    writer.unsentBytes = LIMIT + 1;
    for (const each of [b, a, b, b]) each.change();
    writer.unsentBytes = 0;
    sendQueue.drained(0);
    expect(writer.take()).toEqual(['update 2 0 3', 'update 1 0 1']);
    expect(counters.updatesConflated).toBe(2);
    b.change();
    expect(writer.take()).toEqual(['update 2 3 4']);
  });

  test('nothing passes what was postponed before the connection has drained, even below the limit', () => {
    const [a, b] = [subscribed(1), subscribed(2)];
    a.subscription.begin(undefined, 0);
    b.subscription.begin(undefined, 0);
    writer.take();
    writer.unsentBytes = LIMIT + 1;
    a.change();
    writer.unsentBytes = 1;
    b.change();
    expect(sendQueue.congested).toBe(true);
    expect(writer.take()).toEqual([]);
    writer.unsentBytes = 0;
    sendQueue.drained(0);
    expect(writer.take()).toEqual(['update 1 0 1', 'update 2 0 1']);
    expect(sendQueue.congested).toBe(false);
  });

  test('what drains fills the connection to its limit again, and the rest waits', () => {
    const all = Array.from({ length: 30 }, (_, i) => subscribed(i + 1));
    writer.unsentBytes = LIMIT + 1;
    for (const { subscription } of all) subscription.begin(undefined, 0);
    writer.grows = true;
    const sent: string[] = [];
    for (let drains = 1; drains <= 3; drains += 1) {
      writer.unsentBytes = 0;
      sendQueue.drained(0);
      expect(writer.unsentBytes).toBeLessThanOrEqual(LIMIT + 1);
      sent.push(...writer.take());
    }
    expect(sent).toEqual(all.map((_, i) => `snapshot ${i + 1} - 0`));
  });

  test('is timed while it lasts; a look below the limit ends it', () => {
    const overAt = (nowMs: number, unsentBytes: number): number | null => {
      writer.unsentBytes = unsentBytes;
      return sendQueue.overLimitMs(nowMs);
    };
    expect(overAt(1_000, LIMIT)).toBe(null);
    expect(overAt(2_000, LIMIT + 1)).toBe(0);
    expect(overAt(5_000, LIMIT + 1)).toBe(3_000);
    expect(overAt(6_000, LIMIT)).toBe(null);
    expect(overAt(7_000, LIMIT + 1)).toBe(0);
    sendQueue.drained(8_000);
    expect(overAt(9_000, LIMIT + 1)).toBe(0);
  });

  test('a look at an empty connection sends what was postponed: not every connection reports that it drained', () => {
    const { subscription, change } = subscribed(1);
    subscription.begin(undefined, 0);
    writer.take();
    writer.unsentBytes = LIMIT + 1;
    change();
    writer.unsentBytes = 1;
    expect(sendQueue.overLimitMs(1_000)).toBe(null);
    expect(writer.take()).toEqual([]);
    writer.unsentBytes = 0;
    expect(sendQueue.overLimitMs(2_000)).toBe(null);
    expect(writer.take()).toEqual(['update 1 0 1']);
    expect([sendQueue.congested, sendQueue.lastMessageMs]).toEqual([false, 2_000]);
  });

  test('the time of the last message is that of one that was taken', () => {
    const { subscription, change } = subscribed(1);
    subscription.begin(undefined, 500);
    expect(sendQueue.lastMessageMs).toBe(500);
    writer.open = false;
    change();
    subscription.begin(undefined, 900);
    expect(sendQueue.lastMessageMs).toBe(500);
  });

  test('one that leaves is not caught up', () => {
    const { subscription, change } = subscribed(1);
    subscription.begin(undefined, 0);
    writer.take();
    writer.unsentBytes = LIMIT + 1;
    change();
    subscription.end();
    writer.unsentBytes = 0;
    sendQueue.drained(0);
    expect(writer.take()).toEqual([]);
  });
});

describe('resuming', () => {
  test('over the limit part-way: the rest is conflated with the prevSeq of what was sent', () => {
    const { subscription, change } = subscribed(1);
    for (let i = 0; i < 20; i += 1) change();
    writer.grows = true;
    subscription.begin(2, 0);
    expect(writer.take().at(-1)).toBe('update 1 12 13');
    writer.unsentBytes = 0;
    sendQueue.drained(0);
    expect(writer.take()).toEqual(['update 1 13 20']);
    expect(counters.updatesConflated).toBe(6);
  });

  test('from the newest while postponed: nothing comes twice', () => {
    const { subscription, change } = subscribed(1);
    subscription.begin(undefined, 0);
    writer.take();
    writer.unsentBytes = LIMIT + 1;
    change();
    subscription.begin(1, 0);
    writer.unsentBytes = 0;
    sendQueue.drained(0);
    expect(writer.take()).toEqual([]);
    change();
    expect(writer.take()).toEqual(['update 1 1 2']);
  });

  test('refused while postponed: the snapshot that comes later says so, the next one does not', () => {
    const { subscription } = subscribed(1);
    writer.unsentBytes = LIMIT + 1;
    subscription.begin(5, 0);
    writer.unsentBytes = 0;
    sendQueue.drained(0);
    subscription.begin(undefined, 0);
    expect(writer.take()).toEqual(['snapshot 1 - 0 not resumed', 'snapshot 1 - 0']);
  });
});

test('what an ending connection does not take is not counted as sent', () => {
  const { subscription, change } = subscribed(1);
  subscription.begin(undefined, 0);
  writer.open = false;
  change();
  expect(counters.messagesSent).toBe(1);
});
