/** A venue with schedules of fees, and the model that checks each of its events. */
import { expect } from 'vitest';
import { easternDate } from '../../src/calendar/eastern-time.ts';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { FeeRole, OrderFees } from '../../src/exchange/api/fees.ts';
import type { BustCommand } from '../../src/exchange/api/limit-commands.ts';
import { isTerminal, type MatchView } from '../../src/exchange/api/orders.ts';
import type { Outcome } from '../../src/exchange/api/outcomes.ts';
import { RULES } from '../../src/exchange/api/rules.ts';
import { idOf, type OrderId, type SecurityId } from '../../src/exchange/api/units.ts';
import { decodeCommand, encodeCommand } from '../../src/exchange/commands/command-codecs.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { FeeModel } from '../model/fee-model.ts';
import { plan } from './auctions.ts';
import { SECURITIES, type Step } from './fee-steps.ts';
import { restartedState } from './restarted-state.ts';
import { order, security } from './venue.ts';

const START = 1_800_000_000_000_000;
const DAY_US = 86_400_000_000;
/** A venue, the model with it, and what callers know of its history. */
export class Run {
  readonly model = new FeeModel();
  readonly matches: MatchView[] = [];
  /** By cause and role, what was exercised. */
  readonly seen = new Map<string, number>();
  readonly #changes = new Map<OrderId, { readonly seq: number; readonly fees: OrderFees }[]>();
  /** The event with which each order ended. */
  readonly #ended = new Map<OrderId, number>();
  readonly #expected = new Map<OrderId, number>();
  #state = new VenueState(0);
  #follower = new VenueState(0);
  #time = START;

  constructor() {
    this.#listen();
    this.#apply({ type: 'rules', version: RULES });
    this.#apply({
      type: 'limits',
      ordersPerClient: 1000,
      contingentPerSecurity: 10,
      ordersPerToken: 10,
      blockSeconds: 60,
    });
    for (const securityId of SECURITIES) {
      this.#apply(security({ securityId }));
      this.#apply({ type: 'auctionPlan', securityId, plan: plan(), expected: null });
    }
    this.#apply({
      type: 'session',
      action: 'open',
      securityId: null,
      date: '2027-01-15',
      dayOver: false,
      scheduled: START,
    });
  }

  do(one: Step): void {
    switch (one.do) {
      case 'schedule':
        this.#schedule(one);
        break;
      case 'order':
        this.#apply(one.command);
        break;
      case 'cancel': {
        const match = this.matches[one.at];
        if (match !== undefined)
          this.#apply({ type: 'cancel', clientId: match.buyClientId, orderId: match.buyOrderId });
        break;
      }
      case 'call': {
        const terms = { callSeconds: 60, noCancelSeconds: 0, randomEndSeconds: 0 };
        this.#apply({
          type: 'auctionCall',
          securityId: one.securityId,
          kind: 'time',
          terms,
          endsAt: this.#time + 60_000_000,
        });
        break;
      }
      case 'uncross':
        this.#apply({ type: 'uncross', securityId: one.securityId, missed: false });
        break;
      case 'block':
        this.#block(one.securityId, one.quantity);
        break;
      case 'bust':
      case 'adjust':
        this.#amend(one);
        break;
      case 'day':
        this.#time += DAY_US;
        break;
      case 'restart':
        this.#state.sink = null;
        this.#state = restartedState(this.#state);
        this.#listen();
    }
  }

  /** A copy that nobody listened to has the same state. */
  check(): void {
    expect(digestOf(this.#follower)).toBe(digestOf(this.#state));
  }

  #listen(): void {
    this.#state.sink = (event) => this.#take(event);
  }

  #apply(command: UntimedCommand) {
    this.#time += 1000;
    const timed = { ...command, time: this.#time } as JournaledCommand;
    const outcome = this.#state.apply(timed);
    // Without a listener it makes no views.
    const followed = this.#follower.apply(decodeCommand(JSON.parse(encodeCommand(timed)) as unknown[]));
    expect(followed.ok).toBe(outcome.ok);
    return outcome;
  }

  #schedule({ scope, schedule, days }: Extract<Step, { do: 'schedule' }>): void {
    const date = easternDate(this.#time + days * DAY_US);
    const outcome = this.#apply({ type: 'setFeeSchedule', scope, schedule, date, expected: null });
    expect(outcome.ok).toBe(days > 0);
    if (outcome.ok) this.model.set({ scope, date, schedule });
  }

  #block(securityId: SecurityId, quantity: number): void {
    const known = this.matches.findLast((match) => match.securityId === securityId);
    if (known === undefined) return;
    const { ticket } = order({ securityId, orderType: 'Block', clientId: 'a' });
    const reported = this.#apply({
      ...{ type: 'reportBlock', ticket, quantity, price: known.price, seconds: 60 },
      counterparty: { clientId: 'b', accountId: null },
    } as UntimedCommand);
    if (!reported.ok) return;
    const blockId = idOf<number>(this.#state.blocks.count, 0);
    const confirming = { clientId: 'b', blockId, memberId: 'm', accountId: null, token: null, ip: '' };
    this.#apply({ type: 'confirmBlock', ...confirming } as UntimedCommand);
  }

  #amend(one: Extract<Step, { do: 'bust' | 'adjust' }>): void {
    const match = this.matches[one.at];
    if (match === undefined) return;
    const { price, quantity, securityId, matchId } = match;
    const named = {
      ...{ matchId, matched: { price, quantity }, reason: 'a reason' },
      buyer: { clientId: match.buyClientId, accountId: null, securityId },
      seller: { clientId: match.sellClientId, accountId: null, securityId },
    };
    const terms = one.do === 'adjust' ? { price: one.price, quantity: one.quantity } : null;
    const submit = (fees: Pick<BustCommand, 'fees' | 'feesUpTo'>) =>
      this.#apply(
        terms === null ? { type: 'bust', ...named, ...fees } : { type: 'adjust', ...named, ...terms, ...fees },
      );
    // As callers do: with what is there at first, then with what a history of a known event has.
    const { feesUpTo: _, ...read } = this.#feesOf(match, one.lag);
    let outcome = submit(read);
    if (isRefused(outcome)) outcome = submit(this.#feesOf(match, one.lag));
    if (isRefused(outcome)) {
      this.#count('read again');
      outcome = submit(this.#feesOf(match, 0));
      expect(isRefused(outcome)).toBe(false);
    }
    if (!outcome.ok) return;
    for (const { orderId } of read.fees ?? []) {
      this.model.amend(orderId, matchId, terms);
      // What the event said of the amendment is what the model comes to.
      expect(this.#changes.get(orderId)?.at(-1)?.fees.charged).toBe(this.model.feeOf(orderId));
    }
  }

  /** As a history has them that has the ends of the orders, and lacks at most that number of events. */
  #feesOf(match: MatchView, lag: number): Pick<BustCommand, 'fees' | 'feesUpTo'> {
    const orderIds = [match.buyOrderId, match.sellOrderId];
    const ends = orderIds.map((orderId) => this.#ended.get(orderId) ?? 0);
    const feesUpTo = Math.max(...ends, this.#state.counters.eventSeq - lag);
    const sides = [true, false].flatMap((isBuy) => {
      const orderId = isBuy ? match.buyOrderId : match.sellOrderId;
      if ((isBuy ? match.buyFee : match.sellFee) === undefined) return [];
      const read = this.#changes.get(orderId)?.findLast(({ seq }) => seq <= feesUpTo);
      const fees = this.#ended.has(orderId) ? (read?.fees ?? null) : null;
      return [{ orderId, isBuy, role: roleOf(match, orderId), fees }];
    });
    return sides.length === 0 ? {} : { fees: sides, feesUpTo };
  }

  #count(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1);
  }

  #take(event: ExchangeEvent): void {
    const fees = event.type === 'match' || event.type === 'notice' ? (event.fees ?? []) : [];
    if (event.type === 'match') this.#takeMatch(event.match);
    if (event.type === 'order' && isTerminal(event.order.status)) this.#ended.set(event.order.orderId, event.seq);
    for (const one of fees) {
      const before = this.#expected.get(one.orderId) ?? 0;
      expect(one.fees.charged).toBe(before + one.fee);
      this.#expected.set(one.orderId, one.fees.charged);
      const changes = this.#changes.get(one.orderId) ?? [];
      changes.push({ seq: event.seq, fees: one.fees });
      this.#changes.set(one.orderId, changes);
      this.#count(`${one.cause} ${one.role} ${Object.keys(one.fees.scope)[0] ?? 'venue'}`);
      if (event.type === 'match') expect(one.fees.charged).toBe(this.model.feeOf(one.orderId));
    }
  }

  #takeMatch(match: MatchView): void {
    this.matches.push(match);
    const { matchId, price, quantity, securityId } = match;
    const today = easternDate(match.time);
    for (const [orderId, clientId, shown] of [
      [match.buyOrderId, match.buyClientId, match.buyFee],
      [match.sellOrderId, match.sellClientId, match.sellFee],
    ] as const) {
      const before = this.model.feeOf(orderId) ?? 0;
      const schedule = this.model.scheduleOf(clientId, securityId, today);
      this.model.execute(orderId, { matchId, role: roleOf(match, orderId), price, quantity }, schedule);
      const after = this.model.feeOf(orderId);
      expect(shown).toBe(after === undefined ? undefined : after - before);
    }
  }
}

function isRefused(outcome: Outcome): boolean {
  return !outcome.ok && outcome.refusal === 'fees have moved on';
}

function roleOf({ auction, block, initiatorOrderId }: MatchView, orderId: OrderId): FeeRole {
  if (block) return 'block';
  if (auction !== undefined) return 'auction';
  return orderId === initiatorOrderId ? 'initiator' : 'contra';
}
