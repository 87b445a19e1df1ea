import { expect, test } from 'vitest';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import type { UntimedCommand } from '../../src/exchange/commands/index.ts';
import { VenueState } from '../../src/exchange/desks/index.ts';
import { nodeFileSystem as files, journalStart } from '../../src/exchange/journal/index.ts';
import { VenueRisk } from '../../src/exchange/replica/venue-risk.ts';
import { loadSnapshot, writeSnapshot } from '../../src/exchange/storage/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { DOLLAR, order, security } from './venue.ts';

const START = 1_800_000_000_000_000;
/** More than a slice adds to the sums of limits. */
const ORDERS = 2000;
const LIMITS = { clientId: 'a', expected: null, tightens: false, policy: { maxOpenOrders: ORDERS } } as const;

function apply(state: VenueState, command: UntimedCommand): void {
  state.apply({ ...command, time: START } as Parameters<VenueState['apply']>[0]);
}

function withOrders(): VenueState {
  const state = new VenueState(0);
  apply(state, { type: 'rules', version: 2 });
  for (const securityId of [7, 8]) apply(state, security({ securityId }));
  apply(state, { type: 'session', action: 'open', securityId: null, date: 'd', dayOver: false, scheduled: 1 });
  for (let i = 0; i < ORDERS; i++) {
    const accountId = ['x', 'y', null][i % 3] ?? null;
    apply(state, order({ securityId: 7 + (i % 2), accountId, side: 'sell', quantity: 1 + (i % 5), price: 9 * DOLLAR }));
  }
  return state;
}

/** What the orders of the client, or of its account, come to. */
function sumsOf({ orders }: VenueState, accountId: string | null) {
  const own = [...orders.ofClient('a')].filter(({ ticket }) => (accountId ?? ticket.accountId) === ticket.accountId);
  const openValue = own.reduce((sum, { price, remaining }) => sum + BigInt(price * remaining), 0n);
  return { openOrders: own.length, openValue };
}

test.each([null, 'x'])('first limits of %s count the orders of before, and across a restart (V49)', async (who) => {
  const state = withOrders();
  apply(state, { type: 'setLimits', ...LIMITS, accountId: who });
  expect(state.pending.isPending).toBe(true);
  const path = await writeSnapshot(files, temporaryFolder(), state, journalStart(0));
  for (const one of [state, loadSnapshot(files, path, 0).state]) {
    const figures = () => new VenueRisk(one, () => START).limitsOf('a', who);
    expect(figures().openOrders).toBeLessThan(sumsOf(one, who).openOrders);
    // In a book whose orders count already, and in one for which all that is pending is done first.
    for (const securityId of [7, 8]) {
      expect(one.pending.has(securityId as SecurityId)).toBe(securityId === 8);
      apply(one, order({ clientId: 'b', securityId, quantity: 7, price: 9 * DOLLAR }));
    }
    expect(figures()).toMatchObject(sumsOf(one, who));
    apply(one, { type: 'cancelOrders', clientId: 'a', filter: {}, byOperator: false });
    while (one.pending.isPending) apply(one, { type: 'continue' });
    expect(figures()).toMatchObject({ openOrders: 0, openValue: 0n });
  }
});
