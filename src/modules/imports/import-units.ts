/** Units of trades that were SETTLED before the venue issued any (F12, F18). */
import type { Db } from '../../database/schema/index.ts';
import type { SecurityId } from '../../exchange/api/index.ts';
import { inOneTransaction } from '../shared/change/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { holdTrade } from '../trades/index.ts';
import { issueUnits } from '../units/index.ts';
import type { Statements } from './statements.ts';

/** Trades of one transaction. */
const PAGE = 100;

export interface ImportedTrades {
  readonly issued: number;
  /** Trades that may be part of what somebody has stated of their accounts. */
  readonly left: readonly number[];
}

/**
 * Writes a row of units for each SETTLED trade that has none, as if it had been settled when it was changed last: the
 * leader submits it as any other (F12).
 * @param offeringId undefined: of all offerings
 */
export async function importUnits(
  deps: ModuleDeps,
  statements: Statements,
  offeringId: SecurityId | undefined,
): Promise<ImportedTrades> {
  const left: number[] = [];
  let issued = 0;
  for (let after = 0; ; ) {
    const page = await tradesWithoutRow(deps.db, { after, offeringId });
    const last = page.at(-1);
    if (last === undefined) return { issued, left };
    after = last.trade_id;
    const imported = page.filter(({ trade_id, client_id, offering_id, created_at }) => {
      const holder = { clientId: client_id, securityId: offering_id as SecurityId };
      const isFree = statements.isUnstatedSince(created_at, holder);
      if (!isFree) left.push(trade_id);
      return isFree;
    });
    if (imported.length > 0) issued += await inOneTransaction(deps, (transaction) => writeRows(transaction, imported));
  }
}

type Found = Awaited<ReturnType<typeof tradesWithoutRow>>[number];

function tradesWithoutRow(
  db: Db,
  { after, offeringId }: { readonly after: number; readonly offeringId: SecurityId | undefined },
) {
  return db
    .selectFrom('trades as t')
    .leftJoin('unit_issues as u', 'u.trade_id', 't.trade_id')
    .select(['t.trade_id', 't.client_id', 't.offering_id', 't.created_at'])
    .where('t.order_status', '=', 'SETTLED')
    .where('t.deleted_at', 'is', null)
    .where('u.trade_id', 'is', null)
    .where('t.trade_id', '>', after)
    .$if(offeringId !== undefined, (query) => query.where('t.offering_id', '=', offeringId as number))
    .orderBy('t.trade_id')
    .limit(PAGE)
    .execute();
}

/** A trade may have been cancelled, or have got a row, since it was found. */
async function writeRows(transaction: Db, found: readonly Found[]): Promise<number> {
  let written = 0;
  for (const { trade_id: tradeId, client_id: clientId } of found) {
    const trade = await holdTrade(transaction, { clientId, tradeId });
    if (trade?.order_status !== 'SETTLED') continue;
    const known = transaction.selectFrom('unit_issues').select('revision').where('trade_id', '=', tradeId).limit(1);
    if ((await known.executeTakeFirst()) !== undefined) continue;
    await issueUnits(transaction, trade, trade.updated_at ?? trade.created_at);
    written++;
  }
  return written;
}
