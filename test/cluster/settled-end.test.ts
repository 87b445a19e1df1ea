/** Which reads a standby answers from its copy (docs/operate/cluster.md, J22). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SettledEnd } from '../../src/cluster/settled-end.ts';
import { order, security } from '../exchange/venue.ts';
import { journalOfTest, leaderAndStandby, pass } from './test-node.ts';

/**
 * What happens at a standby: the leader commits and acknowledges a command, a reader asks, a look at the journal
 * begins and ends, the link opens or closes, the journal is replaced by a copy that lacks some commands.
 */
const KINDS = ['acknowledge', 'report', 'ask', 'begin', 'end', 'open', 'close'] as const;
const steps = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...KINDS).map((kind) => ({ kind, lost: 0 })) },
    { weight: 1, arbitrary: fc.nat(3).map((lost) => ({ kind: 'replace', lost }) as const) },
  ),
  { minLength: 20, maxLength: 60 },
);

test('a read shows all that the leader had acknowledged before it was asked (generated orders of events)', () => {
  let answered = 0;
  const isKept = fc.property(steps, (kinds) => {
    const end = new SettledEnd();
    // Of the leader, of the database, and of the copy.
    let [acknowledged, journal, copy] = [0, 0, 0];
    let isOpen = false;
    let asked: number[] = [];
    let look: { readonly asked: number[]; readonly reported: number; readonly sequence: number } | undefined;
    for (const { kind, lost } of kinds) {
      if (kind === 'acknowledge') {
        // Its next group does not follow where the journal was replaced by one that lacks some.
        if (journal === acknowledged) acknowledged = ++journal;
      } else if (kind === 'open' || (kind === 'report' && isOpen)) {
        isOpen = true;
        end.acknowledged(acknowledged);
        end.resolveReaders(copy);
      } else if (kind === 'close') {
        isOpen = false;
        end.acknowledged(undefined);
      } else if (kind === 'ask') {
        asked.push(acknowledged);
      } else if (kind === 'begin' && look === undefined) {
        look = { asked, reported: end.acknowledgedSequence, sequence: journal };
        asked = [];
      } else if (kind === 'end' && look !== undefined) {
        const { asked: before, reported, sequence } = look;
        look = undefined;
        copy = Math.max(copy, sequence);
        const resolve = () => {
          answered += before.length;
          for (const known of before) expect(copy).toBeGreaterThanOrEqual(known);
        };
        end.addReader({ sequence: Math.max(sequence, reported), resolve });
        end.resolveReaders(copy);
      } else if (kind === 'replace') {
        // That takes longer than a message of the leader.
        if (isOpen) end.acknowledged(acknowledged);
        journal -= Math.min(lost, journal);
      }
    }
  });
  fc.assert(isKept, { numRuns: 2000 });
  expect(answered).toBeGreaterThan(500);
});

test('a restored journal that lacks what the leader acknowledged answers no read (J17, J22)', async () => {
  const journal = journalOfTest();
  const { time } = journal;
  const [a, b] = await leaderAndStandby(journal);
  await a.exchange.submit(security());
  const before = journal.groups.length;
  await pass(time, 1200);
  await a.exchange.submit(order());
  const { sequence } = journal;
  const lost = journal.groups.splice(before);
  let isAnswered = false;
  void b.node.level().then(() => {
    isAnswered = true;
  });
  await pass(time, 200);
  b.node.acknowledged(sequence);
  await pass(time, 2000);
  expect(isAnswered).toBe(false);
  journal.groups.push(...lost);
  await pass(time, 200);
  expect([isAnswered, b.exchange.sequence]).toEqual([true, sequence]);
  for (const { node } of [b, a]) await node.end();
  await a.exchange.stop();
});

test('what may be applied is in this journal for good, also where an operator accepted a loss (J15, J18)', () => {
  const kinds = ['append', 'note', 'report', 'close', 'lose'] as const;
  let [lost, reset] = [0, 0];
  const isSettled = fc.property(fc.array(fc.constantFrom(...kinds), { minLength: 10, maxLength: 60 }), (chosen) => {
    const end = new SettledEnd();
    // What is visible in the journal, and what of it no fail-over can lose.
    let [visible, durable] = [0, 0];
    for (const kind of chosen) {
      if (kind === 'append') visible++;
      else if (kind === 'note' || kind === 'report') {
        durable = visible;
        if (kind === 'note') end.note(durable);
        else end.acknowledged(durable);
      } else if (kind === 'close') end.acknowledged(undefined);
      else {
        // The leader is gone with the end of the journal, and the next one has another epoch.
        end.acknowledged(undefined);
        visible = durable = Math.floor(durable / 2);
        if (end.sequence > durable) lost++;
        end.reset();
        reset++;
      }
      expect(end.sequence).toBeLessThanOrEqual(durable);
    }
  });
  fc.assert(isSettled, { numRuns: 500 });
  expect([lost > 100, reset > 100]).toEqual([true, true]);
});

test('a standby with a link to the leader applies what that acknowledged, without its own commit (J15)', async () => {
  const journal = journalOfTest();
  const { time } = journal;
  const [a, b] = await leaderAndStandby(journal);
  b.node.acknowledged(a.exchange.sequence);
  const before = b.exchange.sequence;
  let reports = 0;
  b.ledgers[0]!.fate = (statement) => {
    if (statement === 'report') reports++;
    return 'answered';
  };
  await a.exchange.submit(security());
  await pass(time, 300);
  expect([b.exchange.sequence, reports]).toEqual([before, 0]);
  b.node.acknowledged(a.exchange.sequence);
  await pass(time, 50);
  expect([b.exchange.sequence, reports]).toEqual([a.exchange.sequence, 0]);
  // Without the link its own commit shows that a group is durable.
  b.node.acknowledged(undefined);
  await a.exchange.submit(order());
  await pass(time, 100);
  expect([b.exchange.sequence, reports]).toEqual([a.exchange.sequence, 1]);
  for (const { node } of [b, a]) await node.end();
  await a.exchange.stop();
});
