import { easternDate, easternDay, endOfDate } from '../../calendar/eastern-time.ts';
import { HOUR_US, type Microseconds } from '../../time/units.ts';
import {
  type HoldCause,
  type Millionths,
  NO_TRANSFER_RULES,
  type OrderId,
  type OrderTicket,
  type Refusal,
  type SecurityId,
  type Shares,
  type TakeQuoteCommand,
  type TransferRules,
  type TransferRulesView,
} from '../api/index.ts';
import { Deadlines } from '../collections/index.ts';
import { type Bid, Bidders } from './bidders.ts';
import { HeldOrders } from './held-orders.ts';
import { OfferedShares } from './offered-shares.ts';
import type { OrderRecord } from './order-record.ts';
import type { Register } from './register/register.ts';
import type { SecurityHolders } from './register/security-holders.ts';
import { ownerKey } from './self-trade-settings.ts';
import { TransferRuleSet } from './transfer-rule-set.ts';

/** Orders of an owner of which each is checked for whether it may be free. */
const LOOKS_MAX = 100;

/** An order, or the terms that it is to have, for the rules to judge. */
export type Asked = Bid & Pick<OrderRecord, 'remaining'>;

/** A trade outside of the book. */
export interface Trade {
  readonly buyer: OrderTicket;
  readonly seller: OrderTicket;
  readonly quantity: Shares;
  /** Whether the right of first refusal was not used on the seller's order. */
  readonly waived: boolean;
}

/**
 * The transfer rules of one security, its register, and which of its orders they hold (F1 to F8). It decides; who
 * asks it holds and releases.
 *
 * The needs of an order that is not held are set aside for it: shares that are old enough to be sold, or a seat among
 * the holders. So whatever trades, in whichever order, no rule is broken (M16).
 */
export class TransferRecord {
  readonly securityId: SecurityId;
  readonly holders: SecurityHolders;
  readonly held = new HeldOrders();
  /** When the right of first refusal of an order lapses. */
  readonly deadlines = new Deadlines<OrderId>();
  /** Orders of which the right of first refusal is not used. */
  readonly waived = new Set<OrderId>();
  version = 0;
  updatedAt: Microseconds | null = null;
  readonly #register: Register;
  readonly #due: Deadlines<SecurityId>;
  #ruleSet = new TransferRuleSet(NO_TRANSFER_RULES);
  readonly #offered = new OfferedShares();
  readonly #bidders = new Bidders({
    left: () => Math.max(0, (this.rules.holdersMax ?? Infinity) - this.holders.size),
    isHolder: (owner) => this.holders.isHolder(owner),
    onSeated: (owner) => this.held.has(owner) && this.#touched.add(owner),
  });
  /** Owners of whose held orders some may be free by now. */
  readonly #touched = new Set<string>();

  /** @param due when to look again at which security */
  constructor(securityId: SecurityId, register: Register, due = new Deadlines<SecurityId>()) {
    this.securityId = securityId;
    this.#register = register;
    this.holders = register.in(securityId);
    this.#due = due;
    this.dueAt = 0;
  }

  /** When to check it again, in microseconds since 1970; 0: now, Infinity: never. */
  get dueAt(): number {
    return this.#due.get(this.securityId) ?? Infinity;
  }

  set dueAt(time: Microseconds) {
    if (time === this.dueAt) return;
    if (time === Infinity) this.#due.clear(this.securityId);
    else this.#due.set(this.securityId, time);
  }

  get ruleSet(): TransferRuleSet {
    return this.#ruleSet;
  }

  get rules(): TransferRules {
    return this.#ruleSet.rules;
  }

  set rules(rules: TransferRules) {
    this.#ruleSet = new TransferRuleSet(rules);
  }

  get view(): TransferRulesView {
    const { securityId, version, rules, updatedAt, holders } = this;
    return { securityId, version, rules, updatedAt, holders: holders.size };
  }

  /** Those that are held now are released where they may: orders that are held meanwhile are left out. */
  beginRelease(): void {
    this.held.beginRelease();
    this.#touched.clear();
  }

  // ---------------------------------------------------------------- questions

  /** Why an order may never trade by these rules; undefined when it may. */
  refusalOf({ ticket }: { readonly ticket: OrderTicket }, quantity: Shares, nowUs: Microseconds): Refusal | undefined {
    if (!this.#ruleSet.allows(ticket)) return 'account may not trade the security';
    if (this.#ruleSet.isOver(nowUs)) return 'no trading window is left';
    if (ticket.side === 'buy' || !this.#needsShares) return undefined;
    return quantity > this.holders.sharesOf(ticket) ? 'shares are not held' : undefined;
  }

  /** The same of an RFQ order and a quote on it (V39). */
  refusalOfQuote(asked: OrderRecord, { ticket, quantity }: TakeQuoteCommand, nowUs: Microseconds): Refusal | undefined {
    if (asked.held !== null) return 'order is held';
    const sells = asked.ticket.side === 'sell';
    const [buyer, seller] = sells ? [ticket, asked.ticket] : [asked.ticket, ticket];
    return this.refusalOfTrade({ buyer, seller, quantity, waived: sells }, nowUs);
  }

  /** Why the two may not trade now, outside of the book; undefined when they may (F8). */
  refusalOfTrade({ buyer, seller, quantity, waived }: Trade, nowUs: Microseconds): Refusal | undefined {
    if (!this.#ruleSet.allows(buyer) || !this.#ruleSet.allows(seller)) return 'account may not trade the security';
    if (!waived && this.rules.firstRefusal !== null) return 'first refusal is not waived';
    if (this.#free(seller, nowUs) < quantity) return 'shares may not be sold yet';
    return this.#maySit(ownerOf(buyer)) ? undefined : 'too many holders';
  }

  /** Why the order must not trade now; null when it may. A bid is to be considered first. */
  holdOf(order: Asked, nowUs: Microseconds): HoldCause | null {
    const { ticket, orderId } = order;
    if (!this.#ruleSet.allows(ticket)) return 'whitelist';
    if (ticket.side === 'sell') {
      if (this.rules.firstRefusal !== null && !this.waived.has(orderId)) return 'first refusal';
      const free = ticket.type === 'RFQ' ? Infinity : this.#free(ticket, nowUs);
      if (order.remaining <= free + (this.#offered.of(orderId) ?? 0)) return null;
      return this.rules.holdingDays === null ? 'unregistered sale' : 'holding period';
    }
    return ticket.type === 'RFQ' || this.#maySit(ownerOf(ticket)) ? null : 'holder cap';
  }

  /** Whether an order may sell only what the register has. */
  get #needsShares(): boolean {
    return this.rules.holdingDays !== null || this.rules.unregisteredSales === 'refused';
  }

  /** Shares that the owner may sell in addition to those of its orders. */
  #free(ticket: OrderTicket, nowUs: Microseconds): number {
    const { holdingDays } = this.rules;
    if (!this.#needsShares) return Infinity;
    const shares =
      holdingDays === null
        ? this.holders.sharesOf(ticket)
        : this.holders.acquiredBy(ticket, easternDay(nowUs) - holdingDays);
    return shares - this.#offered.by(ownerOf(ticket));
  }

  #maySit(owner: string): boolean {
    return this.rules.holdersMax === null || this.#bidders.maySit(owner);
  }

  // ---------------------------------------------------------------- what happens to orders

  /** The order wants to trade: to be called before it is asked whether it may. */
  consider(order: Asked): void {
    const { ticket } = order;
    if (ticket.type !== 'Limit' || ticket.side !== 'buy' || this.rules.holdersMax === null) return;
    if (!this.#ruleSet.allows(ticket)) return;
    this.#bidders.add(ownerOf(ticket), order);
  }

  /** The order is not held: its shares are set aside, so that no other order can sell them. */
  admit({ ticket, orderId, remaining }: Asked): void {
    if (ticket.type !== 'Limit' || ticket.side !== 'sell' || !this.#needsShares) return;
    this.#offer(ownerOf(ticket), orderId, remaining);
  }

  hold(order: OrderRecord, cause: HoldCause, nowUs: Microseconds): void {
    const { orderId } = order;
    this.setHeld(order, cause);
    if (cause !== 'first refusal') this.deadlines.clear(orderId);
    else if (this.deadlines.get(orderId) === undefined) {
      this.deadlines.set(orderId, nowUs + (this.rules.firstRefusal?.hours ?? 0) * HOUR_US);
    }
  }

  /** Marks the order as held. Shares that were set aside for it are free again. */
  setHeld(order: OrderRecord, cause: HoldCause): void {
    const { ticket, orderId } = order;
    const owner = ownerOf(ticket);
    this.#offer(owner, orderId, 0);
    this.held.add(owner, order, cause);
    this.#bidders.setHeld(owner, orderId, true);
  }

  release(order: OrderRecord): void {
    const owner = ownerOf(order.ticket);
    this.held.delete(owner, order);
    this.#bidders.setHeld(owner, order.orderId, false);
    this.deadlines.clear(order.orderId);
  }

  /** The order is not live any more, or waits for approval; or it is to have other terms. */
  leave(order: OrderRecord): void {
    const { ticket, orderId } = order;
    const owner = ownerOf(ticket);
    this.#offer(owner, orderId, 0);
    this.#bidders.remove(owner, orderId);
  }

  /** The order has left for good, or its right of first refusal is asked again. */
  forget(order: OrderRecord): void {
    this.leave(order);
    if (order.held !== null) this.release(order);
    this.waived.delete(order.orderId);
  }

  /** A match, of which the register knows. */
  traded(buy: OrderRecord, sell: OrderRecord, quantity: Shares, nowUs: Microseconds): void {
    const [buyer, seller] = [ownerOf(buy.ticket), ownerOf(sell.ticket)];
    const offered = this.#offered.of(sell.orderId);
    if (offered !== undefined) this.#offer(seller, sell.orderId, offered - quantity);
    const day = easternDay(nowUs);
    this.#register.moveApart(sell, -quantity, day);
    this.#register.moveApart(buy, quantity, day);
    // With a holding period of 0 days the bought shares may be sold at once.
    this.#touched.add(buyer);
    this.#bidders.holdersChanged(seller, buyer);
  }

  /** The rules or the register are others: everything set aside is asked again. */
  reset(): void {
    this.#offered.clear();
    this.#bidders.clear();
    this.dueAt = 0;
  }

  /** The oldest bid that is not held although its owner has no seat (F6); undefined: no bid. */
  get nextUnseated(): OrderId | undefined {
    return this.#bidders.nextUnseated;
  }

  /** How many bids a command may hold that adds or changes an order, or takes it out: a guess. */
  expectedUnseated(ticket: OrderTicket, price: Millionths, orderId: OrderId): number {
    if (this.rules.holdersMax === null || ticket.type !== 'Limit' || ticket.side !== 'buy') return 0;
    const owner = ownerOf(ticket);
    return this.#bidders.displacedBy(owner, price) + this.#bidders.lostWithout(owner, orderId);
  }

  /** Sets when to check it again. */
  schedule(nowUs: Microseconds): void {
    if (this.dueAt === 0) return;
    if (this.#someMayBeFree(nowUs)) {
      this.dueAt = 0;
      return;
    }
    const lapse = Math.max(this.deadlines.next, nowUs);
    this.dueAt = Math.min(this.#ruleSet.nextWindowChange(nowUs), lapse, this.#agesAt(nowUs));
  }

  /** Where an owner has more orders than are checked, some may be. */
  #someMayBeFree(nowUs: Microseconds): boolean {
    const owners = [...this.#touched];
    this.#touched.clear();
    return owners.some((owner) => {
      let looks = 0;
      for (const order of this.held.of(owner)) {
        if (++looks > LOOKS_MAX || this.holdOf(order, nowUs) !== order.held) return true;
      }
      return false;
    });
  }

  /** With the next date shares are a day older. */
  #agesAt(nowUs: Microseconds): number {
    return this.rules.holdingDays === null || this.held.isEmpty ? Infinity : endOfDate(easternDate(nowUs));
  }

  #offer(owner: string, orderId: OrderId, shares: Shares): void {
    if (this.#offered.set(owner, orderId, shares)) this.#touched.add(owner);
  }
}

function ownerOf({ clientId, accountId }: OrderTicket): string {
  return ownerKey(clientId, accountId);
}
