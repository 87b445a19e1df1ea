/** Limits computed from scratch (V50 to V54), from the current orders: slow and obvious. */
import type { EnterCommand } from '../../src/exchange/api/commands.ts';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { LimitName, LimitPolicy } from '../../src/exchange/api/limit-policy.ts';
import type { BreachName } from '../../src/exchange/api/limits.ts';
import type { SecurityLimitName, SecurityReference } from '../../src/exchange/api/security-reference.ts';
import type { VenueState } from '../../src/exchange/desks/venue-state.ts';
import type { OrderRecord } from '../../src/exchange/records/order-record.ts';

interface Scope {
  readonly clientId: string;
  readonly accountId: string | null;
}

/** The live orders that limits of the scope are about. */
export function ordersOf(state: VenueState, { clientId, accountId }: Scope): OrderRecord[] {
  return [...state.orders.values()].filter(
    ({ ticket }) => ticket.clientId === clientId && (accountId === null || ticket.accountId === accountId),
  );
}

export function openValueOf(orders: readonly OrderRecord[]): bigint {
  return orders.reduce((sum, { price, remaining }) => sum + BigInt(price) * BigInt(remaining), 0n);
}

/** What the events say that positions have become, by client, account and security. */
export class ModelPositions {
  readonly #shares = new Map<string, number>();
  readonly #accounts = new Map<number, string | null>();
  readonly last = new Map<number, number>();

  set(clientId: string, accountId: string | null, securityId: number, quantity: number): void {
    this.#shares.set(`${clientId}/${accountId}/${securityId}`, quantity);
  }

  of(clientId: string, accountId: string | null, securityId: number): number {
    return this.#shares.get(`${clientId}/${accountId}/${securityId}`) ?? 0;
  }

  /** @param counts whether anybody has asked for limits yet */
  see(event: ExchangeEvent, counts: boolean): void {
    if (event.type === 'order') this.#accounts.set(event.order.orderId, event.order.ticket.accountId);
    if (event.type !== 'match' || !counts) return;
    const { buyClientId, buyOrderId, sellClientId, sellOrderId, securityId, quantity, price } = event.match;
    const [buyer, seller] = [this.#accounts.get(buyOrderId) ?? null, this.#accounts.get(sellOrderId) ?? null];
    this.set(buyClientId, buyer, securityId, this.of(buyClientId, buyer, securityId) + quantity);
    this.set(sellClientId, seller, securityId, this.of(sellClientId, seller, securityId) - quantity);
    this.last.set(securityId, price);
  }
}

export interface ModelContext {
  /** The reference data of securities that have any. */
  readonly references: ReadonlyMap<number, SecurityReference>;
  readonly policies: ReadonlyMap<string, LimitPolicy>;
  readonly positions: ModelPositions;
  /** The operator's prices. */
  readonly set: ReadonlyMap<number, number>;
  /** The orders and raising replacements of this second, by scope. */
  readonly rates: ReadonlyMap<string, number>;
}

export function keyOf({ clientId, accountId }: Scope): string {
  return `${clientId}/${accountId}`;
}

/** Every limit that a new order would exceed, and every rule of its security that it would not meet. */
export function brokenBy(state: VenueState, command: EnterCommand, context: ModelContext): Set<BreachName> {
  const { clientId, accountId } = command.ticket;
  const scopes: Scope[] = [{ clientId, accountId: null }, ...(accountId === null ? [] : [{ clientId, accountId }])];
  const broken = new Set<BreachName>(brokenRulesOf(command, context));
  for (const scope of scopes) {
    const policy = context.policies.get(keyOf(scope)) ?? {};
    for (const name of brokenOf(state, command, scope, { policy, ...context })) broken.add(name);
  }
  return broken;
}

/** The rules of its security that an order with these new terms would not meet, and that concern what is new (V68). */
export function brokenByTerms(order: OrderRecord, next: Terms, context: ModelContext): SecurityLimitName[] {
  const { price, quantity, ticket } = order;
  const last = context.set.get(ticket.securityId) ?? context.positions.last.get(ticket.securityId) ?? 0;
  const isKept: { readonly [K in SecurityLimitName]: boolean } = {
    tickSize: next.price === price,
    lotSize: next.quantity === quantity,
    minimumQuantity: next.quantity >= quantity,
    maximumQuantity: next.quantity <= quantity,
    priceCollar: Math.abs(next.price - last) <= Math.abs(price - last),
  };
  const broken = brokenRulesOf({ ...order, ...next, contingency: 'None' }, context);
  return broken.filter((name) => !isKept[name]);
}

type Terms = Pick<EnterCommand, 'price' | 'quantity'>;

function brokenRulesOf(
  { ticket, price, quantity, contingency, minimum }: Omit<EnterCommand, 'type'>,
  { references, positions, set }: ModelContext,
): SecurityLimitName[] {
  const rules = references.get(ticket.securityId) ?? {};
  const last = set.get(ticket.securityId) ?? positions.last.get(ticket.securityId);
  const hasPrice = ticket.type === 'Limit';
  const ticks = (rules.tickSizes ?? []).filter(({ from }) => from <= price);
  const lots = [quantity, ...(contingency === 'Minimum Quantity' ? [minimum] : [])];
  const percent = last === undefined ? 0 : (Math.abs(price - last) * 100) / last;
  const broken: { readonly [K in SecurityLimitName]: boolean } = {
    tickSize: hasPrice && ticks.length > 0 && price % ticks.at(-1)!.tick > 0,
    lotSize: lots.some((shares) => shares % (rules.lotSize ?? 1) > 0),
    minimumQuantity: rules.minimumQuantity !== undefined && quantity < rules.minimumQuantity,
    maximumQuantity: rules.maximumQuantity !== undefined && quantity > rules.maximumQuantity,
    priceCollar:
      hasPrice &&
      rules.priceCollar !== undefined &&
      ticket.optional?.beyondCollar !== true &&
      percent * 1_000_000 > rules.priceCollar,
  };
  return (Object.keys(broken) as SecurityLimitName[]).filter((name) => broken[name]);
}

function brokenOf(
  state: VenueState,
  { ticket, price, quantity }: EnterCommand,
  scope: Scope,
  { policy, positions, set, rates }: ModelContext & { readonly policy: LimitPolicy },
): LimitName[] {
  const open = ordersOf(state, scope);
  const { securityId, accountId, clientId, side } = ticket;
  const value = BigInt(price) * BigInt(quantity);
  const reference = set.get(securityId) ?? positions.last.get(securityId);
  const band = (BigInt(reference ?? 0) * BigInt(policy.priceBand ?? 0)) / 100_000_000n;
  const offered = ordersOf(state, { clientId, accountId: null })
    .filter(({ ticket: own }) => own.side === 'sell' && own.securityId === securityId && own.accountId === accountId)
    .reduce((sum, { remaining }) => sum + remaining, 0);
  const broken: { readonly [K in LimitName]: boolean } = {
    maxOrderQuantity: quantity > (policy.maxOrderQuantity ?? quantity),
    maxOrderValue: value > (policy.maxOrderValue ?? value),
    maxOpenValue: policy.maxOpenValue !== undefined && value > 0n && openValueOf(open) + value > policy.maxOpenValue,
    maxOpenOrders: policy.maxOpenOrders !== undefined && open.length + 1 > policy.maxOpenOrders,
    priceBand:
      policy.priceBand !== undefined &&
      reference !== undefined &&
      ticket.type === 'Limit' &&
      (BigInt(price) > BigInt(reference) + band || BigInt(price) < BigInt(reference) - band),
    allowedSecurities: policy.allowedSecurities?.includes(securityId) === false,
    restrictedSecurities: policy.restrictedSecurities?.includes(securityId) === true,
    sides: (policy.sides ?? 'Both') !== 'Both' && policy.sides?.toLowerCase() !== side,
    noShortSale:
      policy.noShortSale === true &&
      side === 'sell' &&
      quantity > positions.of(clientId, accountId, securityId) - offered,
    maxOrdersPerSecond: (rates.get(keyOf(scope)) ?? 0) + 1 > (policy.maxOrdersPerSecond ?? Number.MAX_SAFE_INTEGER),
  };
  return (Object.keys(broken) as LimitName[]).filter((name) => broken[name]);
}
