import { describe, expect, test } from 'vitest';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import { nodeFileSystem } from '../../src/exchange/journal/file-system.ts';
import { LiveExchange } from '../../src/exchange/live-exchange.ts';
import { MissedEvents } from '../../src/service/venue/missed-events.ts';
import { RecentEvents, takeMissed } from '../../src/service/venue/venue-webhooks.ts';
import { OPEN_FRIDAY, order, security } from '../exchange/venue.ts';
import { ManualTime } from '../support/manual-time.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const eventOf = (seq: number) => ({ seq }) as ExchangeEvent;

/** A venue whose events are numbers; of the newest it remembers three. */
class CountingVenue {
  readonly recent = new RecentEvents(3);
  readonly taken: number[] = [];
  sequence = 0;
  /** Numbers after the last event. */
  passedOver = 0;
  reads = 0;
  isLevel = false;

  lastEventSeq(): number {
    return this.sequence + this.passedOver;
  }

  happen(count: number): void {
    for (let nth = 0; nth < count; nth++) {
      const event = eventOf(++this.sequence);
      if (this.isLevel) this.taken.push(event.seq);
      else this.recent.add(event);
    }
  }

  /** Takes the events after one; `during` runs while the journal is read for the nth time. */
  take(after: number, during: (nth: number) => number = () => 0): Promise<number> {
    let from = after;
    const read = async (upTo: number, take: (event: ExchangeEvent) => void) => {
      const first = from;
      this.happen(during(++this.reads));
      while (from < upTo) take(eventOf(++from));
      return { count: upTo - first, eventSeq: upTo + this.passedOver };
    };
    return takeMissed(
      {
        exchange: this,
        recent: this.recent,
        openJournal: () => ({ read, end: async () => {} }),
        take: ({ seq }) => void this.taken.push(seq),
        onLevel: () => {
          this.isLevel = true;
        },
      },
      after,
    );
  }
}

const numbers = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, nth) => first + nth);

describe('the events that nobody saw for webhooks', () => {
  test('are taken from memory where they are there', async () => {
    const venue = new CountingVenue();
    venue.happen(9);
    expect(await venue.take(6)).toBe(0);
    expect([venue.taken, venue.reads, venue.isLevel]).toEqual([[7, 8, 9], 0, true]);
  });

  test('are read from the journal until memory has the rest; none is missed and none comes twice', async () => {
    const venue = new CountingVenue();
    venue.happen(9);
    // More than memory holds, twice, and then less.
    expect(await venue.take(2, (nth) => [7, 4, 2][nth - 1] ?? 0)).toBe(18);
    venue.happen(2);
    expect([venue.taken, venue.reads]).toEqual([numbers(3, 24), 3]);
  });

  test('end where numbers were passed over', async () => {
    const venue = new CountingVenue();
    venue.happen(9);
    venue.passedOver = 1_000_000;
    expect(await venue.take(2)).toBe(7);
    expect([venue.taken, venue.reads, venue.isLevel]).toEqual([numbers(3, 9), 1, true]);
  });

  test('a thread reads them as they happened (M11)', async () => {
    const time = new ManualTime(OPEN_FRIDAY);
    const folder = temporaryFolder();
    const exchange = new LiveExchange({
      folder,
      shard: 0,
      files: nodeFileSystem,
      clock: time,
      timers: time,
      alwaysOpen: true,
      segmentBytesMax: 1024 * 1024,
      waitingMax: 1000,
      unprojectedMax: 1_000_000,
      limits: null,
      log: { info: () => {}, warn: () => {}, error: () => {} },
    });
    const events: ExchangeEvent[] = [];
    exchange.subscribe((event) => events.push(event));
    exchange.start();
    await exchange.submit(security());
    for (let nth = 0; nth < 600; nth++) await exchange.submit(order({ side: nth % 2 === 0 ? 'buy' : 'sell' }));
    const missed = new MissedEvents({ folder, archiveFolder: null, shard: 0, after: 2 });
    const read: ExchangeEvent[] = [];
    const count = events.length - 2;
    expect(await missed.read(exchange.sequence, (event) => void read.push(event))).toEqual({
      count,
      eventSeq: events.length,
    });
    await exchange.submit(order());
    await missed.read(exchange.sequence, (event) => void read.push(event));
    expect(read).toEqual(structuredClone(events.slice(2)));
    await missed.end();
    await exchange.stop();
  });

  test('a journal that cannot be read is reported', async () => {
    const missed = new MissedEvents({ folder: temporaryFolder(), archiveFolder: null, shard: 0, after: 2 });
    await expect(missed.read(5, () => {})).rejects.toThrow('the segment that holds command 1 is missing');
    await missed.end();
  });
});
