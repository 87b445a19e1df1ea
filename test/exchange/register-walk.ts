/** A venue and the slow model of its register, step by step. */
import { expect } from 'vitest';
import { formatDay } from '../../src/calendar/civil-date.ts';
import { easternDay } from '../../src/calendar/eastern-time.ts';
import type { UnitsCommand } from '../../src/exchange/api/issue-commands.ts';
import type { MatchView } from '../../src/exchange/api/orders.ts';
import type { RegisterChange } from '../../src/exchange/api/register-changes.ts';
import { ACTIONS_SINCE } from '../../src/exchange/api/rules.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { decodeCommand, encodeCommand } from '../../src/exchange/commands/command-codecs.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { checkState } from '../../src/exchange/desks/state-checks.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { inMillionths } from '../../src/exchange/records/register/units.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { type ModelIssue, type ModelMatch, RegisterModel } from '../model/register-model.ts';
import { comesAgain } from './register-again.ts';
import { redeemAt, splitAt } from './register-split.ts';
import { type HeldLot, MILLION, madeLots, NAMES, type Step, WHOSE } from './register-steps.ts';
import { type OpenTender, tenderAt } from './register-tender.ts';
import { restartedState } from './restarted-state.ts';
import { DOLLAR, order, security } from './venue.ts';

const SEVEN = 7 as SecurityId;
const START = Date.UTC(2026, 10, 20, 15) * 1000;
const DAY_US = 86_400_000_000;

const whoseOf = (name: string) => ({ ...WHOSE[name]!, securityId: SEVEN });

export class RegisterWalk {
  state = new VenueState(0);
  readonly model = new RegisterModel();
  readonly journal: string[] = [];
  readonly seen = new Map<string, number>();
  /** Those of the register apart from matches, as events said them (F17). */
  readonly changes: RegisterChange[] = [];
  /** The numbers of the splits. */
  readonly splits: number[] = [];
  /** The numbers of the matches. */
  readonly numbers: number[] = [];
  tender: OpenTender | null = null;
  #now = START;
  #last: MatchView | undefined;
  #notices = 0;
  /** Every command of units, with its outcome. */
  readonly sent: { readonly command: UnitsCommand; readonly ok: boolean }[] = [];
  /** The newest of each trade, where it is not 1. */
  readonly #revisions = new Map<number, number>();

  constructor() {
    this.#listen();
    this.take({ type: 'rules', version: ACTIONS_SINCE });
    this.take(security({}));
    this.take({ type: 'session', action: 'open', securityId: null, date: '2026-11-20', dayOver: false, scheduled: 1 });
    const noShortSale = { type: 'setLimits', policy: { noShortSale: true }, tightens: false, expected: null } as const;
    this.take({ ...noShortSale, clientId: 'short', accountId: null });
  }

  take(command: UntimedCommand) {
    const timed = { ...command, time: this.#now } as JournaledCommand;
    this.journal.push(encodeCommand(timed));
    return this.state.apply(timed);
  }

  play(one: Step): void {
    this.seen.set(one.do, (this.seen.get(one.do) ?? 0) + 1);
    switch (one.do) {
      case 'trade':
        this.trade(one.buyer, one.seller, one.quantity, one.price);
        break;
      case 'adjust':
        this.adjust(this.#match(one.back), one.price, one.keeps ? undefined : one.quantity);
        break;
      case 'bust':
        this.bust(this.#match(one.back));
        break;
      case 'settled':
      case 'canceled':
        this.settle(this.#match(one.back), one.do === 'settled' ? 'Settled' : 'Canceled');
        break;
      case 'position':
        this.position(one.name, one.quantity, one.averageCost);
        break;
      case 'holding':
        this.holding(one.name, one.lots);
        break;
      case 'short':
        this.short(one.name, one.quantity);
        break;
      case 'issue':
        this.issue(one.name, one.units, one.cost, one.ago);
        break;
      case 'takeBack':
        this.takeBack(this.model.issues.at(-1 - one.back), one.offered * 10);
        break;
      case 'again':
        comesAgain(this, this.sent.at(-1 - one.back));
        break;
      case 'split':
        splitAt(this, one);
        break;
      case 'redeem':
        redeemAt(this, one);
        break;
      case 'tender':
        tenderAt(this, one);
        break;
      case 'night':
        this.#now += DAY_US;
        break;
      case 'restart':
        this.state = restartedState(this.state);
        this.#listen();
    }
  }

  trade(buyer: string, seller: string, shares: number, at: number): void {
    this.take(order({ ...whoseOf(seller), side: 'sell', price: at, quantity: shares }));
    this.take(order({ ...whoseOf(buyer), side: 'buy', price: at, quantity: shares }));
    const { matchId } = this.#last!;
    this.numbers.push(this.state.register.in(SEVEN).entries);
    this.model.trade({ matchId, buyer, seller, price: at, quantity: shares }, easternDay(this.#now));
  }

  adjust(match: ModelMatch | undefined, at: number, shares = match?.quantity ?? 0): void {
    if (match === undefined) return;
    const isVoid = match.state === 'BUSTED' || match.state === 'CANCELED';
    const isSame = match.price === at && match.quantity === shares;
    const command = { type: 'adjust', ...this.#named(match), price: at, quantity: shares } as const;
    expect(this.take(command).ok).toBe(!isVoid && !isSame);
    if (!isVoid && !isSame) this.model.amend(match, { price: at, quantity: shares });
  }

  bust(match: ModelMatch | undefined): void {
    if (match === undefined) return;
    const isVoid = match.state === 'BUSTED' || match.state === 'CANCELED';
    expect(this.take({ type: 'bust', ...this.#named(match) }).ok).toBe(!isVoid);
    if (isVoid) return;
    this.model.amend(match, null);
    match.state = 'BUSTED';
  }

  settle(match: ModelMatch | undefined, outcome: 'Settled' | 'Canceled'): void {
    if (match === undefined) return;
    const { matchId, matched, buyer, seller } = this.#named(match);
    const to = [{ clientId: buyer.clientId, fields: {} }];
    const notice = { type: 'notice', kind: 'settlement', securityId: SEVEN, to } as const;
    // The database reports each once; the venue does not rely on it for a match that is void.
    if (match.state === 'SETTLED') return;
    this.take({
      ...notice,
      noticeId: `n${this.#notices++}`,
      settlement: { matchId, outcome, matched, buyer, seller },
    });
    if (match.state !== 'PENDING') return;
    if (outcome === 'Settled') this.model.settle(match);
    else {
      this.model.amend(match, null);
      match.state = 'CANCELED';
    }
  }

  position(holder: string, shares: number, averageCost: number | null): void {
    const position = { ...whoseOf(holder), quantity: shares };
    this.take({ type: 'setPositions', positions: [averageCost === null ? position : { ...position, averageCost }] });
    this.model.report(holder, BigInt(shares) * BigInt(MILLION), averageCost, null);
  }

  holding(holder: string, reported: readonly HeldLot[]): void {
    const today = easternDay(this.#now);
    const { clientId, accountId } = whoseOf(holder);
    const sent = reported.map(({ ago, quantity, rest }) => {
      const lot = { date: formatDay(today - ago), quantity };
      return rest === 0 ? lot : { ...lot, rest };
    });
    const holdings = [{ clientId, accountId, lots: sent }];
    this.take({ type: 'holdings', clientId: 'owner', byOperator: false, securityId: SEVEN, holdings });
    const lots = reported.map(({ ago, ...units }) => ({ day: today - ago, units: inMillionths(units) }));
    const total = lots.reduce((sum, { units }) => sum + units, 0n);
    this.model.report(holder, total, null, lots);
  }

  /** @param units millionths, @param ago days since the trade was settled */
  issue(holder: string, units: number, cost: number, ago = 0): void {
    const tradeId = this.model.issues.length;
    const day = easternDay(this.#now) - ago;
    const command = { ...this.#ofTrade(tradeId, holder, units), revision: 1, cost, date: formatDay(day) };
    this.#units({ type: 'issue', ...command });
    this.model.issue(holder, { tradeId, units: BigInt(units), cost: BigInt(cost) }, day);
  }

  /** @param offered shares that the holder has a live order to sell of meanwhile */
  takeBack(issue: ModelIssue | undefined, offered = 0): void {
    if (issue === undefined) return;
    const { tradeId, holder, units } = issue;
    if (issue.isTakenBack) return;
    if (offered > 0) {
      const sale = { side: 'sell', price: 900 * DOLLAR, quantity: offered, expiration: 'GTC' } as const;
      this.take(order({ ...whoseOf(holder), ...sale }));
    }
    const free = this.model.of(holder).held.units - BigInt(offered * MILLION);
    const isTaken = issue.redemptionsBefore < this.model.redemptions;
    const isFree = !isTaken && free >= this.model.lossOf(issue);
    const revision = (this.#revisions.get(tradeId) ?? 1) + 1;
    this.#revisions.set(tradeId, revision);
    const command = { type: 'takeBack', ...this.#ofTrade(tradeId, holder, Number(units)), revision } as const;
    expect(this.#units(command)).toBe(isFree);
    if (isFree) this.model.takeBack(issue);
    if (offered > 0)
      this.take({ type: 'cancelOrders', clientId: whoseOf(holder).clientId, filter: {}, byOperator: false });
  }

  #units(command: UnitsCommand): boolean {
    const { ok } = this.take(command);
    this.sent.push({ command, ok });
    expect(this.take(command).ok).toBe(ok);
    return ok;
  }

  #ofTrade(tradeId: number, holder: string, units: number) {
    // The account of a trade; the model has clients without account, too.
    const { clientId, accountId, securityId } = whoseOf(holder);
    return { tradeId, securityId, clientId, accountId: accountId as string, units };
  }

  /** Whether the holder could sell these shares if it may not sell short. */
  short(holder: string, shares: number): void {
    const { units: held } = this.model.of(holder).held;
    const limit = { type: 'setLimits', ...whoseOf(holder), tightens: false, expected: null } as const;
    this.take({ ...limit, policy: { noShortSale: true } });
    const sale = order({ ...whoseOf(holder), side: 'sell', price: 50 * DOLLAR, quantity: shares, expiration: 'IOC' });
    expect(this.take(sale).ok).toBe(held >= BigInt(shares * MILLION));
    this.take({ ...limit, policy: {} });
  }

  of(holder: string) {
    const { quantity: shares, cost } = this.state.register.heldBy(whoseOf(holder));
    return { quantity: shares, cost };
  }

  /** Dollars a share; null: not known. */
  average(holder: string): number | null {
    const { quantity: shares, cost } = this.of(holder);
    return cost === null ? null : Number(cost) / DOLLAR / Math.abs(shares);
  }

  /** The register has what a replay from nothing comes to. */
  expectReplayed(): void {
    const holders = this.state.register.in(SEVEN);
    for (const holder of NAMES) {
      const { held, pending } = this.model.of(holder);
      const found = this.state.register.find(whoseOf(holder));
      const units = found === undefined ? 0n : inMillionths(found);
      expect([holder, units, found?.pending ?? 0]).toEqual([holder, held.units, pending]);
      const cost = found === undefined ? 0 : found.cost;
      expect([holder, cost === null ? null : BigInt(cost)]).toEqual([holder, held.cost]);
      expect([holder, madeLots(found?.lots.all ?? [])]).toEqual([holder, held.made]);
      for (const ago of [0, 1, 3]) {
        const day = easternDay(this.#now) - ago;
        const old = held.lots.filter((lot) => lot.day <= day).reduce((sum, lot) => sum + lot.units, 0n);
        expect(holders.acquiredBy(whoseOf(holder), day)).toBe(Number(old / BigInt(MILLION)));
      }
    }
    const page = holders
      .page('', 100)
      .map(({ clientId, accountId }) => [clientId, accountId].filter(Boolean).join('/'));
    expect(page).toEqual(this.model.listed);
    expect(holders.size).toBe(this.model.listed.length);
  }

  /** The whole state in order, and the journal comes to the same. */
  expectSound(): void {
    checkState(this.state);
    const replayed = new VenueState(0);
    for (const line of this.journal) replayed.apply(decodeCommand(JSON.parse(line) as unknown[]));
    expect(digestOf(replayed)).toBe(digestOf(this.state));
  }

  #named(match: ModelMatch) {
    const { matchId, buyer, seller, price: at, quantity: shares } = match;
    return {
      matchId: matchId as MatchView['matchId'],
      reason: 'why',
      matched: { price: at, quantity: shares },
      ...{ buyer: whoseOf(buyer), seller: whoseOf(seller) },
      settled: match.state === 'SETTLED',
    };
  }

  #match(at: number): ModelMatch | undefined {
    return this.model.matches.at(-1 - at);
  }

  #listen(): void {
    this.state.sink = (event) => {
      if (event.type === 'match') this.#last = event.match;
      if (event.type === 'register') this.changes.push(...event.changes);
    };
  }
}
