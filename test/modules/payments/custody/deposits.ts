import { randomUUID } from 'node:crypto';
import type { CustodyFundDisbursementRow, CustodyFundMoveRow, Db } from '../../../../src/database/schema/index.ts';
import { Secrets } from '../../../../src/database/secrets/index.ts';
import { sealDetails } from '../../../../src/modules/payments/ach/accounts/index.ts';
import { nextId } from '../../../../src/modules/shared/ids/ids.ts';
import { NOW } from '../../shared/records.ts';

/** A Pending deposit of 100 dollars; its number. */
export async function aDeposit(
  db: Db,
  of: Pick<CustodyFundMoveRow, 'client_id' | 'account_id'> & Partial<CustodyFundMoveRow>,
): Promise<number> {
  const secrets = new Secrets([Buffer.alloc(32, 7)]);
  const id = { reference_number: await nextId(db, 'ach_fund_move') };
  const numbers = { accountNumber: '40005000601', routingNumber: '123456780' };
  const row = {
    ...id,
    trade_id: null,
    amount: '100.000000',
    description: null,
    bank_name: null,
    account_name: 'First Last',
    ...sealDetails(secrets, 'custody_fund_moves', id.reference_number, numbers),
    account_type: 'Checking',
    approval_status: 'Pending',
    status: 'Pending',
    errors: '',
    batch_day: null,
    trace_number: null,
    created_at: NOW,
    updated_at: NOW,
    deleted_at: null,
    ...of,
  };
  await db.insertInto('custody_fund_moves').values(row).execute();
  return id.reference_number;
}

/** Cash of a custody account, as if it had come by a deposit. */
export async function giveCash(db: Db, account_id: string, amount: string): Promise<void> {
  await aDeposit(db, { client_id: 'C1', account_id, amount, status: 'Settled' });
}

/** A disbursement of 100 dollars by wire; its id. */
export async function aDisbursement(
  db: Db,
  of: Pick<CustodyFundDisbursementRow, 'client_id' | 'account_id'>,
): Promise<string> {
  const row: CustodyFundDisbursementRow = {
    ...of,
    request_id: randomUUID(),
    amount: '100.00',
    type: 'wire_domestic',
    bank_id: '123456780',
    bank_account_id_sealed: null,
    details_sealed: null,
    status: 'pending',
    reason: null,
    created_at: NOW,
    updated_at: NOW,
    deleted_at: null,
  };
  await db.insertInto('custody_fund_disbursements').values(row).execute();
  return row.request_id;
}
