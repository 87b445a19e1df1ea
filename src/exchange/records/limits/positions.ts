import { violated } from '../../../invariant.ts';
import type {
  Amount,
  MatchId,
  MatchTerms,
  Millionths,
  OrderTicket,
  PositionAtCost,
  PositionPage,
  SecurityId,
  Shares,
} from '../../api/index.ts';
import { SortedKeys } from '../../collections/index.ts';
import { costAfter, costBefore, type Held } from './average-cost.ts';
import { TradeLog } from './trade-log.ts';

type Whose = Pick<OrderTicket, 'clientId' | 'accountId' | 'securityId'>;
type Key = Pick<Whose, 'accountId' | 'securityId'>;

/** A position as the venue keeps it. */
export interface Holding {
  quantity: Shares;
  cost: Amount | null;
  /** Null: by the rules of before REPLAYED_COST_SINCE, or no trade came since. */
  log: TradeLog | null;
}

/** A match that is corrected or busted: its terms so far, and from now on, null after a bust. */
export interface AmendedMatch {
  readonly matchId: MatchId;
  readonly buyer: Whose;
  readonly seller: Whose;
  readonly before: MatchTerms;
  readonly after: MatchTerms | null;
}

/** What a client, or one of its accounts, has of each security. */
type Holdings = Map<SecurityId, Holding>;

/** An order, and the position that it moved last: null before the first time. */
interface Holder {
  readonly ticket: Whose;
  position: Holding | null;
}

const NOTHING: Held = { quantity: 0, cost: 0 };

interface ClientPositions {
  readonly accounts: Map<string | null, Holdings>;
  /** Those that are not zero, by security, then by account. */
  readonly keys: SortedKeys<Key>;
}

/** Half of the trades that are kept of a position for corrections, and of those while more than IN_ALL are kept. */
const HALF_MAX = 500;
const HALF_FEW = 16;
const TRADES_IN_ALL = 1_000_000;

/** The position of each account of each client in each security (V52). Positions of 0 take no room. */
export class Positions {
  readonly #clients = new Map<string, ClientPositions>();
  /** Trades that are kept in all. */
  #trades = 0;
  /** Shares that trades have moved since the last check of both sides. */
  #moved = 0;

  /** Its shares. */
  of(whose: Whose): Shares {
    return this.heldBy(whose).quantity;
  }

  heldBy(whose: Whose): Held {
    return this.#find(whose) ?? NOTHING;
  }

  #find({ clientId, accountId, securityId }: Whose) {
    return this.#clients.get(clientId)?.accounts.get(accountId)?.get(securityId);
  }

  /** @param log absent: it stays as it is */
  set({ clientId, accountId, securityId }: Whose, { quantity, cost }: Held, log?: TradeLog): Holding {
    let client = this.#clients.get(clientId);
    if (client === undefined) {
      client = { accounts: new Map(), keys: new SortedKeys(byKey) };
      this.#clients.set(clientId, client);
    }
    const shares: Holdings = client.accounts.get(accountId) ?? new Map();
    if (shares.has(securityId) !== (quantity !== 0)) {
      if (quantity === 0) client.keys.delete({ accountId, securityId });
      else client.keys.add({ accountId, securityId });
    }
    const holding: Holding = shares.get(securityId) ?? { quantity, cost, log: null };
    // One of 0 is out of use: an order that names it looks for another one.
    holding.quantity = quantity;
    holding.cost = cost;
    this.#trades -= holding.log?.size ?? 0;
    holding.log = quantity === 0 ? null : (log ?? holding.log);
    this.#trades += holding.log?.size ?? 0;
    if (quantity === 0) shares.delete(securityId);
    else shares.set(securityId, holding);
    if (shares.size === 0) client.accounts.delete(accountId);
    else client.accounts.set(accountId, shares);
    if (client.keys.size === 0) this.#clients.delete(clientId);
    return holding;
  }

  /**
   * The order bought these shares, or sold them where they are below 0.
   * @param matchId null: no trades are kept
   */
  trade(order: Holder, shares: Shares, price: Millionths, matchId: MatchId | null): void {
    const { ticket, position } = order;
    const held = position !== null && position.quantity !== 0 ? position : this.#find(ticket);
    const before = held?.quantity ?? 0;
    const quantity = before + shares;
    const cost = costAfter(held ?? NOTHING, shares, price);
    if (held === undefined || quantity === 0) {
      order.position = this.set(ticket, { quantity, cost });
      if (matchId !== null) order.position.log = new TradeLog(NOTHING, matchId);
    } else {
      if (matchId !== null) held.log ??= new TradeLog(held, 0);
      held.quantity = quantity;
      held.cost = cost;
      order.position = held;
    }
    this.#moved += order.position.quantity - before;
    if (matchId === null || quantity === 0) return;
    const log = order.position.log as TradeLog;
    this.#trades += 1;
    const isFull = log.add(matchId, shares, price) >= (this.#trades > TRADES_IN_ALL ? HALF_FEW : HALF_MAX);
    if (isFull) this.#trades -= log.fold(order.position);
  }

  /** Both sides of a match have traded: what one has got the other has given (V52). */
  checkSides(): void {
    if (this.#moved !== 0) violated('V52', `the positions of a match differ by ${this.#moved} shares`);
  }

  /** As if the match had always been so. @param now the last match */
  amend({ matchId, buyer, seller, before, after }: AmendedMatch, now: MatchId): void {
    const { quantity = 0, price = 0 as Millionths } = after ?? {};
    const bought = this.#logOf(buyer, now);
    const isSame = buyer.clientId === seller.clientId && buyer.accountId === seller.accountId;
    const sold = isSame ? bought : this.#logOf(seller, now);
    bought.amend(matchId, before.quantity, quantity, price);
    sold.amend(matchId, -before.quantity, -quantity, price);
    this.set(buyer, bought.held, bought);
    if (!isSame) this.set(seller, sold.held, sold);
  }

  /** Of a position of 0, or one whose trades were not kept, it begins now. */
  #logOf(whose: Whose, now: MatchId): TradeLog {
    const held = this.#find(whose);
    if (held === undefined) return new TradeLog(NOTHING, now);
    return held.log ?? new TradeLog(held, 0);
  }

  /** By the rules of before REPLAYED_COST_SINCE: as if it had not. */
  undo(whose: Whose, shares: Shares, price: Millionths): void {
    const held = this.heldBy(whose);
    this.set(whose, { quantity: held.quantity - shares, cost: costBefore(held, shares, price) });
  }

  /** Those of one client, by security, then by account. */
  ofClient(clientId: string, page: PositionPage = {}): PositionAtCost[] {
    const client = this.#clients.get(clientId);
    if (client === undefined) return [];
    const { offset = 0, limit = Infinity } = page;
    const found: PositionAtCost[] = [];
    let passed = 0;
    for (const { accountId, securityId } of keysOf(client, page)) {
      if (found.length >= limit) break;
      if (++passed <= offset) continue;
      const { quantity, cost } = this.heldBy({ clientId, accountId, securityId });
      found.push({ clientId, accountId, securityId, quantity, cost });
    }
    return found;
  }

  logOf(whose: Whose): TradeLog | null {
    return this.#find(whose)?.log ?? null;
  }

  *entries(): Generator<PositionAtCost, void, undefined> {
    for (const clientId of [...this.#clients.keys()].sort(compare)) yield* this.ofClient(clientId);
  }
}

function* keysOf({ accounts, keys }: ClientPositions, { accountId, securityId }: PositionPage): Generator<Key> {
  if (accountId !== undefined) {
    const securityIds = [...(accounts.get(accountId)?.keys() ?? [])].sort((a, b) => a - b);
    for (const id of securityIds) if ((securityId ?? id) === id) yield { accountId, securityId: id };
    return;
  }
  for (const key of keys.from(securityId === undefined ? undefined : { accountId: null, securityId })) {
    if (securityId !== undefined && key.securityId !== securityId) return;
    yield key;
  }
}

function byKey(a: Key, b: Key): number {
  return a.securityId - b.securityId || compare(a.accountId ?? '', b.accountId ?? '');
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
