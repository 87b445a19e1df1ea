import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDay, parseDay } from '../../src/calendar/civil-date.ts';
import { easternDay } from '../../src/calendar/eastern-time.ts';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { Contingency, Side } from '../../src/exchange/api/orders.ts';
import type { HoldCause } from '../../src/exchange/api/reasons.ts';
import { ISSUES_SINCE } from '../../src/exchange/api/rules.ts';
import type { TransferRules } from '../../src/exchange/api/transfer-commands.ts';
import type { MatchId, OrderId, SecurityId, TradeId } from '../../src/exchange/api/units.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { checkState } from '../../src/exchange/desks/state-checks.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { millionths } from '../model/register-entries.ts';
import type { ModelMatch } from '../model/register-model.ts';
import { type ModelTerms, OneShares, ownerOf, TransferModel } from '../model/transfer-model.ts';
import { checkFlows } from '../support/flows.ts';
import { share } from '../support/thorough.ts';
import { DOLLAR, order, security } from './venue.ts';

/** The same flows in every run. */
const SEED = 20_260_101;
/** Of the flows, how many are run. */
const SHARE = share(1 / 3, 1);
const START = Date.UTC(2026, 10, 20, 15) * 1000;
const HOUR = 3_600_000_000;
const MILLION = 1_000_000;

type ModelHolderName = {
  readonly clientId: string;
  readonly accountId: string | null;
  readonly securityId: SecurityId;
};
type Owner = readonly [clientId: string, accountId: string | null];
type Step =
  | { kind: 'enter'; owner: Owner; side: Side; terms: ModelTerms; immediate: boolean }
  | { kind: 'cancel'; pick: number }
  | { kind: 'replace'; pick: number; terms: Partial<ModelTerms> }
  | { kind: 'rules'; rules: RandomRules }
  | { kind: 'report'; holdings: { owner: Owner; lots: { daysAgo: number; quantity: number }[] }[] }
  | { kind: 'answer'; pick: number; exercised: boolean }
  | { kind: 'approval'; isNeeded: boolean }
  | { kind: 'decide'; pick: number; approved: boolean }
  | { kind: 'wait'; hours: number }
  | { kind: 'amend'; what: 'bust' | 'adjust' | 'Settled' | 'Canceled'; back: number; quantity: number }
  | { kind: 'position'; owner: Owner; quantity: number }
  | { kind: 'issue'; owner: Owner; shares: number }
  | { kind: 'takeBack'; back: number };
type RandomRules = Omit<TransferRules, 'windows'> & { readonly windows: readonly [number, number][] | null };

const BY_OWNER = { clientId: 'owner', byOperator: false, securityId: 7 as SecurityId } as const;
const OWNERS: readonly Owner[] = [
  ['a', null],
  ['a', 'x'],
  ['b', 'y'],
  ['c', null],
  ['d', 'z'],
];
const anOwner = fc.constantFrom(...OWNERS);
const aPick = fc.nat(1000);
const terms: fc.Arbitrary<ModelTerms> = fc
  .record({
    quantity: fc.integer({ min: 1, max: 30 }),
    price: fc.integer({ min: 9, max: 11 }).map((dollars) => dollars * DOLLAR),
    contingency: fc.constantFrom<Contingency>('None', 'None', 'None', 'All or None', 'Minimum Quantity'),
    least: fc.integer({ min: 1, max: 30 }),
  })
  .map(({ least, ...rest }) => ({
    ...rest,
    minimum: rest.contingency === 'Minimum Quantity' ? Math.min(least, rest.quantity) : 0,
  }));
const lots = fc.array(fc.record({ daysAgo: fc.nat(4), quantity: fc.integer({ min: 1, max: 40 }) }), { maxLength: 3 });
/** Most documents have only some of the rules. */
const seldom = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
const knownRules = {
  holdingDays: fc.option(fc.nat(2), { freq: 2 }),
  allowed: seldom(
    fc.constantFrom(
      { clients: ['a', 'b', 'c'], accounts: [] },
      { clients: ['c', 'd'], accounts: ['x', 'y'] },
      { clients: ['a', 'b'], accounts: ['z'] },
    ),
  ),
  holdersMax: fc.option(fc.integer({ min: 1, max: 4 }), { freq: 2 }),
  windows: seldom(
    fc.constantFrom<[number, number][]>(
      [[-5, 20]],
      [[2, 9]],
      [
        [-3, 4],
        [9, 60],
      ],
      [[-9, -1]],
    ),
  ),
  firstRefusal: seldom(
    fc.record({
      hours: fc.integer({ min: 1, max: 30 }),
      unanswered: fc.constantFrom('Waive' as const, 'Exercise' as const),
    }),
  ),
};
/** Since ISSUES_SINCE. */
const rulesOfSales: fc.Arbitrary<RandomRules> = fc.record({
  ...knownRules,
  holdingDays: seldom(fc.nat(2)),
  unregisteredSales: fc.constantFrom('allowed' as const, 'refused' as const),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 24,
    arbitrary: fc.record({
      kind: fc.constant('enter' as const),
      owner: anOwner,
      side: fc.constantFrom<Side>('buy', 'sell'),
      terms,
      immediate: fc.constantFrom(false, false, false, true),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: aPick }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('replace' as const),
      pick: aPick,
      terms: fc.oneof(terms, fc.record({ quantity: fc.integer({ min: 1, max: 30 }) })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rules' as const), rules: fc.record(knownRules) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('report' as const),
      holdings: fc.array(fc.record({ owner: anOwner, lots }), { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('answer' as const), pick: aPick, exercised: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('approval' as const), isNeeded: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('decide' as const), pick: aPick, approved: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }) },
);

/** What changes the register apart from matches and reports of holders. */
const registerStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('amend' as const),
      what: fc.constantFrom('bust' as const, 'adjust' as const, 'Settled' as const, 'Canceled' as const),
      back: fc.nat(5),
      quantity: fc.integer({ min: 1, max: 30 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...{ kind: fc.constant('position' as const), owner: anOwner },
      quantity: fc.integer({ min: -20, max: 60 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ kind: fc.constant('issue' as const), owner: anOwner },
      shares: fc.integer({ min: 1, max: 40 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('takeBack' as const), back: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rules' as const), rules: rulesOfSales }) },
);

/** The venue and the slow rules, side by side. */
class Comparison {
  readonly state = new VenueState(0);
  readonly shares = new OneShares();
  readonly model: TransferModel;
  readonly commands: JournaledCommand[] = [];
  readonly seen = { commands: 0, matches: 0, held: 0, released: 0, sentBack: 0, approved: 0, amended: 0 };
  readonly causes = new Set<HoldCause>();
  readonly #matches: (readonly [number, number, number, number])[] = [];
  readonly #ids: OrderId[] = [];
  /** Of the last command of each trade of an offering. */
  readonly #revisions = new Map<number, number>();
  #now = START;

  constructor(isOne: boolean) {
    this.model = isOne ? new TransferModel(this.shares, true) : new TransferModel();
    this.state.sink = (event) => this.#hear(event);
    if (isOne) this.#apply({ type: 'rules', version: ISSUES_SINCE });
    this.#apply(security() as UntimedCommand);
    this.#apply({
      type: 'session',
      action: 'open',
      securityId: null,
      date: '2026-11-20',
      dayOver: false,
      scheduled: 1,
    });
  }

  run(one: Step): void {
    this.seen.commands++;
    this.model.now = this.#now;
    this.model.today = easternDay(this.#now);
    this.#do(one);
    this.check();
    this.#look();
    this.check();
  }

  check(): void {
    const { orders } = this.state;
    const live = [...orders.values()].sort((a, b) => a.orderId - b.orderId);
    const shown = live.map(({ orderId, remaining, held, quantity, price, status }) => ({
      orderId,
      remaining,
      held,
      quantity,
      price,
      pending: status === 'Pending',
    }));
    const expected = this.model.orders.map(({ orderId, remaining, held, quantity, price, pending }) => ({
      orderId,
      remaining,
      held,
      quantity,
      price,
      pending,
    }));
    expect(shown).toEqual(expected);
    expect(this.#matches.splice(0)).toEqual(this.model.matches.splice(0));
    for (const { held } of live) if (held !== null) this.causes.add(held);
  }

  #do(one: Step): void {
    switch (one.kind) {
      case 'enter':
        this.#enter(one);
        break;
      case 'cancel':
        this.#withOrder(one.pick, (orderId) => this.#cancel(orderId));
        break;
      case 'replace':
        this.#withOrder(one.pick, (orderId) => this.#replace(orderId, one.terms));
        break;
      case 'rules':
        this.#setRules(one.rules);
        break;
      case 'report':
        this.#report(one.holdings);
        break;
      case 'answer':
        this.#withOrder(one.pick, (orderId) => this.#answer(orderId, one.exercised));
        break;
      case 'approval':
        this.#apply(security({ orderApproval: one.isNeeded }) as UntimedCommand);
        this.model.needApproval(one.isNeeded);
        break;
      case 'decide':
        this.#withOrder(one.pick, (orderId) => this.#decide(orderId, one.approved));
        break;
      case 'wait':
        this.#now += one.hours * HOUR;
        break;
      case 'amend':
        this.#amend(one);
        break;
      case 'position':
        this.#setPosition(one);
        break;
      case 'issue':
        this.#issue(one);
        break;
      case 'takeBack':
        this.#takeBack(one.back);
    }
  }

  #amend({ what, back, quantity }: Extract<Step, { kind: 'amend' }>): void {
    const match = this.shares.model.matches.at(-1 - back);
    if (match === undefined || match.state === 'BUSTED' || match.state === 'CANCELED') return;
    const [buyer, seller] = [match.buyer, match.seller].map((name) => {
      const [clientId = '', accountId = ''] = name.split('/');
      return { clientId, accountId: accountId || null, securityId: 7 as SecurityId };
    }) as [ModelHolderName, ModelHolderName];
    const { matchId: id, price } = match;
    const matchId = id as MatchId;
    const matched = { price, quantity: match.quantity };
    if (what === 'Settled' || what === 'Canceled') {
      const settlement = { matchId, outcome: what, matched, buyer, seller };
      const noticeId = `n${this.commands.length}`;
      this.#apply({ type: 'notice', noticeId, kind: 'settlement', securityId: 7 as SecurityId, to: [], settlement });
    } else {
      const named = { matchId, matched, buyer, seller, reason: 'why' };
      this.#apply(what === 'bust' ? { type: 'bust', ...named } : { type: 'adjust', ...named, price, quantity });
    }
    this.#amended(match, what, quantity);
  }

  #amended(match: ModelMatch, what: Extract<Step, { kind: 'amend' }>['what'], quantity: number): void {
    if (what === 'Settled' || (what === 'adjust' && quantity === match.quantity)) return;
    this.seen.amended++;
    this.shares.model.amend(match, what === 'adjust' ? { price: match.price, quantity } : null);
    if (what !== 'adjust') match.state = 'BUSTED';
    if (this.state.transfers.get(7 as SecurityId) !== undefined) this.model.registerChanged();
  }

  #setPosition({ owner: [clientId, accountId], quantity }: Extract<Step, { kind: 'position' }>): void {
    this.#apply({ type: 'setPositions', positions: [{ clientId, accountId, securityId: 7 as SecurityId, quantity }] });
    this.shares.model.of(ownerOf({ clientId, accountId })).report(millionths(quantity), null, null);
    if (this.state.transfers.get(7 as SecurityId) !== undefined) this.model.registerChanged();
  }

  #issue({ owner: [clientId, accountId], shares }: Extract<Step, { kind: 'issue' }>): void {
    const day = easternDay(this.#now);
    const tradeId = this.shares.model.issues.length as TradeId;
    const [units, cost] = [shares * MILLION, shares * DOLLAR];
    // The account of a trade; the model has clients without account, too.
    const whose = { securityId: 7 as SecurityId, clientId, accountId: accountId as string };
    const date = formatDay(day);
    this.#revisions.set(tradeId, 1);
    this.#apply({ type: 'issue', tradeId, revision: 1, ...whose, units, cost, date } as UntimedCommand);
    const issued = { tradeId, units: BigInt(units), cost: BigInt(cost) };
    this.shares.model.issue(ownerOf({ clientId, accountId }), issued, day);
    if (this.state.transfers.get(7 as SecurityId) !== undefined) this.model.registerChanged();
  }

  #takeBack(back: number): void {
    const issue = this.shares.model.issues.at(-1 - back);
    if (issue === undefined || issue.isTakenBack) return;
    const { tradeId, holder, units } = issue;
    const [clientId = '', accountId = ''] = holder.split('/');
    const whose = { securityId: 7 as SecurityId, clientId, accountId: accountId || null };
    const revision = this.#revisions.get(tradeId)! + 1;
    this.#revisions.set(tradeId, revision);
    const sent = { type: 'takeBack', tradeId, revision, ...whose, units: Number(units) };
    const offers = this.model.orders.filter((one) => one.side === 'sell' && ownerOf(one) === holder);
    const offered = offers.reduce((sum, { remaining }) => sum + remaining, 0);
    const isFree = this.shares.model.of(holder).held.units - BigInt(offered * MILLION) >= units;
    expect(this.#apply(sent as UntimedCommand).ok).toBe(isFree);
    if (!isFree) return;
    this.shares.model.takeBack(issue);
    if (this.state.transfers.get(7 as SecurityId) !== undefined) this.model.registerChanged();
  }

  #cancel(orderId: OrderId): void {
    this.#apply({ type: 'cancel', clientId: this.#clientOf(orderId), orderId });
    this.model.cancel(orderId);
  }

  #setRules({ windows, ...rest }: RandomRules): void {
    const at = (hours: number) => this.#now + hours * HOUR;
    const set = { ...rest, windows: windows?.map(([from, to]) => ({ from: at(from), to: at(to) })) ?? null };
    this.#apply({ type: 'transferRules', ...BY_OWNER, rules: set, version: null });
    this.model.setRules(set);
  }

  #report(reported: Extract<Step, { kind: 'report' }>['holdings']): void {
    const today = easternDay(this.#now);
    const holdings = reported.map(({ owner: [clientId, accountId], lots: held }) => ({
      clientId,
      accountId,
      lots: held.map(({ daysAgo, quantity }) => ({ date: formatDay(today - daysAgo), quantity })),
    }));
    this.#apply({ type: 'holdings', ...BY_OWNER, holdings });
    this.model.report(holdings, parseDay);
  }

  #answer(orderId: OrderId, exercised: boolean): void {
    this.#apply({ type: 'firstRefusal', clientId: 'owner', orderId, exercised, reason: null });
    this.model.answer(orderId, exercised);
  }

  #decide(orderId: OrderId, approved: boolean): void {
    this.#apply({ type: 'decide', clientId: 'owner', issuerId: 3, orderId, approved, reason: null } as UntimedCommand);
    this.model.decide(orderId, approved);
  }

  #enter({ owner: [clientId, accountId], side, terms: asked, immediate }: Extract<Step, { kind: 'enter' }>): void {
    const expiration = immediate ? 'IOC' : 'GTC';
    const outcome = this.#apply(order({ clientId, accountId, side, expiration, ...asked }) as UntimedCommand);
    const orderId = (this.state.counters.orders + 1000) * 100;
    const taken = this.model.enter({ orderId, clientId, accountId, side, immediate, ...asked });
    expect(outcome.ok).toBe(taken);
    if (taken) this.#ids.push(orderId as OrderId);
  }

  #replace(orderId: OrderId, change: Partial<ModelTerms>): void {
    const known = this.state.orders.get(orderId);
    if (known === undefined) return;
    const { contingency } = { ...known, ...change };
    const quantity = change.quantity ?? known.quantity;
    const minimum = contingency === 'Minimum Quantity' ? Math.min(change.minimum ?? known.minimum, quantity) : 0;
    const wanted = { price: change.price ?? known.price, quantity, contingency, minimum };
    const outcome = this.#apply({ type: 'replace', clientId: known.ticket.clientId, orderId, ...wanted });
    expect(outcome.ok).toBe(this.model.replace(orderId, wanted));
  }

  /** As the session clock has it done. */
  #look(): void {
    this.model.now = this.#now;
    this.model.today = easternDay(this.#now);
    for (let times = 0; this.state.transfers.next <= this.#now; times++) {
      expect(times).toBeLessThan(10);
      this.#apply({ type: 'transferDue', securityId: 7 as SecurityId });
      this.model.lookAt();
    }
    expect(this.model.leftHeld()).toBeUndefined();
  }

  #withOrder(pick: number, run: (orderId: OrderId) => void): void {
    if (this.#ids.length > 0) run(this.#ids[pick % this.#ids.length]! as OrderId);
  }

  #clientOf(orderId: OrderId): string {
    return this.state.orders.get(orderId)?.ticket.clientId ?? 'a';
  }

  #apply(command: UntimedCommand) {
    const timed = { ...command, time: this.#now } as JournaledCommand;
    this.commands.push(timed);
    return this.state.apply(timed);
  }

  #hear(event: ExchangeEvent): void {
    if (event.type === 'match') {
      const { sellOrderId, buyOrderId, price, quantity } = event.match;
      this.#matches.push([sellOrderId, buyOrderId, price, quantity]);
      this.seen.matches++;
    } else if (event.type === 'order') {
      if (event.change === 'held') this.seen.held++;
      if (event.change === 'released') this.seen.released++;
      if (event.change === 'approved') this.seen.approved++;
      if (event.order.status === 'Pending' && event.lostPriority) this.seen.sentBack++;
    }
  }
}

test.each([
  ['one with the positions', true],
  ['apart, as before', false],
] as const)('the venue does what the slow transfer rules do (M16, F1 to F8), its register %s', async (_, isOne) => {
  const seen = { commands: 0, matches: 0, held: 0, released: 0, sentBack: 0, approved: 0, amended: 0 };
  const causes = new Set<HoldCause>();
  const steps = isOne ? fc.oneof({ weight: 9, arbitrary: step }, { weight: 1, arbitrary: registerStep }) : step;
  await checkFlows(
    [fc.array(steps, { minLength: 100, maxLength: 150, size: 'max' })],
    (all) => {
      const comparison = new Comparison(isOne);
      for (const one of all) comparison.run(one);
      for (const kind of Object.keys(seen) as (keyof typeof seen)[]) seen[kind] += comparison.seen[kind];
      for (const cause of comparison.causes) causes.add(cause);
      checkState(comparison.state);
      const again = new VenueState(0);
      for (const command of comparison.commands) again.apply(command);
      expect(digestOf(again)).toBe(digestOf(comparison.state));
    },
    { numRuns: Math.ceil(180 * SHARE), seed: SEED },
  );
  expect(seen.commands).toBeGreaterThan(SHARE * 20_000);
  expect(seen.matches).toBeGreaterThan(SHARE * 1500);
  expect(seen.held).toBeGreaterThan(SHARE * 1500);
  expect(seen.released).toBeGreaterThan(SHARE * 500);
  expect(seen.approved).toBeGreaterThan(SHARE * 500);
  expect(seen.sentBack).toBeGreaterThan(SHARE * 40);
  if (isOne) expect(seen.amended).toBeGreaterThan(SHARE * 300);
  const ofSales = isOne ? ['unregistered sale'] : [];
  expect([...causes].sort()).toEqual(['first refusal', 'holder cap', 'holding period', ...ofSales, 'whitelist']);
});
