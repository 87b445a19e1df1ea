import { ofClients, ownedBy } from '../../database/queries/index.ts';
import type { Db, Finding, Thresholds } from '../../database/schema/index.ts';
import { keyOf } from './finding-key.ts';
import type { TradeEvent, TradeSide } from './surveyed-events.ts';

/** Ids of one query. */
const IDS_AT_ONCE = 500;

/**
 * Trades between related accounts: the same account of one client, accounts that links join or that share a party, or
 * two clients of one parent that trade for themselves.
 */
export async function washTrades(
  main: Db,
  trades: readonly TradeEvent[],
  { washShares }: Thresholds,
): Promise<Finding[]> {
  if (washShares === 0) return [];
  const large = trades.filter(({ quantity }) => quantity >= washShares);
  const relations = await Relations.of(main, large);
  return large.flatMap((trade) => {
    const relation = relations.between(trade.buy, trade.sell);
    return relation === undefined ? [] : [finding(trade, relation, washShares)];
  });
}

function finding(trade: TradeEvent, relation: string, washShares: number): Finding {
  const { buy, sell, securityId, time, matchId, price, quantity } = trade;
  const accounts = [buy, sell].map(({ clientId, accountId }) => `${clientId} ${accountId ?? ''}`).sort();
  return {
    rule: 'Wash trade',
    key: keyOf('wash', securityId, time, ...accounts),
    securityId,
    clientId: buy.clientId,
    accountId: buy.accountId,
    otherClientId: sell.clientId,
    otherAccountId: sell.accountId,
    time,
    figures: { relation, shares: quantity, threshold: washShares },
    evidence: [
      { matchId, time, price, quantity },
      { orderId: buy.orderId, time },
      { orderId: sell.orderId, time },
    ],
  };
}

/** The links that join the sides of some trades. */
class Relations {
  /** By client and account: itself, and those that its links lead to. */
  readonly #related = new Map<string, Set<string>>();
  readonly #parents = new Map<string, string>();

  static async of(main: Db, trades: readonly TradeEvent[]): Promise<Relations> {
    const relations = new Relations();
    const others = trades.filter(({ buy, sell }) => buy.clientId !== sell.clientId);
    await relations.#readParents(main, new Set(others.flatMap(({ buy, sell }) => [buy.clientId, sell.clientId])));
    const pairs = trades.filter(({ buy, sell }) => buy.clientId === sell.clientId && buy.accountId !== sell.accountId);
    for (const [clientId, ofClient] of Map.groupBy(pairs, ({ buy }) => buy.clientId)) {
      const accounts = new Set(ofClient.flatMap(({ buy, sell }) => [buy.accountId ?? '', sell.accountId ?? '']));
      await relations.#readLinks(main, clientId, [...accounts]);
    }
    return relations;
  }

  async #readParents(main: Db, clientIds: ReadonlySet<string>): Promise<void> {
    const all = [...clientIds];
    for (let at = 0; at < all.length; at += IDS_AT_ONCE) {
      const some = main.selectFrom('clients').select(['client_id', 'parent_id']);
      for (const row of await some.where(ofClients(all.slice(at, at + IDS_AT_ONCE))).execute()) {
        this.#parents.set(row.client_id, row.parent_id);
      }
    }
  }

  async #readLinks(main: Db, clientId: string, accounts: readonly string[]): Promise<void> {
    for (let at = 0; at < accounts.length; at += IDS_AT_ONCE) {
      const rows = await main
        .selectFrom('links')
        .select(['first_entry', 'related_entry'])
        .where(ownedBy(clientId))
        .where('first_entry', 'in', accounts.slice(at, at + IDS_AT_ONCE))
        .where('deleted_at', 'is', null)
        .execute();
      for (const row of rows) this.#of(clientId, row.first_entry).add(row.related_entry);
    }
  }

  #of(clientId: string, accountId: string): Set<string> {
    const key = `${clientId} ${accountId}`;
    const known = this.#related.get(key) ?? new Set([accountId]);
    this.#related.set(key, known);
    return known;
  }

  between(one: TradeSide, other: TradeSide): string | undefined {
    if (one.clientId !== other.clientId) {
      const isOwn = one.accountId === null && other.accountId === null;
      const parent = this.#parents.get(one.clientId);
      return isOwn && parent !== undefined && parent === this.#parents.get(other.clientId) ? 'same parent' : undefined;
    }
    if (one.accountId === other.accountId) return 'same account';
    if (one.accountId === null || other.accountId === null) return undefined;
    const [first, second] = [this.#of(one.clientId, one.accountId), this.#of(other.clientId, other.accountId)];
    return [...first].some((id) => second.has(id)) ? 'linked accounts' : undefined;
  }
}
