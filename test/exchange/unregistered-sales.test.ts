/** Sales of what the register does not have (F13). */
import { describe, expect, test } from 'vitest';
import type { IssueCommand } from '../../src/exchange/api/issue-commands.ts';
import type { Outcome } from '../../src/exchange/api/outcomes.ts';
import type { Refusal } from '../../src/exchange/api/reasons.ts';
import { ISSUES_SINCE, REGISTER_CHANGES_SINCE } from '../../src/exchange/api/rules.ts';
import { NO_TRANSFER_RULES, type TransferRules } from '../../src/exchange/api/transfer-commands.ts';
import { idOf, type MatchId, type OrderId, type SecurityId, type TradeId } from '../../src/exchange/api/units.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { checkState } from '../../src/exchange/desks/state-checks.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { loadSnapshot, writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { DOLLAR, idOfOrder, type OrderFields, openVenue, order, security } from './venue.ts';

const BY_OWNER = { clientId: 'owner', byOperator: false, securityId: 7 as SecurityId } as const;
const START = Date.UTC(2026, 10, 20, 15) * 1000;
const refusalOf = (refusal: Refusal) => ({ ok: false, refusal, replayed: false });
const SHORT = refusalOf('shares are not held');
const ended = security({ status: 'ended' });
const admitted = security({ admitted: true });

const rulesOf = (rules: Partial<TransferRules>): UntimedCommand => ({
  ...{ type: 'transferRules', ...BY_OWNER, rules: { ...NO_TRANSFER_RULES, ...rules }, version: null },
});
const holding = (quantity: number, accountId: string | null = null): UntimedCommand => {
  const holdings = [{ clientId: 'a', accountId, lots: [{ date: '2026-11-20', quantity }] }];
  return { type: 'holdings', ...BY_OWNER, holdings };
};
const issue = (shares: number, accountId = 'x'): IssueCommand => ({
  ...{ type: 'issue', tradeId: 1 as TradeId, revision: 1, securityId: 7 as SecurityId, clientId: 'a', accountId },
  ...{ units: shares * 1_000_000, cost: 0, date: '2026-11-20' },
});

/** A state of a venue by these rules, with a security that was traded by nobody. */
class Run {
  readonly state = new VenueState(0);

  constructor(rules = ISSUES_SINCE) {
    if (rules > 1) this.apply({ type: 'rules', version: rules });
    const session = { action: 'open', securityId: null, date: '2026-11-20', dayOver: false, scheduled: 1 } as const;
    this.apply({ type: 'session', ...session });
  }

  apply(...commands: UntimedCommand[]): Outcome {
    const outcomes = commands.map((one) => this.state.apply({ ...one, time: START } as JournaledCommand));
    checkState(this.state);
    return outcomes.at(-1)!;
  }

  sell(quantity: number, fields: OrderFields = {}): Outcome {
    return this.apply(order({ side: 'sell', quantity, ...fields }));
  }

  /** A sell that is taken; its id. */
  offer(quantity: number, fields: OrderFields = {}): OrderId {
    expect(this.sell(quantity, fields)).toMatchObject({ ok: true });
    return this.#lastOrder;
  }

  bid(quantity: number): OrderId {
    expect(this.apply(order({ clientId: 'b', quantity }))).toMatchObject({ ok: true });
    return this.#lastOrder;
  }

  get #lastOrder(): OrderId {
    return ((this.state.counters.orders + 1000) * 100) as OrderId;
  }

  get rules(): TransferRules | undefined {
    return this.state.transfers.get(7 as SecurityId)?.rules;
  }

  heldOf(orderId: OrderId) {
    return this.state.orders.get(orderId)?.held;
  }
}

describe('shares of a raise that are admitted', () => {
  test('cannot be sold by those who do not have them', () => {
    const run = new Run();
    run.apply(security({ status: 'awaiting' }), issue(10), ended, admitted);
    expect(run.rules).toEqual({ ...NO_TRANSFER_RULES, unregisteredSales: 'refused' });
    expect(run.sell(5000, { accountId: 'x' })).toEqual(SHORT);
    expect(run.sell(10)).toEqual(SHORT);
    expect(run.sell(10, { accountId: 'y' })).toEqual(SHORT);
    expect(run.heldOf(run.offer(10, { accountId: 'x' }))).toBeNull();
    // The shares are offered already.
    expect(run.heldOf(run.offer(1, { accountId: 'x' }))).toBe('unregistered sale');
  });

  test('also where the venue hears of the security for the first time', () => {
    const run = new Run();
    run.apply(admitted);
    expect(run.sell(1)).toEqual(SHORT);
  });

  test.each([
    ['that has traded before', true, ISSUES_SINCE],
    ['in a journal with older rules', false, ISSUES_SINCE - 1],
  ])('%s: it stays allowed', (_, hasTraded, rules) => {
    const run = new Run(rules);
    run.apply(security());
    if (hasTraded) {
      run.sell(10);
      run.bid(10);
    }
    run.apply(ended, admitted);
    expect(run.rules?.unregisteredSales).toBeUndefined();
    expect(run.sell(100)).toMatchObject({ ok: true });
  });

  test('a later change of the security changes nothing, nor does a second admission what the owner has said', () => {
    const run = new Run();
    run.apply(security(), security({ admitted: true, name: 'Other' }));
    expect(run.rules).toBeUndefined();
    run.apply(ended, admitted, rulesOf({ unregisteredSales: 'allowed' }), ended, admitted);
    expect(run.rules).toMatchObject({ unregisteredSales: 'allowed' });
    expect(run.sell(100)).toMatchObject({ ok: true });
  });

  test('the other rules of its owner stay, and the version says that they are others', () => {
    const run = new Run();
    run.apply(security({ status: 'awaiting' }), rulesOf({ holdersMax: 3 }), ended, admitted);
    expect(run.rules).toEqual({ ...NO_TRANSFER_RULES, holdersMax: 3, unregisteredSales: 'refused' });
    expect(run.state.transfers.get(7 as SecurityId)?.version).toBe(2);
  });

  test('orders that waited for it go live by these rules', () => {
    const run = new Run();
    run.apply(security({ status: 'awaiting' }), issue(10));
    const [bid, offer] = [run.bid(20), run.offer(20, { accountId: 'x' })];
    run.apply(admitted);
    expect(run.state.counters.matches).toBe(0);
    expect([run.heldOf(bid), run.heldOf(offer)]).toEqual([null, 'unregistered sale']);
  });
});

describe('a rule against unregistered sales', () => {
  test('holds live sells that are not covered, oldest first, and releases them with the shares', () => {
    const run = new Run();
    run.apply(security(), holding(30));
    const [first, second, third] = [run.offer(20), run.offer(20), run.offer(10)];
    run.apply(rulesOf({ unregisteredSales: 'refused' }));
    expect([first, second, third].map((one) => run.heldOf(one))).toEqual([null, 'unregistered sale', null]);
    run.apply(holding(50), { type: 'transferDue', securityId: 7 as SecurityId });
    expect(run.heldOf(second)).toBeNull();
  });

  test('ends with it; rules that do not name it leave it as it is', () => {
    const run = new Run();
    run.apply(security());
    const offer = run.offer(20);
    run.apply(rulesOf({ unregisteredSales: 'refused' }), rulesOf({ holdersMax: 9 }));
    expect(run.heldOf(offer)).toBe('unregistered sale');
    run.apply(rulesOf({ unregisteredSales: 'allowed' }), { type: 'transferDue', securityId: 7 as SecurityId });
    expect(run.heldOf(offer)).toBeNull();
  });

  test('judges sells without an account by what the client has itself', () => {
    const run = new Run();
    run.apply(security(), holding(30, 'x'), holding(10), rulesOf({ unregisteredSales: 'refused' }));
    expect(run.sell(11)).toEqual(SHORT);
    expect(run.heldOf(run.offer(10))).toBeNull();
    expect(run.heldOf(run.offer(30, { accountId: 'x' }))).toBeNull();
  });

  test('shares that were bought can be sold at once; parts of a share cannot', () => {
    const run = new Run();
    run.apply(security(), issue(10.5), rulesOf({ unregisteredSales: 'refused' }));
    expect(run.sell(11, { accountId: 'x' })).toEqual(SHORT);
    run.bid(10);
    run.sell(10, { accountId: 'x' });
    expect(run.state.counters.matches).toBe(1);
    expect(run.heldOf(run.offer(10, { clientId: 'b', price: 11 * DOLLAR }))).toBeNull();
    expect(run.sell(1, { accountId: 'x' })).toEqual(SHORT);
  });

  test('a match that is canceled takes the shares from a sell that offers them', () => {
    const run = new Run();
    run.apply(security(), holding(10), rulesOf({ unregisteredSales: 'refused' }));
    run.bid(10);
    run.sell(10);
    const resale = run.offer(10, { clientId: 'b', price: 11 * DOLLAR });
    expect(run.heldOf(resale)).toBeNull();
    const whose = (clientId: string) => ({ clientId, accountId: null, securityId: 7 as SecurityId });
    const matched = { price: 10 * DOLLAR, quantity: 10 };
    const [buyer, seller] = [whose('b'), whose('a')];
    const matchId = 100_100 as MatchId;
    run.apply({ type: 'bust', matchId, matched, buyer, seller, reason: 'why' });
    expect(run.heldOf(resale)).toBe('unregistered sale');
  });

  test('with a holding period it is that which holds young shares', () => {
    const run = new Run();
    run.apply(security(), holding(10), rulesOf({ unregisteredSales: 'refused', holdingDays: 5 }));
    expect(run.heldOf(run.offer(10))).toBe('holding period');
  });

  test.each(['the journal', 'a snapshot'])('is known after a restart from %s', async (from) => {
    const folder = temporaryFolder();
    const open = openVenue({ folder });
    const { exchange } = open;
    for (const one of [security({ status: 'awaiting' }), issue(10), ended, admitted]) await exchange.submit(one);
    const sell = (quantity: number) => order({ side: 'sell', accountId: 'x', quantity });
    const offer = idOfOrder(await exchange.submit(sell(6)));
    const held = idOfOrder(await exchange.submit(sell(5)));
    const before = exchange.transferRules(7 as SecurityId);
    expect(before?.rules.unregisteredSales).toBe('refused');
    await exchange.stop();
    if (from === 'a snapshot') {
      const { state, end } = recover(files, folder, 0);
      const path = await writeSnapshot(files, folder, state, end);
      expect(digestOf(loadSnapshot(files, path, 0).state)).toBe(digestOf(state));
    }
    const again = openVenue({ folder, time: open.time });
    expect(again.exchange.transferRules(7 as SecurityId)).toEqual(before);
    expect([offer, held].map((id) => again.exchange.order(id)?.held)).toEqual([null, 'unregistered sale']);
    expect(await again.exchange.submit(sell(11))).toEqual(SHORT);
    await again.exchange.stop();
  });
});

describe('an account that loses its shares while it offers them', () => {
  /** a buys 10 from b and offers them; then the settlement is canceled. */
  const lose = (rules: Partial<TransferRules> | undefined) => {
    const run = new Run();
    run.apply(security());
    if (rules !== undefined) run.apply(rulesOf(rules));
    const policy = { noShortSale: true };
    run.apply({ type: 'setPositions', positions: [{ ...own('b'), quantity: 10 }] });
    run.apply({ type: 'setLimits', clientId: 'a', accountId: null, policy, tightens: false, expected: null });
    run.offer(10, { clientId: 'b' });
    expect(run.apply(order({ quantity: 10 }))).toMatchObject({ ok: true });
    const offer = run.offer(10);
    const [matchId, matched] = [idOf<MatchId>(run.state.counters.matches, 0), { price: 10 * DOLLAR, quantity: 10 }];
    const settlement = { matchId, outcome: 'Canceled', matched, buyer: own('a'), seller: own('b') } as const;
    const notice = { type: 'notice', noticeId: 'n1', kind: 'settlement', securityId: 7 as SecurityId, to: [] } as const;
    run.apply({ ...notice, settlement });
    expect(run.state.register.of(own('a'))).toBe(0);
    return { run, offer };
  };
  const own = (clientId: string) => ({ clientId, accountId: null, securityId: 7 as SecurityId });

  test('with noShortSale alone the order stays, trades and leaves the account below 0; a later one is refused', () => {
    const { run, offer } = lose(undefined);
    expect(run.heldOf(offer)).toBeNull();
    expect(run.sell(1)).toMatchObject({ ok: false, refusal: 'short sale' });
    run.bid(10);
    expect(run.state.register.of(own('a'))).toBe(-10);
  });

  test('where unregistered sales are refused the order is held, until the account has enough again', () => {
    const { run, offer } = lose({ unregisteredSales: 'refused' });
    expect(run.heldOf(offer)).toBe('unregistered sale');
    run.bid(10);
    expect(run.state.register.of(own('a'))).toBe(0);
    run.apply(holding(10));
    run.apply({ type: 'transferDue', securityId: 7 as SecurityId });
    expect(run.state.register.of(own('a'))).toBe(0);
    expect(run.state.counters.matches).toBe(2);
  });
});

test.each([REGISTER_CHANGES_SINCE - 1, REGISTER_CHANGES_SINCE])(
  'by rules %i a report of a holder is an event since they hold (F17)',
  (rules) => {
    const run = new Run(rules);
    run.apply(security());
    const seen: string[] = [];
    run.state.sink = ({ type }) => seen.push(type);
    const before = run.state.counters.eventSeq;
    run.apply(holding(10));
    const count = rules < REGISTER_CHANGES_SINCE ? 0 : 1;
    expect([seen, run.state.counters.eventSeq - before]).toEqual([Array(count).fill('register'), count]);
  },
);
