import { type Kysely, sql } from 'kysely';
import { type Dialect, idType } from '../../dialect.ts';
import type { Migration } from '../../migration.ts';
import { firstIds } from '../first-ids.ts';

/** Cards of accounts, and payments by card. */
export const cardsMigration: Migration = {
  name: '0017-cards',
  up: async (db, dialect) => {
    await createLinkedCards(db, dialect);
    await createCardFundMoves(db, dialect);
    await db.schema
      .createTable('card_limits')
      .addColumn('client_id', 'text', (column) => column.primaryKey())
      .addColumn('amount_max', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
    await firstIds(db, { card: 1, card_move: 600_001 });
  },
};

async function createLinkedCards(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  let table = db.schema
    .createTable('linked_cards')
    .addColumn('card_id', idType(dialect), (column) => column.primaryKey());
  for (const name of [
    'client_id',
    'account_id',
    'card_holder',
    'card_type',
    'last_four',
    'expiration',
    'billing_zip',
    'token_sealed',
  ]) {
    table = table.addColumn(name, 'text', (column) => column.notNull());
  }
  await table
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .execute();
  // An account has one card.
  await sql`create unique index linked_cards_by_account on linked_cards (account_id) where deleted_at is null`.execute(
    db,
  );
}

async function createCardFundMoves(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  let table = db.schema
    .createTable('card_fund_moves')
    .addColumn('ref_num', idType(dialect), (column) => column.primaryKey())
    .addColumn('trade_id', 'bigint', (column) => column.notNull())
    .addColumn('offering_id', 'bigint', (column) => column.notNull());
  for (const name of ['client_id', 'account_id', 'total_amount', 'fund_status', 'transaction_status']) {
    table = table.addColumn(name, 'text', (column) => column.notNull());
  }
  for (const name of [
    'errors',
    'processor_transaction_id',
    'processor_transaction_message',
    'processor_token_message',
    'payment_key',
    'token_sealed',
    'created_ip_address',
  ]) {
    table = table.addColumn(name, 'text');
  }
  await table
    .addColumn('submitted_at', 'bigint')
    .addColumn('ask_at', 'bigint')
    .addColumn('asked', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .execute();
  await sql`create unique index card_fund_moves_live on card_fund_moves (trade_id)
    where fund_status in ('Pending', 'Submitted', 'Settled')`.execute(db);
  await sql`create index card_fund_moves_pending on card_fund_moves (ref_num) where fund_status = 'Pending'`.execute(
    db,
  );
  await sql`create index card_fund_moves_asked on card_fund_moves (ask_at) where ask_at is not null`.execute(db);
  await sql`create unique index card_fund_moves_by_key on card_fund_moves (payment_key)
    where payment_key is not null`.execute(db);
  await db.schema
    .createIndex('card_fund_moves_by_account')
    .on('card_fund_moves')
    .columns(['client_id', 'account_id', 'ref_num'])
    .execute();
}
