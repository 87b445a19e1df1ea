import type { CardFundMoveRow, Db } from '../../../../src/database/schema/index.ts';
import { nextId } from '../../../../src/modules/shared/ids/ids.ts';
import { NOW } from '../../shared/records.ts';

/** A Pending payment of 100 dollars. */
export async function aCardMove(
  db: Db,
  of: Pick<CardFundMoveRow, 'client_id' | 'account_id' | 'trade_id' | 'offering_id'>,
): Promise<CardFundMoveRow> {
  const move: CardFundMoveRow = {
    ...of,
    ref_num: await nextId(db, 'card_move'),
    total_amount: '100.000000',
    refunded_amount: '0.000000',
    fund_status: 'Pending',
    transaction_status: 'Pending',
    errors: null,
    processor_transaction_id: null,
    processor_transaction_message: null,
    processor_token_message: null,
    payment_key: null,
    token_sealed: null,
    submitted_at: null,
    ask_at: null,
    asked: 0,
    created_ip_address: null,
    created_at: NOW,
    updated_at: null,
    deleted_at: null,
  };
  await db.insertInto('card_fund_moves').values(move).execute();
  return move;
}
