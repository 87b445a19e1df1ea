/**
 * Corporate actions (docs/venue/corporate-actions.md, R1 to R14): announced, cancelled until they have effect, and
 * their effect. That closes the book, gives each order and each holder what the action leaves it, one by one (M17),
 * and then lets the book trade again. Until the last of it the security takes no other command.
 */
import { easternDate, easternDay } from '../../calendar/eastern-time.ts';
import type { Engine } from '../../matching/index.ts';
import {
  ACTIONS_SINCE,
  type ActionCommand,
  type ActionEffect,
  type ActionId,
  type AnnounceActionCommand,
  accepted,
  actionFields,
  type CancelActionCommand,
  type CorporateAction,
  EVERYBODY,
  idOf,
  isSameAction,
  type MarketState,
  type Outcome,
  REASONS,
  type Refused,
  refused,
  type SecurityId,
  type TenderSharesCommand,
  titleOf,
} from '../api/index.ts';
import type { ActionDueCommand } from '../commands/index.ts';
import {
  type Effect,
  type EventPublisher,
  type HolderWalk,
  marketOf,
  type OrderRecord,
  referenceOf,
  type SecurityRecord,
  type VenueRecords,
} from '../records/index.ts';
import { effectsOf } from './action-effects.ts';
import { judgeHolders } from './judge-holders.ts';
import type { MarketStates } from './market-states.ts';
import type { OrderDesk } from './order-desk.ts';
import type { RegisterChanges } from './register-changes.ts';
import { HOLDER_COST, TenderDesk } from './tender-desk.ts';

const END = 'corporate action';

export class ActionDesk {
  readonly #records: VenueRecords;
  readonly #events: EventPublisher;
  readonly #orders: OrderDesk;
  readonly #engine: Engine;
  readonly #states: MarketStates;
  readonly #changes: RegisterChanges;
  readonly #tenders: TenderDesk;
  /** Called when an action has changed the security itself. @param before its market */
  readonly #changed: (security: SecurityRecord, before: MarketState) => void;

  constructor(
    records: VenueRecords,
    {
      events,
      orders,
      states,
      changes,
      changed,
    }: {
      readonly events: EventPublisher;
      readonly orders: OrderDesk;
      readonly states: MarketStates;
      readonly changes: RegisterChanges;
      readonly changed: (security: SecurityRecord, before: MarketState) => void;
    },
  ) {
    this.#records = records;
    this.#events = events;
    this.#orders = orders;
    this.#engine = orders.engine;
    this.#states = states;
    this.#changes = changes;
    this.#tenders = new TenderDesk(records, changes);
    this.#changed = changed;
    orders.mass.onAction = {
      perform: (securityId, effect) => this.#perform(securityId, effect),
      adjust: (order, actionId) => this.#adjust(order, actionId),
      reachNext: (securityId, walk) => this.#reachNext(securityId, walk),
    };
  }

  apply(command: ActionCommand | ActionDueCommand | TenderSharesCommand): Outcome {
    switch (command.type) {
      case 'tenderShares':
        return this.#tenders.answer(command);
      case 'announceAction':
        return this.#announce(command);
      case 'cancelAction':
        return this.#cancel(command);
      case 'actionDue':
        return this.#beginEffect(command);
    }
  }

  #announce(command: AnnounceActionCommand): Outcome {
    const { actions, counters } = this.#records;
    const security = this.#ownedBy(command);
    if ('ok' in security) return security;
    if (security.status === 'ended') return refused('security has ended');
    const { action, byOperator, most, securityId } = command;
    const refusal = effectsOf(action.terms).refusalOf?.(action.terms, security, this.#records);
    if (refusal !== undefined) return refused(refusal);
    if (action.exDate <= easternDate(counters.time)) return refused('ex date is over');
    const announced = actions.announcedOf(securityId);
    if (announced.some((other) => isSameAction(action, other))) return refused('action is announced already');
    if (announced.length >= most) return refused('too many actions');
    const actionId = actions.nextId(securityId);
    const added = { declaredAt: counters.time, endedAt: null, byOperator, reason: null };
    this.#set({ ...action, actionId, securityId, state: 'announced', ...added });
    return { ...accepted(null), version: actionId };
  }

  /** The security, where the command may name its actions. */
  #ownedBy({ clientId, byOperator, securityId }: ActionCommand): SecurityRecord | Refused {
    const security = this.#records.securities.get(securityId);
    if ((this.#records.counters.rules ?? 1) < ACTIONS_SINCE || security === undefined)
      return refused('unknown security');
    const isOwner = byOperator || security.ownerClientId === clientId;
    return isOwner ? security : refused('offering of another client');
  }

  #cancel(command: CancelActionCommand): Outcome {
    const security = this.#ownedBy(command);
    if ('ok' in security) return security;
    const { actionId, reason, securityId } = command;
    const action = this.#records.actions.find(securityId, actionId);
    if (action === undefined) return refused('unknown action');
    if (action.state !== 'announced') return refused('action has another state');
    this.#set({ ...action, state: 'cancelled', endedAt: this.#now, reason });
    this.#records.tenders.delete(securityId, actionId);
    return { ...accepted(null), version: actionId };
  }

  #beginEffect({ securityId, actionId }: ActionDueCommand): Outcome {
    const { actions, counters, pending, register, risk, securities } = this.#records;
    const security = securities.get(securityId);
    const action = actions.find(securityId, actionId);
    if (security === undefined || action?.state !== 'announced') return accepted(null);
    const { terms } = action;
    if (this.#changesSecurity(action, security)) return accepted(null);
    const { priceAfter, orderAfter, keepsOrders, ratioOf, listsHolders, buysTendered } = effectsOf(terms);
    const changesOrders = orderAfter !== undefined && keepsOrders?.(terms) !== true;
    risk.track();
    this.#set({ ...action, state: 'effective', endedAt: counters.time, effect: this.#market(security) });
    security.isAdjusting = true;
    this.#states.syncBook(security);
    if (changesOrders) this.#endBlocksAndQuotes(securityId);
    if (priceAfter !== undefined) {
      risk.prices.split(securityId, (price) => priceAfter(price, terms));
      splitTraded(security, (price) => priceAfter(price, terms));
    }
    if (changesOrders) this.#orders.mass.adjustAll(security, actionId);
    if (ratioOf !== undefined) {
      const ratio = ratioOf(terms);
      register.beginSplit(securityId, { ...ratio, actionId, day: easternDay(counters.time) });
      const into = ratio.into === undefined ? {} : { into: ratio.into.securityId };
      this.#orders.mass.reachAll(securityId, { type: 'split', actionId, ...into });
    }
    if (listsHolders) {
      this.#orders.mass.reachAll(securityId, { type: 'list', actionId, entry: ++register.in(securityId).entries });
    }
    if (buysTendered && this.#tenders.begin(securityId, actionId)) {
      this.#orders.mass.reachAll(securityId, { type: 'tender', actionId });
    }
    pending.add(securityId, ['judgeAll']);
    pending.perform(securityId);
    return accepted(null);
  }

  /** Of the moment before the effect. */
  #market(security: SecurityRecord): ActionEffect {
    const { counters, shard } = this.#records;
    return { lastMatch: idOf(counters.matches, shard), price: referenceOf(this.#records, security) };
  }

  /** R10, R11. Returns whether that is all that the action does: one that has become impossible is cancelled. */
  #changesSecurity(action: CorporateAction, security: SecurityRecord): boolean {
    const { terms } = action;
    const { refusalOf, changeSecurity } = effectsOf(terms);
    const refusal = refusalOf?.(terms, security, this.#records);
    if (refusal !== undefined) {
      this.#set({ ...action, state: 'cancelled', endedAt: this.#now, reason: REASONS[refusal].says });
      return true;
    }
    if (changeSecurity === undefined) return false;
    this.#set({ ...action, state: 'effective', endedAt: this.#now, effect: this.#market(security) });
    const before = marketOf(security);
    changeSecurity(terms, security, this.#records);
    this.#changed(security, before);
    return true;
  }

  #endBlocksAndQuotes(securityId: SecurityId): void {
    const how = { change: END, byClient: false } as const;
    this.#orders.mass.cancelBlocks('', { securityId }, how);
    this.#orders.massQuotes.cancel('', { securityId }, how);
  }

  #perform(securityId: SecurityId, [type]: Effect): void {
    const { pending, securities } = this.#records;
    const security = securities.known(securityId);
    if (type === 'takeAllOut') this.#engine.takeAllOut(securityId);
    else if (type === 'judgeAll') {
      // Shares and seats are set aside for the orders as they are now.
      judgeHolders(this.#records, this.#orders.mass, securityId);
      pending.add(securityId, ['actionOver']);
    } else {
      delete security.isAdjusting;
      this.#states.syncBook(security);
    }
  }

  /** R2. */
  #adjust(order: OrderRecord, actionId: ActionId): void {
    const { actions, securities } = this.#records;
    const { securityId } = order.ticket;
    const action = actions.find(securityId, actionId);
    const { orderAfter } = action === undefined ? {} : effectsOf(action.terms);
    if (action === undefined || orderAfter === undefined) return;
    const reference = securities.known(securityId).reference?.reference;
    const terms = orderAfter(order, action.terms, reference);
    if (terms === null) return;
    const title = titleOf(action.terms);
    if (typeof terms === 'string') this.#orders.mass.end(order, END, `${title}: ${terms}`);
    else this.#orders.adjust(order, terms, title);
  }

  /** Returns what it cost; 0: the action has reached all holders. */
  #reachNext(securityId: SecurityId, walk: HolderWalk): number {
    if (walk.type === 'split') return this.#splitNext(securityId, walk.actionId);
    return walk.type === 'list' ? this.#listNext(securityId, walk) : this.#tenders.next(securityId, walk.actionId);
  }

  /** R3. */
  #splitNext(securityId: SecurityId, actionId: ActionId): number {
    const { register } = this.#records;
    const reached = register.splitNext(securityId);
    if (reached === undefined) return 0;
    const { cause: kind = 'action', entry } = register.in(securityId).splits.all.at(-1)!;
    this.#changes.action(reached.holder, reached.before, { kind, actionId, entry });
    return HOLDER_COST;
  }

  /** R9. */
  #listNext(securityId: SecurityId, walk: HolderWalk): number {
    const { actionId, entry = 0, reached } = walk;
    const holder = this.#records.register.in(securityId).nextRegistered(reached);
    if (holder === undefined) return 0;
    walk.reached = { clientId: holder.clientId, accountId: holder.accountId };
    this.#changes.action(holder, holder, { kind: 'action', actionId, entry });
    return HOLDER_COST;
  }

  /** Everybody gets a notice of it (R7). */
  #set(action: CorporateAction): void {
    const { actionId, securityId, state } = action;
    this.#records.actions.set(action);
    const noticeId = `action-${securityId}-${actionId}-${state}`;
    const to = [{ clientId: EVERYBODY, fields: actionFields(action) }];
    this.#events.notice({ noticeId, kind: 'corporateAction', securityId, to });
  }

  get #now(): number {
    return this.#records.counters.time;
  }
}

/** The prices of the day are in other shares (R5). */
function splitTraded({ traded }: SecurityRecord, after: (price: number) => number): void {
  if (traded === undefined) return;
  traded.last = after(traded.last);
  if (traded.range !== null) traded.range = [after(traded.range[0]), after(traded.range[1])];
}
