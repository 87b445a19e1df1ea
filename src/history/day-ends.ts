import type { DayEndRow, Db } from '../database/schema/index.ts';
import type { JournaledDayEnd } from './follower.ts';

/** Rows written by one statement. */
const ROWS_A_STATEMENT = 500;

/**
 * Keeps where days ended. A day that is over stays so, whatever its date brings later (E1); giving the same ends again
 * after a crash changes nothing.
 */
export async function writeDayEnds(transaction: Db, ends: readonly JournaledDayEnd[]): Promise<void> {
  for (const end of ends) {
    const place = placeOf(end);
    if (end.byMidnight) {
      const open = transaction.updateTable('day_ends').where('date', '=', end.date).where('is_over', '=', 0);
      const { numUpdatedRows } = await open.set(place).executeTakeFirstOrThrow();
      if (numUpdatedRows > 0n) await writeEndOfDay(transaction, end);
    } else {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('day_ends')
        .values({ ...place, date: end.date, has_positions: 0 })
        .onConflict((conflict) => conflict.column('date').doUpdateSet(place).where('day_ends.is_over', '=', 0))
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows) await writeEndOfDay(transaction, end);
    }
  }
}

/** Of a day that is over: it is so once. */
async function writeEndOfDay(transaction: Db, end: JournaledDayEnd): Promise<void> {
  await writeHoldings(transaction, end);
  await writeSecurities(transaction, end);
}

async function writeSecurities(transaction: Db, { date, securities }: JournaledDayEnd): Promise<void> {
  for (let from = 0; from < securities.length; from += ROWS_A_STATEMENT) {
    const rows = securities.slice(from, from + ROWS_A_STATEMENT).map(({ securityId, issuerId, name, reference }) => {
      const { symbols: _, ...known } = reference;
      return { date, security_id: securityId, issuer_id: issuerId, name, reference: JSON.stringify(known) };
    });
    await transaction.insertInto('day_securities').values(rows).execute();
  }
}

async function writeHoldings(transaction: Db, { date, positions }: JournaledDayEnd): Promise<void> {
  for (let from = 0; from < positions.length; from += ROWS_A_STATEMENT) {
    const rows = positions
      .slice(from, from + ROWS_A_STATEMENT)
      .map(({ clientId, accountId, securityId, quantity, cost, isFolded }) => ({
        date,
        client_id: clientId,
        account_id: accountId ?? '',
        security_id: securityId,
        quantity,
        cost: cost === null ? null : String(cost),
        is_folded: Number(isFolded),
      }));
    await transaction.insertInto('day_holdings').values(rows).execute();
  }
}

function placeOf(end: JournaledDayEnd): Omit<DayEndRow, 'date' | 'has_positions'> {
  return {
    is_over: Number(end.isOver),
    command: end.command,
    group_end: end.groupEnd,
    chain_hash: end.chainHash,
    event_seq: end.eventSeq,
    order_id: end.orderId,
    match_id: end.matchId,
    ended_at: end.time,
  };
}
