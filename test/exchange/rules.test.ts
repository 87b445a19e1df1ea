import { expect, test } from 'vitest';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import { NOTICED_ONCE_SINCE, ONE_NOTICE_SINCE, RULES, UnknownRules } from '../../src/exchange/api/rules.ts';
import type { MatchId, SecurityId } from '../../src/exchange/api/units.ts';
import type { UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { journalStart } from '../../src/exchange/journal/reader.ts';
import { JournalTail } from '../../src/exchange/journal/tail.ts';
import { JournalWriter } from '../../src/exchange/journal/writer.ts';
import { Replica } from '../../src/exchange/replica/replica.ts';
import { Leader } from '../../src/exchange/sequencer/leader.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { FaultyFileSystem } from '../support/faulty-file-system.ts';
import { ManualTime } from '../support/manual-time.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { restartedState } from './restarted-state.ts';
import { DOLLAR, OPEN_FRIDAY, openVenue, security } from './venue.ts';

const log = { error: () => {} };

/** A process of a release that knows the rules up to a version, on a new folder. */
function releaseWith(rules: number, folder: string) {
  const time = new ManualTime(OPEN_FRIDAY);
  const files = new FaultyFileSystem();
  const state = new VenueState(0, rules);
  const replica = new Replica({ state, sequence: 0, clock: time, alwaysOpen: false, log });
  const end = { ...journalStart(0), segment: null, tornBytes: 0, size: 0 };
  const lead = (allKnow: number) =>
    new Leader({
      replica,
      journal: new JournalWriter(files, folder, 1024 * 1024, end),
      clock: time,
      timers: time,
      waitingMax: 1000,
      unprojectedMax: 1000,
      limits: null,
      rules: allKnow,
      log,
    });
  return { files, replica, lead };
}

test('a release before refuses the newer rules before it applies anything by them (J14)', async () => {
  const folder = temporaryFolder();
  const newer = releaseWith(RULES + 1, folder);
  const leader = newer.lead(RULES + 1);
  leader.start();
  await leader.submit(security());
  expect(newer.replica.state.counters.rules).toBe(RULES + 1);
  await leader.stop();
  const older = releaseWith(RULES, temporaryFolder());
  const tail = new JournalTail(newer.files, folder, journalStart(0));
  await expect(older.replica.follow(tail, newer.replica.sequence)).rejects.toThrow(UnknownRules);
  expect(older.replica.securities()).toEqual([]);
  expect(() => recover(newer.files, folder, 0)).toThrow('start a newer release');
});

test('while one node does not know the newer rules, the journal has nothing of them (J14)', async () => {
  const folder = temporaryFolder();
  const newer = releaseWith(RULES + 1, folder);
  const leader = newer.lead(RULES);
  leader.start();
  await leader.submit(security());
  await leader.stop();
  const older = releaseWith(RULES, temporaryFolder());
  await older.replica.follow(new JournalTail(newer.files, folder, journalStart(0)), newer.replica.sequence);
  expect(older.replica.securities()).toHaveLength(1);
});

test('the rules of this release are written once, and only where they are not the first', async () => {
  const folder = temporaryFolder();
  for (let start = 0; start < 2; start++) {
    const { exchange } = openVenue({ folder });
    await exchange.stop();
  }
  expect(recover(new FaultyFileSystem(), folder, 0).state.counters.rules ?? 1).toBe(RULES);
});

test('a bust is one event since these rules, and by older ones an event for each recipient, as they were (S22)', () => {
  const eventsBy = (rules: number) => {
    const state = new VenueState(0);
    const apply = (command: UntimedCommand) => state.apply({ ...command, time: 1 });
    apply({ type: 'rules', version: rules });
    apply(security());
    const events: ExchangeEvent[] = [];
    state.sink = (event) => events.push(event);
    const holder = (clientId: string) => ({ clientId, accountId: 'x', securityId: 7 as SecurityId });
    const sides = { buyer: holder('b'), seller: holder('s'), matched: { price: DOLLAR, quantity: 5 } };
    apply({ type: 'bust', matchId: 1 as MatchId, reason: 'an example', ...sides });
    const note = { clientId: 'b', fields: {} };
    const notice = { noticeId: 'n', kind: 'quote', securityId: 7 as SecurityId } as const;
    apply({ type: 'notice', ...notice, to: [note, { ...note, clientId: 's' }] });
    return events.map((event) => event.type === 'notice' && event.notice.to.map(({ clientId }) => clientId));
  };
  expect(eventsBy(ONE_NOTICE_SINCE - 1)).toEqual([['b'], ['s'], ['owner'], ['b'], ['s']]);
  expect(eventsBy(ONE_NOTICE_SINCE)).toEqual([
    ['b', 's', 'owner'],
    ['b', 's'],
  ]);
});

test('a notice that is journaled twice is one event since these rules, also after a snapshot (H9)', () => {
  const emittedBy = (rules: number) => {
    const first = new VenueState(0);
    first.apply({ type: 'rules', version: rules, time: 1 });
    const to = [{ clientId: 'b', fields: {} }];
    const notice = (noticeId: string, time: number) =>
      ({ type: 'notice', noticeId, kind: 'quote', securityId: 7 as SecurityId, to, time }) as const;
    first.apply(notice('n', 2));
    const second = restartedState(first);
    for (const state of [first, second]) {
      expect(state.apply(notice('n', 3)).ok).toBe(true);
      expect(state.apply(notice('other', 4)).ok).toBe(true);
    }
    return [first, second].map(({ counters }) => counters.eventSeq);
  };
  expect(emittedBy(NOTICED_ONCE_SINCE - 1)).toEqual([3, 3]);
  expect(emittedBy(NOTICED_ONCE_SINCE)).toEqual([2, 2]);
});
