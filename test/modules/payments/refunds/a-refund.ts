import type { Db, RefundRow } from '../../../../src/database/schema/index.ts';
import { Secrets } from '../../../../src/database/secrets/index.ts';
import { sealDetails } from '../../../../src/modules/payments/ach/accounts/index.ts';
import { nextId } from '../../../../src/modules/shared/ids/ids.ts';
import { NOW } from '../../shared/records.ts';

/** A Pending refund of 10 dollars by ACH; its number. */
export async function aRefund(
  db: Db,
  of: Pick<RefundRow, 'client_id' | 'account_id' | 'offering_id' | 'trade_id'> & Partial<RefundRow>,
): Promise<number> {
  const secrets = new Secrets([Buffer.alloc(32, 7)]);
  const refund_id = await nextId(db, 'ach_fund_move');
  const numbers = { accountNumber: '40005000601', routingNumber: '123456780' };
  const row: RefundRow = {
    ...{ refund_id, rail: 'ACH', payment: null, amount: '10.000000', status: 'Pending' },
    ...{ reference: null, reason: null, errors: null, batch_day: null, trace_number: null },
    ...{ full_name: 'First Last', account_type: 'Checking', ...sealDetails(secrets, 'refunds', refund_id, numbers) },
    ...{ refund_key: null, refunded_before: null, counted: '0.000000', submitted_at: null, ask_at: null, asked: 0 },
    ...{ created_at: NOW, updated_at: null, deleted_at: null },
    ...of,
  };
  await db.insertInto('refunds').values(row).execute();
  return refund_id;
}
