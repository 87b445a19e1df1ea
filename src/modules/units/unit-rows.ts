import type { Db, TradeRow, UnitIssueRow } from '../../database/schema/index.ts';
import { priceOf } from '../shared/values/index.ts';

/** Who cancels a trade whose units are issued, and why. */
export interface AskedBack {
  readonly method: 'cancelInvestment' | 'fundReturnRequest';
  readonly requestedBy: string;
  readonly reason: string;
  readonly notes: string | null;
  readonly ip: string | null;
}

/** The trade is SETTLED: its account gets its units once that is durable. */
export async function issueUnits(transaction: Db, trade: TradeRow, nowUs: number): Promise<void> {
  await insertRow(transaction, trade, { kind: 'issue', asked: null }, nowUs);
}

/**
 * The settled trade is to be cancelled, if its account gives the units back. Returns the row, which is that of an
 * earlier call whose outcome is still open, if there is one.
 */
export async function takeBackUnits(
  transaction: Db,
  trade: TradeRow,
  asked: AskedBack,
  nowUs: number,
): Promise<UnitIssueRow> {
  const open = await openUnitsOf(transaction, trade.trade_id);
  const known = open.find(({ kind }) => kind === 'takeBack');
  return known ?? insertRow(transaction, trade, { kind: 'takeBack', asked: JSON.stringify(asked) }, nowUs);
}

async function insertRow(
  transaction: Db,
  trade: TradeRow,
  what: Pick<UnitIssueRow, 'asked'> & { readonly kind: 'issue' | 'takeBack' },
  nowUs: number,
): Promise<UnitIssueRow> {
  const { trade_id, offering_id, client_id, account_id, total_shares } = trade;
  const { newest } = await transaction
    .selectFrom('unit_issues')
    .select((row) => row.fn.max('revision').as('newest'))
    .where('trade_id', '=', trade_id)
    .executeTakeFirstOrThrow();
  const row: UnitIssueRow = {
    ...what,
    ...{ trade_id, offering_id, client_id, account_id },
    revision: Number(newest ?? 0) + 1,
    units: total_shares,
    cost: priceOf(trade.unit_price, total_shares),
    created_at: nowUs,
    outcome: null,
  };
  await transaction.insertInto('unit_issues').values(row).execute();
  return row;
}

/** The rows of a trade whose outcome is not known, in their order. */
export function openUnitsOf(db: Db, tradeId: number): Promise<UnitIssueRow[]> {
  return db
    .selectFrom('unit_issues')
    .selectAll()
    .where('trade_id', '=', tradeId)
    .where('outcome', 'is', null)
    .orderBy('revision')
    .execute();
}

/** The trades with such rows, after one; of one offering if it is given. */
export async function tradesWithOpenUnits(
  db: Db,
  { after = 0, limit, offeringId }: { readonly after?: number; readonly limit: number; readonly offeringId?: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('unit_issues')
    .select('trade_id')
    .distinct()
    .where('outcome', 'is', null)
    .where('trade_id', '>', after)
    .$if(offeringId !== undefined, (query) => query.where('offering_id', '=', offeringId as number))
    .orderBy('trade_id')
    .limit(limit)
    .execute();
  return rows.map(({ trade_id }) => trade_id);
}

/** A trade of the offering whose units are still to be issued. */
export async function firstUnissued(db: Db, offeringId: number): Promise<number | undefined> {
  const first = await db
    .selectFrom('unit_issues')
    .select('trade_id')
    .where('offering_id', '=', offeringId)
    .where('outcome', 'is', null)
    .where('kind', '=', 'issue')
    .limit(1)
    .executeTakeFirst();
  return first?.trade_id;
}

/** Whether the venue took the units of the row back, where somebody has ended it. */
export async function wereTakenBack(db: Db, { trade_id, revision }: UnitIssueRow): Promise<boolean> {
  const row = await db
    .selectFrom('unit_issues')
    .select('outcome')
    .where('trade_id', '=', trade_id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return row?.outcome === 'done';
}

/** What became of a row. Returns whether it was open until now: of several who end it, one does. */
export async function endUnits(
  db: Db,
  { trade_id, revision }: Pick<UnitIssueRow, 'trade_id' | 'revision'>,
  outcome: 'done' | 'refused',
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('unit_issues')
    .set({ outcome })
    .where('trade_id', '=', trade_id)
    .where('revision', '=', revision)
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * The journal is a copy that may end before rows which it had taken: they are submitted again, and what the venue knows
 * of them changes nothing. A refusal is not asked again: its call was answered.
 */
export async function reopenUnits(db: Db): Promise<void> {
  await db.updateTable('unit_issues').set({ outcome: null }).where('outcome', '=', 'done').execute();
}
