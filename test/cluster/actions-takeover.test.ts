/**
 * Corporate actions and schedules of fees over a fail-over: the next leader goes on at the holder at which the one
 * before stopped (M17), and does at each date what is due, once.
 */
import { expect, test } from 'vitest';
import type { Command } from '../../src/exchange/api/commands.ts';
import type { ActionTerms } from '../../src/exchange/api/corporate-actions.ts';
import type { RegisterChange } from '../../src/exchange/api/register-changes.ts';
import { RULES } from '../../src/exchange/api/rules.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { commandsIn } from '../../src/exchange/commands/command-text.ts';
import type { JournaledCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { decodeGroup, type Group } from '../../src/exchange/journal/format.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { DAY_US, SECOND_US } from '../../src/time/units.ts';
import { action, dividend, ID } from '../exchange/corporate-actions.ts';
import { DOLLAR, type OrderFields, order, security } from '../exchange/venue.ts';
import { type Fate, type MemoryJournal, MemoryLedger } from './memory-ledger.ts';
import { journalOfTest, LEASE_MS, pass, TestNode } from './test-node.ts';

const INTO = 8 as SecurityId;
/** A slice reaches 400 holders. */
const HOLDERS = Array.from({ length: 900 }, (_, index) => `c${index}`);
const NEW_RULES = { about: () => ({ address: '', linkAddress: '', rules: RULES, version: 'test' }) };

const KINDS = {
  // 2,000 of 8,100 are 2.2 of each 9: what rounding leaves, 200, goes to the first.
  tender: { kind: 'tender', mostShares: 2000, price: 12 * DOLLAR, into: 'treasury' },
  redemption: { kind: 'redemption', redeemed: { to: 1, from: 4 }, price: 12 * DOLLAR, into: 'treasury' },
  split: { kind: 'split', to: 1, from: 2, fractions: 'up', cashPrice: null },
  conversion: { kind: 'conversion', to: 2, from: 1, into: INTO, fractions: 'kept', cashPrice: null },
} as const satisfies Readonly<Record<string, ActionTerms>>;

async function started(journal: MemoryJournal, name: string, fate: MemoryLedger['fate'] = () => 'answered') {
  const openLedger = async () => Object.assign(new MemoryLedger(journal), { fate });
  const node = new TestNode(journal, name, { ...NEW_RULES, openLedger });
  const changes: RegisterChange[] = [];
  node.exchange.subscribe((event) => void (event.type === 'register' && changes.push(...event.changes)));
  node.node.start();
  await pass(journal.time, 50);
  return { node, changes };
}

type Started = Awaited<ReturnType<typeof started>>;

async function ended({ node }: Started): Promise<void> {
  await node.node.end();
  await node.exchange.stop();
}

/** On the Friday before, by a separate node; then it is Monday. */
async function announced(terms: ActionTerms): Promise<MemoryJournal> {
  const journal = journalOfTest();
  const first = await started(journal, 'c');
  const submit = async (...commands: readonly Command[]) => {
    const outcomes = commands.map((command) => first.node.exchange.submit(command));
    await pass(journal.time, 200);
    for (const outcome of outcomes) expect(await outcome).toMatchObject({ ok: true });
  };
  await submit(security(), security({ securityId: INTO }));
  const positions = HOLDERS.map((clientId) => ({ clientId, accountId: null, securityId: ID, quantity: 9 }));
  await submit({ type: 'setPositions', positions });
  await submit({
    type: 'announceAction',
    clientId: 'operator',
    byOperator: true,
    securityId: ID,
    action: action({ terms }),
    most: 1,
  });
  const answer = { type: 'tenderShares', accountId: null, securityId: ID, actionId: 1, quantity: 9 } as const;
  if (terms.kind === 'tender') await submit(...HOLDERS.map((clientId) => ({ ...answer, clientId })));
  await ended(first);
  journal.time.advanceMs((3 * DAY_US) / 1000);
  return journal;
}

function commandsOf({ groups }: MemoryJournal): JournaledCommand[] {
  return groups.flatMap(({ bytes }) => commandsIn((decodeGroup(bytes, 0) as Group).payload));
}

/** The slices after the first one; undefined before the action has effect. */
function continuesIn(journal: MemoryJournal): number | undefined {
  const types = commandsOf(journal).map(({ type }) => type);
  const from = types.indexOf('actionDue');
  return from === -1 ? undefined : types.slice(from).filter((type) => type === 'continue').length;
}

function resultOf({ node: { exchange }, changes }: Started) {
  const { register, tenders } = exchange.state;
  const holders = [ID, INTO].map((securityId) =>
    register.in(securityId).all.map(({ clientId, quantity, rest, cost }) => ({ clientId, quantity, rest, cost })),
  );
  const { treasury, entries } = register.in(ID);
  const answers = [...(tenders.find(ID, 1)?.answers() ?? [])].map(({ clientId, bought }) => [clientId, bought]);
  return { holders, treasury, entries, answers, changes };
}

/** The slices of the effect where no leader ends, and what it comes to. */
async function untroubled(terms: ActionTerms) {
  const journal = await announced(terms);
  const leader = await started(journal, 'a');
  await pass(journal.time, 1000);
  const result = resultOf(leader);
  const slices = continuesIn(journal) ?? 0;
  await ended(leader);
  return { result, slices };
}

test.each(Object.entries(KINDS))('a %s whose leader ends between two slices', async (_kind, terms) => {
  const { result, slices } = await untroubled(terms);
  expect(result.changes.length).toBeGreaterThan(400);
  expect(slices).toBeGreaterThan(1);
  for (const fate of ['answer lost', 'lost'] satisfies Fate[]) {
    for (let done = 0; done < slices; done++) {
      const journal = await announced(terms);
      // The group of the next slice is in the journal, or not; then nothing of the leader is answered any more.
      let isOver = false;
      const first = await started(journal, 'a', (statement) => {
        if (isOver) return new Promise(() => {});
        isOver = statement === 'append' && continuesIn(journal) === done;
        return isOver ? fate : 'answered';
      });
      const second = await started(journal, 'b');
      await pass(journal.time, 3 * LEASE_MS);
      expect([isOver, first.node.node.serves, second.node.node.serves]).toEqual([true, false, true]);
      expect(resultOf(second)).toEqual(result);
      expect(continuesIn(journal)).toBe(slices);
      // A replay comes to the same, and the node that was replaced follows.
      const replayed = new VenueState(0);
      for (const command of commandsOf(journal)) replayed.apply(command);
      expect(digestOf(replayed)).toBe(digestOf(second.node.exchange.state));
      for (const node of [first, second]) await ended(node);
    }
  }
});

/** With effect at the opening of Monday; the record date and the fees begin on Tuesday, paid is on Wednesday. */
const DATES = { exDate: '2026-11-23', recordDate: '2026-11-24', payDate: '2026-11-25' };
const FEES = { contra: { perShare: 0, percent: 0, minimum: 5 * DOLLAR, maximum: 5 * DOLLAR } };
const MOMENTS = ['2026-11-23T14:30:00Z', '2026-11-24T05:00:00Z', '2026-11-24T14:30:00Z', '2026-11-25T05:00:00Z'];
const AT_DATES = {
  split: { kind: 'split', to: 2, from: 1, fractions: 'cash', cashPrice: 5 * DOLLAR },
  dividend: dividend(DOLLAR),
  name: { kind: 'nameChange', symbol: 'NEW', name: null },
} as const satisfies Readonly<Record<string, ActionTerms>>;

/**
 * From Friday to Wednesday, with trades after each opening.
 * @param fate of the leader's first group at each moment, after which all of its statements are lost; absent: of none
 */
async function throughDates(terms: ActionTerms, fate?: Fate) {
  const journal = journalOfTest();
  const { time } = journal;
  const submit = async ({ node }: Started, ...commands: readonly Command[]) => {
    const outcomes = commands.map((command) => node.exchange.submit(command));
    await pass(time, 200);
    for (const outcome of outcomes) expect(await outcome).toMatchObject({ ok: true });
  };
  const trade = (side: 'buy' | 'sell', more: OrderFields) =>
    order({ clientId: side, side, price: 20 * DOLLAR, expiration: 'GTC', ...more });
  const before = await started(journal, 'c');
  const held = { clientId: 'sell', accountId: null, securityId: ID, quantity: 1000 };
  await submit(before, security(), { type: 'setPositions', positions: [held] });
  await submit(before, trade('buy', { quantity: 100 }), trade('sell', { quantity: 10 }));
  const by = { clientId: 'operator', byOperator: true, securityId: ID };
  await submit(before, { type: 'announceAction', ...by, action: action({ terms, ...DATES }), most: 1 });
  await submit(before, { type: 'setFeeSchedule', scope: {}, schedule: FEES, date: DATES.recordDate, expected: null });
  await ended(before);
  let changes: readonly RegisterChange[] = [];
  const seen: unknown[] = [];
  for (const moment of MOMENTS) {
    const atUs = Date.parse(moment) * 1000;
    time.advanceMs((atUs - time.nowUs()) / 1000 - 1000);
    let isOver = false;
    const first = await started(journal, 'a', (statement) => {
      if (isOver) return 'lost';
      // Where the venue writes nothing at the moment, the lease ends the leader.
      isOver = fate !== undefined && time.nowUs() >= atUs + (statement === 'append' ? 0 : SECOND_US / 2);
      if (!isOver) return 'answered';
      return statement === 'append' ? fate! : 'lost';
    });
    const second = await started(journal, 'b');
    await pass(time, 1000 + 3 * LEASE_MS);
    const serves = fate === undefined ? first : second;
    expect([first, second].map(({ node }) => node.node.serves)).toEqual([serves === first, serves === second]);
    if (moment.includes('T14:30')) {
      serves.node.exchange.subscribe((event) => {
        if (event.type === 'match') seen.push([moment, event.match.quantity, event.match.price, event.match.buyFee]);
      });
      await submit(serves, trade('sell', { quantity: 10, price: 5 * DOLLAR }));
    }
    changes = serves.changes;
    const { orders, actions, securities } = serves.node.exchange.state;
    const live = [...orders.values()].map(({ ticket, price, remaining }) => [ticket.clientId, price, remaining]);
    const announced = actions.of(ID).map(({ state, actionId }) => [actionId, state]);
    seen.push({ live, announced, symbol: securities.known(ID).reference?.reference.symbol });
    for (const node of [first, second]) await ended(node);
  }
  const due = commandsOf(journal).flatMap(({ type, time }) => (type === 'actionDue' ? [time] : []));
  return { changes, seen, due };
}

test.each(Object.entries(AT_DATES))('leaders that end at each date of a %s', async (_kind, terms) => {
  const expected = await throughDates(terms);
  expect(expected.due).toEqual([Date.parse(MOMENTS[0]!) * 1000]);
  expect(expected.seen.filter(Array.isArray).map(([, , , fee]) => fee)).toEqual([undefined, 5 * DOLLAR]);
  for (const fate of ['answer lost', 'lost'] satisfies Fate[]) {
    const { due, ...found } = await throughDates(terms, fate);
    expect({ due, ...found }).toEqual({ ...expected, due });
    // Once: by the leader that ended, or by its successor.
    expect(due.map((at) => at === expected.due[0])).toEqual([fate === 'answer lost']);
  }
});
