import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { DayEndRow } from '../database/tables/history.ts';
import type { JournaledDayEnd } from './follower.ts';

/**
 * Keeps where days ended. A day that is over stays so, whatever its date brings later (E1); giving the same ends again
 * after a crash changes nothing.
 */
export async function writeDayEnds(transaction: Kysely<Schema>, ends: readonly JournaledDayEnd[]): Promise<void> {
  for (const end of ends) {
    const place = placeOf(end);
    if (end.byMidnight) {
      const open = transaction.updateTable('day_ends').where('date', '=', end.date).where('is_over', '=', 0);
      await open.set(place).execute();
    } else {
      await transaction
        .insertInto('day_ends')
        .values({ ...place, date: end.date, has_positions: 0 })
        .onConflict((conflict) => conflict.column('date').doUpdateSet(place).where('day_ends.is_over', '=', 0))
        .execute();
    }
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
