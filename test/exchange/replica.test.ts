import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Command } from '../../src/exchange/api/commands.ts';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { OrderId, SecurityId } from '../../src/exchange/api/units.ts';
import type { UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import type { Journal } from '../../src/exchange/journal/journal.ts';
import { journalStart, readJournal } from '../../src/exchange/journal/reader.ts';
import { JournalTail } from '../../src/exchange/journal/tail.ts';
import { cutTornTail } from '../../src/exchange/journal/torn-tail.ts';
import { JournalWriter } from '../../src/exchange/journal/writer.ts';
import { Replica } from '../../src/exchange/replica/replica.ts';
import { Leader } from '../../src/exchange/sequencer/leader.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { FaultyFileSystem } from '../support/faulty-file-system.ts';
import { checkFlows } from '../support/flows.ts';
import { ManualTime, turn } from '../support/manual-time.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ruledFlow } from './random-flow.ts';
import { cancel, DOLLAR, idOfOrder, OPEN_FRIDAY, openVenue, order, security } from './venue.ts';

const log = { error: () => {} };

/** A follower of the venue: it knows the journal and nothing else. */
class Standby {
  readonly replica: Replica;
  readonly events: ExchangeEvent[] = [];
  readonly #tail: JournalTail;

  constructor(folder: string, time: ManualTime, files = new FaultyFileSystem()) {
    this.#tail = new JournalTail(files, folder, journalStart(0));
    this.replica = new Replica({ state: new VenueState(0), sequence: 0, clock: time, alwaysOpen: false, log });
    this.replica.subscribe((event) => this.events.push(event));
  }

  follow(durable: number): Promise<void> {
    return this.replica.follow(this.#tail, durable);
  }
}

/** Goes on with a folder whose leader has ended: the rest of its journal is applied, what a crash tore is cut off. */
async function takeOver(standby: Standby, folder: string, time: ManualTime): Promise<Leader> {
  const files = new FaultyFileSystem();
  const end = readJournal(files, folder, journalStart(0), () => {});
  cutTornTail(files, end);
  await standby.follow(end.sequence);
  const leader = new Leader({
    replica: standby.replica,
    journal: new JournalWriter(files, folder, 4096, end),
    clock: time,
    timers: time,
    waitingMax: 1000,
    unprojectedMax: 1000,
    limits: null,
    log,
  });
  leader.start();
  return leader;
}

/** What a client may send of a random flow; its sessions and ends of dates let hours pass instead. */
function send(one: UntimedCommand, venue: ReturnType<typeof openVenue>, answers: Promise<unknown>[]): void {
  if (one.type === 'session') venue.time.advanceMs(3 * 3_600_000);
  else if (one.type === 'dateEnd') venue.time.advanceMs(24 * 3_600_000);
  else answers.push(venue.exchange.submit(one as Command));
}

describe('a replica that follows the journal of a leader', () => {
  test('comes to the same state, the same events and the same answers, however far it is at a time', async () => {
    const flow = ruledFlow(120);
    await checkFlows(
      [flow, fc.array(fc.integer({ min: 1, max: 40 }))],
      async (commands, steps) => {
        const folder = temporaryFolder();
        const venue = openVenue({ folder, segmentBytesMax: 4096 });
        const standby = new Standby(folder, venue.time);
        let sent = 0;
        for (const step of [...steps, commands.length]) {
          const answers: Promise<unknown>[] = [];
          for (const command of commands.slice(sent, sent + step)) send(command, venue, answers);
          sent += step;
          await Promise.all(answers);
          await standby.follow(venue.exchange.sequence);
          expect(standby.replica.sequence).toBe(venue.exchange.sequence);
          expect(standby.events).toEqual(venue.events);
        }
        const ids = standby.events.flatMap((event) => (event.type === 'order' ? [event.order.orderId] : []));
        for (const id of ids) expect(standby.replica.recentOrder(id)).toEqual(venue.exchange.recentOrder(id));
        expect(standby.replica.recentWithToken('a', 't1', 50, Number.MAX_SAFE_INTEGER as OrderId)).toEqual(
          venue.exchange.recentWithToken('a', 't1', 50, Number.MAX_SAFE_INTEGER as OrderId),
        );
        expect(standby.replica.securities()).toEqual(venue.exchange.securities());
        expect(standby.replica.lastEventSeq()).toBe(venue.exchange.lastEventSeq());
        await venue.exchange.stop();
        await standby.follow(venue.exchange.sequence);
        expect(digestOf(standby.replica.state)).toBe(digestOf(recover(new FaultyFileSystem(), folder, 0).state));
      },
      { numRuns: 15 },
    );
  });

  test('knows the calendar as the commands have made it', async () => {
    const folder = temporaryFolder();
    const { exchange, time } = openVenue({ folder });
    await exchange.submit(security());
    await exchange.submit({ type: 'calendar', date: '2026-11-23', day: { name: 'A day off', hours: 'closed' } });
    const standby = new Standby(folder, time);
    await standby.follow(exchange.sequence);
    time.moveTo('2026-11-21T12:00:00Z');
    expect(standby.replica.nextTransition(7 as SecurityId)).toEqual(exchange.nextTransition(7 as SecurityId));
    expect(standby.replica.nextTransition(7 as SecurityId)).toEqual({
      time: Date.parse('2026-11-24T14:30:00Z') * 1000,
      market: 'open',
    });
  });

  test('takes no group but the next', () => {
    const replica = new Replica({
      state: new VenueState(0),
      sequence: 5,
      clock: new ManualTime(OPEN_FRIDAY),
      alwaysOpen: false,
      log,
    });
    const commands = [{ ...security(), time: 1 }];
    expect(() => replica.apply({ firstSequence: 5, commands })).toThrow('starts at command');
    expect(() => replica.apply({ firstSequence: 7, commands })).toThrow('starts at command');
    replica.apply({ firstSequence: 6, commands });
    expect(replica.sequence).toBe(6);
  });

  test('follows no journal of another shard', async () => {
    const folder = temporaryFolder();
    const { exchange, time } = openVenue({ folder });
    await exchange.submit(security());
    const replica = new Replica({ state: new VenueState(1), sequence: 0, clock: time, alwaysOpen: false, log });
    const tail = new JournalTail(new FaultyFileSystem(), folder, journalStart(0));
    await expect(replica.follow(tail, exchange.sequence)).rejects.toThrow('belongs to shard 0, the venue to shard 1');
    expect(replica.sequence).toBe(0);
  });

  test('emits the events of a group only once it is published', () => {
    const time = new ManualTime(OPEN_FRIDAY);
    const standby = new Standby(temporaryFolder(), time);
    const durable: number[] = [];
    standby.replica.onDurable((sequence) => durable.push(sequence));
    standby.replica.apply({ firstSequence: 1, commands: [{ ...security(), time: 1 }] });
    expect([standby.events, durable, standby.replica.lastEventSeq()]).toEqual([[], [], 0]);
    standby.replica.publish();
    expect(standby.events.map(({ seq }) => seq)).toEqual([1]);
    expect([durable, standby.replica.lastEventSeq()]).toEqual([[1], 1]);
  });
});

describe('a replica that takes over', () => {
  test('goes on where a leader stopped, with all that was acknowledged and nothing twice', async () => {
    const folder = temporaryFolder();
    const first = openVenue({ folder });
    await first.exchange.submit(security());
    const resting = idOfOrder(await first.exchange.submit(order({ side: 'sell', price: 11 * DOLLAR })));
    const standby = new Standby(folder, first.time);
    await standby.follow(first.exchange.sequence);
    const keyed = order({ price: 11 * DOLLAR, quantity: 40, idempotency: { key: 'k', bodyHash: 'h' } });
    const acknowledged = await first.exchange.submit(keyed);
    await first.exchange.stop();

    const leader = await takeOver(standby, folder, first.time);
    expect(standby.replica.order(resting)).toMatchObject({ remaining: 60 });
    expect(standby.replica.recentOrder(idOfOrder(acknowledged))?.matches.length).toBe(1);
    expect(await leader.submit(keyed)).toMatchObject({ ...acknowledged, replayed: true });
    expect(await leader.submit(cancel(resting))).toMatchObject({ ok: true, order: { remaining: 60 } });
    const seqs = standby.events.map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    await leader.stop();
    expect(digestOf(recover(new FaultyFileSystem(), folder, 0).state)).toBe(digestOf(standby.replica.state));
  });

  test.each([
    ['was not written', (files: FaultyFileSystem) => Object.assign(files, { bytesLeft: 0 }), false],
    ['was written and its sync failed', (files: FaultyFileSystem) => fail(files), true],
  ])('has the group of a broken leader, whose callers know nothing, or not, when it %s', async (_, break_, isThere) => {
    const folder = temporaryFolder();
    // Small segments: the next group needs new space of the disk.
    const first = openVenue({ folder, files: new FaultyFileSystem(), segmentBytesMax: 200 });
    await first.exchange.submit(security());
    await first.exchange.submit(order());
    const standby = new Standby(folder, first.time);
    await standby.follow(first.exchange.sequence);
    break_(first.files);
    const unknown = [first.exchange.submit(order({ token: 't' })), first.exchange.submit(order({ token: 't' }))];
    for (const outcome of await Promise.allSettled(unknown)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'VenueUnavailable' } });
    }
    const sequence = first.exchange.sequence;
    await first.exchange.stop();

    const leader = await takeOver(standby, folder, first.time);
    expect(standby.replica.recentWithToken('a', 't', 10, Number.MAX_SAFE_INTEGER as OrderId).length).toBe(
      isThere ? 2 : 0,
    );
    expect(standby.replica.sequence).toBe(sequence + (isThere ? 2 : 0));
    expect(await leader.submit(order())).toMatchObject({ ok: true });
    await leader.stop();
    expect(digestOf(recover(new FaultyFileSystem(), folder, 0).state)).toBe(digestOf(standby.replica.state));
  });

  test('opens and closes no market before, and makes up for a close that nobody made', async () => {
    const folder = temporaryFolder();
    const first = openVenue({ folder });
    await first.exchange.submit(security());
    const day = idOfOrder(await first.exchange.submit(order({ expiration: 'Day' })));
    await first.exchange.stop();
    const standby = new Standby(folder, first.time);
    await standby.follow(first.exchange.sequence);
    first.time.moveTo('2026-11-21T12:00:00Z');
    expect(standby.replica.security(7 as SecurityId)?.market).toBe('open');
    expect(standby.replica.order(day)).toMatchObject({ status: 'Live' });

    const leader = await takeOver(standby, folder, first.time);
    expect(await leader.submit(cancel(1))).toMatchObject({ ok: false, refusal: 'unknown order' });
    expect(standby.replica.security(7 as SecurityId)?.market).toBe('closed');
    const closed = Date.parse('2026-11-20T21:00:00Z') * 1000;
    expect(standby.replica.order(day)).toMatchObject({ status: 'Cancelled', updatedAt: closed });
    await leader.stop();
  });

  test('answers the group before one that cannot even be begun to be written', async () => {
    const time = new ManualTime(OPEN_FRIDAY);
    const { replica } = new Standby(temporaryFolder(), time);
    let sequence = 0;
    let written = Promise.resolve();
    const journal: Journal = {
      shard: 0,
      get sequence() {
        return sequence;
      },
      append: (lines) => {
        if (lines.some((line) => line.includes('unlucky'))) throw new Error('out of luck');
        return written.then(() => {
          sequence += lines.length;
          return lines.length;
        });
      },
      stop: async () => {},
    };
    const options = { clock: time, timers: time, waitingMax: 10, unprojectedMax: 10, limits: null, log };
    const leader = new Leader({ ...options, replica, journal });
    await leader.submit(security());
    const write = Promise.withResolvers<void>();
    written = write.promise;
    const before = leader.submit(order());
    await turn();
    // The first is on its way: this one comes in the next group.
    const unlucky = leader.submit(order({ token: 'unlucky' }));
    const late = expect(unlucky).rejects.toThrow('the outcome of this call is unknown');
    write.resolve();
    expect(await before).toMatchObject({ ok: true });
    await late;
    expect((await leader.failed).message).toBe('out of luck');
    await expect(leader.submit(order())).rejects.toThrow('a restart recovers');
  });

  test('is refused while the replica lacks something of the journal, or is of another shard', async () => {
    const folder = temporaryFolder();
    const { exchange, time } = openVenue({ folder });
    await exchange.submit(security());
    await exchange.stop();
    const { replica } = new Standby(folder, time);
    const files = new FaultyFileSystem();
    const end = readJournal(files, folder, journalStart(0), () => {});
    const journal = new JournalWriter(files, folder, 4096, end);
    const options = { clock: time, timers: time, waitingMax: 1, unprojectedMax: 1, limits: null, log };
    expect(() => new Leader({ ...options, replica, journal })).toThrow(
      `the journal ends at command ${end.sequence}, the venue at command 0`,
    );
    const other = new Replica({ state: new VenueState(1), sequence: 0, clock: time, alwaysOpen: false, log });
    expect(() => new Leader({ ...options, replica: other, journal })).toThrow('shard 0, the venue that of shard 1');
    journal.close();
  });
});

function fail(files: FaultyFileSystem): void {
  files.syncError = new Error('EIO: i/o error, fdatasync');
}
