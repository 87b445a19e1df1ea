/** Reads of many trades, with the names of what they belong to. */
import type { Db, TradeRow } from '../../../database/schema/index.ts';
import { longListBy, type ReadDeps } from '../../shared/list/index.ts';
import { ofClients, ownedBy, type Reader } from '../../shared/record/index.ts';

/** Most trades in the answer of getAllTrades. */
export const NEWEST_MAX = 500;

/** Ids that are asked for in one query. */
const IDS_MAX = 500;

/** A trade with what getAccountTradeHistory and getAllTrades show with it; null where it is gone. */
export interface NamedTrade extends TradeRow {
  readonly issue_name: string | null;
}

/** Trades of an account, newest first, as they are shown. */
export function tradesOfAccount<T>(
  deps: ReadDeps,
  reader: Reader,
  accountId: string,
  show: (trade: NamedTrade) => T,
): Promise<readonly T[]> {
  return longListBy(
    deps,
    { by: 'trade_id', direction: 'desc' },
    (db) =>
      db
        .selectFrom('trades')
        .selectAll()
        .where(ownedBy(reader))
        .where('account_id', '=', accountId)
        .where('deleted_at', 'is', null),
    async (trades, db) => {
      const issues = await issueNames(db, trades);
      return trades.map((trade) => show({ ...trade, issue_name: issues.get(trade.offering_id) ?? null }));
    },
  );
}

/** The reader's newest trades that are not archived. */
export function newestTrades(db: Db, reader: Reader): Promise<TradeRow[]> {
  return db
    .selectFrom('trades')
    .selectAll()
    .where(ownedBy(reader))
    .where('deleted_at', 'is', null)
    .where('archived', '=', 0)
    .orderBy('created_at', 'desc')
    .orderBy('trade_id', 'desc')
    .limit(NEWEST_MAX)
    .execute();
}

/** Names of the offerings of trades, by offering id. */
export async function issueNames(db: Db, trades: readonly TradeRow[]): Promise<Map<number, string>> {
  const rows = await inParts([...new Set(trades.map((trade) => trade.offering_id))], (ids) =>
    db.selectFrom('offerings').select(['offering_id', 'issue_name']).where('offering_id', 'in', ids).execute(),
  );
  return new Map(rows.map((row) => [row.offering_id, row.issue_name]));
}

export interface AccountOfTrade {
  readonly account_id: string;
  readonly account_name: string;
  readonly approval_status: string;
  readonly kyc_status: string;
  readonly aml_status: string;
}

/** The accounts of trades, by account id. */
export async function accountsOf(db: Db, trades: readonly TradeRow[]): Promise<Map<string, AccountOfTrade>> {
  const rows = await inParts([...new Set(trades.map((trade) => trade.account_id))], (ids) =>
    db
      .selectFrom('accounts')
      .select(['account_id', 'account_name', 'approval_status', 'kyc_status', 'aml_status'])
      .where('account_id', 'in', ids)
      .execute(),
  );
  return new Map(rows.map((row) => [row.account_id, row]));
}

/** Names of the clients of trades, by client id. */
export async function clientNames(db: Db, trades: readonly TradeRow[]): Promise<Map<string, string>> {
  const rows = await inParts([...new Set(trades.map((trade) => trade.client_id))], (ids) =>
    db.selectFrom('clients').select(['client_id', 'name']).where(ofClients(ids)).execute(),
  );
  return new Map(rows.map((row) => [row.client_id, row.name]));
}

async function inParts<Id, Row>(ids: readonly Id[], read: (some: readonly Id[]) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < ids.length; at += IDS_MAX) rows.push(...(await read(ids.slice(at, at + IDS_MAX))));
  return rows;
}
