/**
 * What a journal comes to by the slow models: the register of each security, and the fees of each order. They are fed
 * with its commands and events as they are applied from the first record.
 */
import { expect } from 'vitest';
import { parseDay } from '../../src/calendar/civil-date.ts';
import { easternDate, easternDay } from '../../src/calendar/eastern-time.ts';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { FeeRole } from '../../src/exchange/api/fees.ts';
import type { MatchView, OrderTicket } from '../../src/exchange/api/orders.ts';
import type { Outcome } from '../../src/exchange/api/outcomes.ts';
import type { OrderId, SecurityId } from '../../src/exchange/api/units.ts';
import { commandsIn } from '../../src/exchange/commands/command-text.ts';
import type { JournaledCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { inMillionths } from '../../src/exchange/records/register/units.ts';
import { madeLots } from '../exchange/register-steps.ts';
import { FeeModel } from './fee-model.ts';
import { type ModelMatch, RegisterModel } from './register-model.ts';

const MILLION = 1_000_000n;

interface Holder {
  readonly clientId: string;
  readonly accountId: string | null;
}

type Of<T extends JournaledCommand['type']> = Extract<JournaledCommand, { readonly type: T }>;

const nameOf = ({ clientId, accountId }: Holder) => (accountId === null ? clientId : `${clientId}/${accountId}`);
const holderOf = (name: string): Holder => {
  const [clientId, accountId = null] = name.split('/') as [string, string?];
  return { clientId, accountId };
};

export class JournalBooks {
  readonly fees = new FeeModel();
  /** By order: the sum of what the events charged and gave back, in millionths. */
  readonly charged = new Map<OrderId, number>();
  /** How often each kind of change of the register and of fees came. */
  readonly seen = new Map<string, number>();
  readonly #registers = new Map<SecurityId, RegisterModel>();
  readonly #tickets = new Map<OrderId, OrderTicket>();
  /** By trade and revision: a repeated command changes nothing. */
  readonly #units = new Set<string>();

  readonly #state = new VenueState(0);

  constructor() {
    this.#state.sink = (event) => this.#take(event);
  }

  /** Applies a group of the journal, the next one. */
  apply(payload: Buffer): void {
    for (const command of commandsIn(payload)) this.#applied(command, this.#state.apply(command));
  }

  #take(event: ExchangeEvent): void {
    if (event.type === 'order') this.#tickets.set(event.order.orderId, event.order.ticket);
    if (event.type === 'match') this.#match(event.match);
    if (event.type !== 'match' && event.type !== 'notice') return;
    for (const { orderId, fee, cause } of event.fees ?? []) {
      this.charged.set(orderId, (this.charged.get(orderId) ?? 0) + fee);
      this.#count(`fee ${cause}`);
    }
  }

  #applied(command: JournaledCommand, outcome: Outcome): void {
    if (!outcome.ok || outcome.replayed) return;
    switch (command.type) {
      case 'setFeeSchedule':
        this.fees.set(command);
        break;
      case 'setPositions':
        for (const { quantity, averageCost = null, ...whose } of command.positions) {
          this.#in(whose.securityId).report(nameOf(whose), BigInt(quantity) * MILLION, averageCost, null);
          this.#count('position');
        }
        break;
      case 'holdings':
        this.#holdings(command);
        break;
      case 'issue':
      case 'takeBack':
        this.#moveUnits(command);
        break;
      case 'bust':
      case 'adjust':
        this.#amend(command);
        break;
      case 'notice':
        this.#settle(command);
    }
  }

  /** The state of the journal has what the models come to. */
  expectSame(): void {
    const { register } = this.#state;
    for (const [securityId, model] of this.#registers) {
      for (const [name, { held, pending }] of model.holders) {
        const found = register.find({ ...holderOf(name), securityId });
        const { cost } = found ?? { cost: 0 };
        const lots = madeLots(found?.lots.all ?? []);
        expect([name, found === undefined ? 0n : inMillionths(found), found?.pending ?? 0]).toEqual([
          ...[name, held.units, pending],
        ]);
        expect([name, cost === null ? null : BigInt(cost), lots]).toEqual([name, held.cost, held.made]);
      }
      expect(register.in(securityId).size).toBe(model.listed.length);
    }
    for (const [orderId, charged] of this.charged)
      expect([orderId, charged]).toEqual([orderId, this.fees.feeOf(orderId)]);
  }

  #in(securityId: SecurityId): RegisterModel {
    const known = this.#registers.get(securityId) ?? new RegisterModel();
    this.#registers.set(securityId, known);
    return known;
  }

  #match(match: MatchView): void {
    const { matchId, price, quantity, securityId, time, buyOrderId, sellOrderId } = match;
    const [buyer, seller] = [buyOrderId, sellOrderId].map((orderId) => nameOf(this.#tickets.get(orderId)!));
    this.#in(securityId).trade(
      { matchId, price, quantity, buyer: buyer as string, seller: seller as string },
      easternDay(time),
    );
    for (const [orderId, fee] of [
      [buyOrderId, match.buyFee],
      [sellOrderId, match.sellFee],
    ] as const) {
      const before = this.fees.feeOf(orderId) ?? 0;
      const schedule = this.fees.scheduleOf(this.#tickets.get(orderId)!.clientId, securityId, easternDate(time));
      this.fees.execute(orderId, { matchId, price, quantity, role: roleIn(match, orderId) }, schedule);
      const after = this.fees.feeOf(orderId);
      expect([orderId, fee]).toEqual([orderId, after === undefined ? undefined : after - before]);
    }
  }

  #holdings({ securityId, holdings }: Of<'holdings'>): void {
    for (const { lots: sent, ...whose } of holdings) {
      const lots = sent.map(({ date, quantity, rest = 0 }) => {
        return { day: parseDay(date), units: inMillionths({ quantity, rest }) };
      });
      const total = lots.reduce((sum, { units }) => sum + units, 0n);
      this.#in(securityId).report(nameOf(whose), total, null, lots);
      this.#count('holding');
    }
  }

  #moveUnits(command: Of<'issue' | 'takeBack'>): void {
    const { tradeId, revision, securityId, units } = command;
    const key = `${tradeId} ${revision}`;
    if (this.#units.has(key)) return;
    this.#units.add(key);
    const model = this.#in(securityId);
    if (command.type === 'issue') {
      const issued = { tradeId, units: BigInt(units), cost: BigInt(command.cost) };
      model.issue(nameOf(command), issued, parseDay(command.date));
    } else {
      const issue = model.issues.findLast((one) => one.tradeId === tradeId && !one.isTakenBack);
      if (issue === undefined) return;
      model.takeBack(issue);
    }
    this.#count(command.type);
  }

  #amend(command: Of<'bust' | 'adjust'>): void {
    const { matchId, buyer, fees = [] } = command;
    const terms = command.type === 'adjust' ? { price: command.price, quantity: command.quantity } : null;
    const match = this.#found(buyer.securityId, matchId);
    this.#in(buyer.securityId).amend(match, terms);
    if (terms === null) match.state = 'BUSTED';
    for (const { orderId } of fees) this.fees.amend(orderId, matchId, terms);
    this.#count(command.type);
  }

  #settle({ settlement, securityId }: Of<'notice'>): void {
    if (settlement === undefined) return;
    const match = this.#found(securityId, settlement.matchId);
    if (match.state !== 'PENDING') return;
    if (settlement.outcome === 'Settled') this.#in(securityId).settle(match);
    else {
      this.#in(securityId).amend(match, null);
      match.state = 'CANCELED';
    }
    this.#count(settlement.outcome);
  }

  #found(securityId: SecurityId, matchId: number): ModelMatch {
    return this.#in(securityId).matches.find((one) => one.matchId === matchId)!;
  }

  #count(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1);
  }
}

function roleIn({ block, auction, initiatorOrderId }: MatchView, orderId: OrderId): FeeRole {
  if (block) return 'block';
  if (auction !== undefined) return 'auction';
  return orderId === initiatorOrderId ? 'initiator' : 'contra';
}
