import { sql, type Transaction } from 'kysely';
import { easternDate } from '../calendar/eastern-time.ts';
import type { FeeSumRow, Schema } from '../database/schema/index.ts';
import type { FeeOfEvent } from './recorded-events.ts';

/** Adds the fees of a batch of events to the sums of their months. */
export async function addFeeSums(transaction: Transaction<Schema>, fees: readonly FeeOfEvent[]): Promise<void> {
  for (const { client_id, month, security_id, role, fee, changes } of sumsOf(fees)) {
    await sql`insert into fee_sums (client_id, month, security_id, role, fee, changes)
      values (${client_id}, ${month}, ${security_id}, ${role}, ${fee}, ${changes})
      on conflict (client_id, month, security_id, role)
      do update set fee = fee_sums.fee + excluded.fee, changes = fee_sums.changes + excluded.changes`.execute(
      transaction,
    );
  }
}

function sumsOf(fees: readonly FeeOfEvent[]): Iterable<FeeSumRow> {
  const sums = new Map<string, FeeSumRow>();
  for (const { clientId: client_id, securityId: security_id, role, fee, time } of fees) {
    const month = easternDate(time).slice(0, 7);
    const key = JSON.stringify([client_id, month, security_id, role]);
    const known = sums.get(key);
    const [sum, changes] = [fee + (known?.fee ?? 0), 1 + (known?.changes ?? 0)];
    sums.set(key, { client_id, month, security_id, role, fee: sum, changes });
  }
  return sums.values();
}
