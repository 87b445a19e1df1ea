/** Corporate actions over a fail-over: the next leader goes on at the holder at which the one before stopped (M17). */
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
import { DAY_US } from '../../src/time/units.ts';
import { action, ID } from '../exchange/corporate-actions.ts';
import { DOLLAR, security } from '../exchange/venue.ts';
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
