/** Fakes of the order history, accounts and issuers around the exchange. */
import type { AuctionReads, IndicationFeed } from '../../../src/exchange/api/auctions.ts';
import type { OrderEvent } from '../../../src/exchange/api/events.ts';
import type { MatchView, OrderView } from '../../../src/exchange/api/orders.ts';
import type { MatchId, OrderId } from '../../../src/exchange/api/units.ts';
import type {
  AccountBook,
  AccountNames,
  CheckedAccounts,
  OrderHistory,
  Reference,
} from '../../../src/modules/ats/shared/deps.ts';
import {
  ACCOUNT,
  AWAITING_SECURITY,
  ENDED_SECURITY,
  ISSUER,
  OPERATOR,
  OTHER_ISSUER,
  OTHER_SECURITY,
  OTHER_TRADER,
  OWNER,
  parentOf,
  SECURITY,
  TRADER,
  UNLISTED_OFFERING,
} from './fixtures.ts';

/** What left the exchange when the test says so, as the projection of its events would keep it. */
export class MapHistory implements OrderHistory {
  readonly orders = new Map<number, OrderView>();
  readonly matches = new Map<number, MatchView>();
  /** Those that replacements took from orders (H10). */
  readonly earlierTokens = new Map<number, readonly (string | null)[]>();

  /** As a change left the order. */
  take({ order, previousToken = null }: OrderEvent): void {
    this.orders.set(order.orderId, order);
    const earlier = this.earlierTokens.get(order.orderId) ?? [];
    this.earlierTokens.set(order.orderId, [...earlier, previousToken]);
  }

  async order(orderId: OrderId): Promise<OrderView | undefined> {
    return this.orders.get(orderId);
  }

  async feesOf(orderId: OrderId): Promise<OrderView['fees']> {
    return (await this.changes.feesOf?.(orderId)) ?? this.orders.get(orderId)?.fees;
  }

  async ordersWithToken(clientId: string, token: string, limit: number, before: number): Promise<OrderView[]> {
    const all = [...this.orders.values()].filter(
      ({ ticket, orderId }) => ticket.clientId === clientId && this.#had(orderId, token) && orderId < before,
    );
    return all.sort((one, other) => one.orderId - other.orderId).slice(-limit);
  }

  #had(orderId: OrderId, token: string): boolean {
    const isNow = this.orders.get(orderId)?.ticket.token === token;
    return isNow || (this.earlierTokens.get(orderId)?.includes(token) ?? false);
  }

  async match(matchId: MatchId): Promise<MatchView | undefined> {
    return this.matches.get(matchId);
  }

  /** Where the changes of orders, and of their fees, are kept. */
  changes: Pick<OrderHistory, 'changesOf'> & Partial<Pick<OrderHistory, 'feesOf'>> = { changesOf: async () => [] };

  changesOf(...call: Parameters<OrderHistory['changesOf']>): ReturnType<OrderHistory['changesOf']> {
    return this.changes.changesOf(...call);
  }

  async matchesOf(orderId: OrderId, limit: number, after: number): Promise<MatchView[]> {
    const all = [...this.matches.values()].filter(
      ({ buyOrderId, sellOrderId, matchId }) => [buyOrderId, sellOrderId].includes(orderId) && matchId > after,
    );
    return all.sort((one, other) => one.matchId - other.matchId).slice(0, limit);
  }

  async matchesOfAll(orderIds: readonly number[], limit: number): Promise<MatchView[] | undefined> {
    const all = (await Promise.all(orderIds.map((orderId) => this.matchesOf(orderId as OrderId, limit, 0)))).flat();
    return all.length < limit ? all : undefined;
  }
}

/** TRADER has one account, ACCOUNT. */
export class OneAccount implements AccountBook, AccountNames, CheckedAccounts {
  /** Whether the answer comes later, as from a query. */
  delayed = false;
  /** The next answer comes only after the question that follows it was answered. */
  holdNext = false;
  #release: (() => void) | undefined;

  isActive(clientId: string, accountId: string): boolean | Promise<boolean> {
    const exists = clientId === TRADER && accountId === ACCOUNT;
    if (this.holdNext) {
      this.holdNext = false;
      return new Promise((resolve) => {
        this.#release = () => resolve(exists);
      });
    }
    if (this.#release !== undefined) setImmediate(this.#release);
    return this.delayed ? Promise.resolve(exists) : exists;
  }

  async names(accountIds: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
    return new Map(accountIds.includes(ACCOUNT) ? [[ACCOUNT, 'Example Account']] : []);
  }

  async checks(accountIds: readonly (string | null)[]) {
    const checks = { kycStatus: 'Auto Approved', amlStatus: 'Pending', accreditedStatus: '' };
    return new Map(accountIds.includes(ACCOUNT) ? [[ACCOUNT, checks]] : []);
  }
}

const OFFERINGS = [SECURITY, AWAITING_SECURITY, ENDED_SECURITY, OTHER_SECURITY, UNLISTED_OFFERING];

export class TwoIssuers implements Reference {
  queries = 0;
  readonly deletedIssuers = new Set<number>();

  async issuerExists(issuerId: number): Promise<boolean> {
    this.queries++;
    if (this.deletedIssuers.has(issuerId)) return false;
    return issuerId === ISSUER || issuerId === OTHER_ISSUER;
  }

  async clientIds(): Promise<string[]> {
    return [TRADER, OTHER_TRADER, OWNER, OPERATOR];
  }

  async clientsUnder(parentId: string): Promise<string[]> {
    return [TRADER, OTHER_TRADER, OWNER, OPERATOR].filter((clientId) => parentOf(clientId) === parentId);
  }

  async offeringExists(offeringId: number): Promise<boolean> {
    this.queries++;
    return OFFERINGS.includes(offeringId);
  }

  async approvedOfferings(issuerId: number) {
    this.queries++;
    return issuerId === ISSUER ? [{ offeringId: SECURITY, issueName: 'Example Shares' }] : [];
  }
}

type ReadsOfAuctions = AuctionReads & Pick<IndicationFeed, 'indicated'>;

/** Reads of auctions, which are at once. */
export function auctionReadsOf(exchange: ReadsOfAuctions): ReadsOfAuctions {
  return {
    nextCall: (securityId) => exchange.nextCall(securityId),
    endedAuctions: (...page) => exchange.endedAuctions(...page),
    isAlwaysOpen: (securityId) => exchange.isAlwaysOpen(securityId),
    indicated: (securityId) => exchange.indicated(securityId),
  };
}
