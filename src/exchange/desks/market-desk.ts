import { OPERATOR_DAYS_MAX } from '../../calendar/trading-calendar.ts';
import type { Engine } from '../../matching/index.ts';
import {
  type ActionCommand,
  accepted,
  type CalendarCommand,
  type HaltCommand,
  type MarketCause,
  type MarketState,
  type Outcome,
  type ResumeCommand,
  refused,
  type SecurityCommand,
  type SecurityReferenceCommand,
  type SecurityStatus,
  type TenderSharesCommand,
} from '../api/index.ts';
import type { ActionDueCommand, DateEndCommand, SessionCommand } from '../commands/index.ts';
import {
  changeTerms,
  type EventPublisher,
  isTrading,
  marketOf,
  newSecurity,
  nextReference,
  type SecurityRecord,
  type SessionChange,
  type VenueRecords,
  viewOfSecurity,
} from '../records/index.ts';
import { ActionDesk } from './action-desk.ts';
import { type AuctionCommand, AuctionDesk } from './auction-desk.ts';
import { MarketStates } from './market-states.ts';
import type { OrderDesk } from './order-desk.ts';
import type { RegisterChanges } from './register-changes.ts';

type MarketCommand =
  | SecurityCommand
  | SecurityReferenceCommand
  | HaltCommand
  | ResumeCommand
  | CalendarCommand
  | SessionCommand
  | DateEndCommand
  | AuctionCommand
  | ActionCommand
  | ActionDueCommand
  | TenderSharesCommand;

/** Why a market changes with the status of its offering. */
const OFFERING_CAUSES: Readonly<Record<SecurityStatus, MarketCause>> = {
  trading: 'offering approved',
  awaiting: 'offering awaits approval',
  ended: 'offering ended',
};

/**
 * The securities and their markets: settings, sessions, halts and the operator's calendar, with their effect on orders.
 */
export class MarketDesk {
  readonly #records: VenueRecords;
  readonly #events: EventPublisher;
  readonly #orders: OrderDesk;
  readonly #engine: Engine;
  readonly #states: MarketStates;
  readonly auctions: AuctionDesk;
  readonly actions: ActionDesk;

  constructor(records: VenueRecords, events: EventPublisher, orders: OrderDesk, changes: RegisterChanges) {
    this.#records = records;
    this.#events = events;
    this.#orders = orders;
    this.#engine = orders.engine;
    this.#states = new MarketStates(events, orders.mass, orders.engine);
    this.auctions = new AuctionDesk(records, events, orders, this.#states);
    this.actions = new ActionDesk(records, {
      events,
      orders,
      states: this.#states,
      changes,
      changed: (...of) => this.#changed(...of),
    });
    orders.mass.onSession = (security, session) => this.#changeSessionOf(security, session);
  }

  apply(command: MarketCommand): Outcome {
    switch (command.type) {
      case 'security':
        return this.#changeSecurity(command);
      case 'securityReference':
        return this.#changeReference(command);
      case 'halt':
      case 'resume':
        return this.#haltOrResume(command);
      case 'calendar':
        return this.#changeCalendar(command);
      case 'session':
        return this.#changeSession(command);
      case 'dateEnd':
        return this.#endDate(command);
      case 'auctionPlan':
      case 'auctionCall':
      case 'uncross':
        return this.auctions.apply(command);
      case 'announceAction':
      case 'cancelAction':
      case 'actionDue':
      case 'tenderShares':
        return this.actions.apply(command);
    }
  }

  #changeSecurity(command: SecurityCommand): Outcome {
    const known = this.#records.securities.get(command.securityId);
    const security = known ?? this.#addSecurity(command);
    if (security === undefined) return refused('unknown security');
    const before = marketOf(security);
    if (known !== undefined) changeTerms(security, command);
    this.#changed(security, before);
    return accepted(null);
  }

  /** What follows for its market and its orders. */
  #changed(security: SecurityRecord, before: MarketState): void {
    this.#events.security(viewOfSecurity(security));
    const stopped = security.status === 'trading' ? null : this.auctions.stop(security);
    this.#states.publish(security, before, OFFERING_CAUSES[security.status], null);
    this.#states.syncBook(security);
    this.auctions.endWhatWaited(security, stopped);
    if (security.status === 'ended') this.#orders.mass.endAll(security);
    // The offering trades and its orders need no approval: waiting orders go live.
    if (security.status === 'trading' && !security.orderApproval) this.#orders.mass.approveAll(security);
  }

  /** V66. */
  #changeReference({ securityId, reference, expected }: SecurityReferenceCommand): Outcome {
    const { counters, risk, securities } = this.#records;
    const security = securities.get(securityId);
    if (security === undefined) return refused('unknown security');
    const version = security.reference?.version ?? 0;
    if (expected !== null && expected !== version) return refused('reference has another version');
    const { symbol } = reference;
    const holder = symbol === undefined ? undefined : securities.withSymbol(symbol);
    if (holder !== undefined && holder !== security) return refused('symbol is taken');
    // A collar needs the price of the last match.
    risk.track();
    securities.refer(security, nextReference(security.reference, reference, counters.time));
    this.#events.security(viewOfSecurity(security));
    return { ...accepted(null), version: version + 1 };
  }

  #addSecurity(command: SecurityCommand): SecurityRecord | undefined {
    const security = newSecurity(command, this.#records.counters.defaultInSession);
    if (security === undefined) return undefined;
    this.#records.securities.set(security.securityId, security);
    this.#engine.addBook(security.securityId, isTrading(security));
    return security;
  }

  #haltOrResume(command: HaltCommand | ResumeCommand): Outcome {
    const security = this.#records.securities.get(command.securityId);
    if (security === undefined) return refused('unknown security');
    const halted = command.type === 'halt';
    security.haltReason = halted ? command.reason : null;
    delete security.haltCause;
    const before = marketOf(security);
    security.halted = halted;
    if (!halted && this.auctions.callAfterHalt(security, before)) return accepted(null);
    const stopped = halted ? this.auctions.stop(security) : null;
    this.#states.publish(security, before, halted ? 'halted' : 'resumed', command.reason);
    this.#states.syncBook(security);
    this.auctions.endWhatWaited(security, stopped);
    this.auctions.noteSession(security);
    return accepted(null);
  }

  #changeCalendar({ date, day }: CalendarCommand): Outcome {
    const { calendar } = this.#records;
    if (day === null) calendar.delete(date);
    else if (calendar.size < OPERATOR_DAYS_MAX || calendar.has(date)) calendar.set(date, day);
    else return refused('calendar is full');
    return accepted(null);
  }

  #changeSession(command: SessionCommand): Outcome {
    const { counters, securities } = this.#records;
    if (command.securityId === null) {
      counters.defaultInSession = command.action === 'open';
      for (const security of securities.values()) {
        if (security.hours === null) this.#orders.mass.changeSession(security, command);
      }
    } else {
      const security = securities.get(command.securityId);
      if (security === undefined) return refused('unknown security');
      this.#changeSessionOf(security, command);
    }
    return accepted(null);
  }

  #changeSessionOf(security: SecurityRecord, session: SessionChange): void {
    const { action, date, dayOver } = session;
    const before = marketOf(security);
    security.inSession = action === 'open';
    this.auctions.noteSession(security);
    if (action === 'open' && this.auctions.callAtOpening(security, date, before)) return;
    if (action === 'close' && this.auctions.defersClose(security, session)) return;
    this.#states.publish(security, before, 'scheduled', null);
    this.#states.syncBook(security);
    if (dayOver) this.#orders.mass.expire(security, { date, atClose: true });
  }

  /** F5: closes or opens the market by its trading windows. Returns whether that changed it. */
  changeWindow(security: SecurityRecord, outside: boolean): boolean {
    if (outside === (security.outsideWindow === true)) return false;
    const before = marketOf(security);
    if (outside) security.outsideWindow = true;
    else delete security.outsideWindow;
    const stopped = outside ? this.auctions.stop(security) : null;
    this.#states.publish(security, before, 'trading window', null);
    this.#states.syncBook(security);
    this.auctions.endWhatWaited(security, stopped);
    this.auctions.noteSession(security);
    return true;
  }

  #endDate(command: DateEndCommand): Outcome {
    for (const security of this.#records.securities.values()) {
      if (security.traded !== undefined) security.traded.range = null;
      // Q8: those of a call that goes on end after its auction.
      const { date = '' } = security.auctions?.call?.closeAfter ?? {};
      if (date >= command.date) continue;
      this.#orders.mass.expire(security, { date: command.date, atClose: false });
    }
    return accepted(null);
  }
}
