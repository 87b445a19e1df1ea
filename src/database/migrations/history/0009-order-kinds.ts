import { type Kysely, sql } from 'kysely';
import { type Dialect, idType } from '../../dialect.ts';
import type { Migration } from '../../migration.ts';
import { CHOICE_COLUMNS, choiceIn, kindOfColumns } from '../../order-kinds.ts';
import type { ChoiceColumn } from '../../tables/history.ts';
import { createTradeList } from './0002-lists.ts';
import { createOrderList } from './0003-reasons.ts';
import { createHistoryViews } from './views.ts';

/** The columns of the table, without the choices. */
const COLUMNS = [
  'order_id',
  'seq',
  'client_id',
  'security_id',
  'issuer_id',
  'member_id',
  'account_id',
  'token',
  'expiration_date',
  'ip',
  'created_at',
  'price',
  'quantity',
  'minimum',
] as const;

const VIEWS = ['order_list', 'trade_list', 'order_changes', 'orders'];

/** The choices of an order in one number (order-kinds.ts); order_entries becomes a view that shows them as before. */
export const orderKindsMigration: Migration = {
  name: '0009-order-kinds',
  up: async (db, dialect) => {
    for (const view of VIEWS) await sql`drop view ${sql.table(view)}`.execute(db);
    await createRows(db, dialect);
    const columns = sql.join(COLUMNS.map((column) => sql.ref(column)));
    await sql`insert into order_entry_rows (${columns}, kind)
      select ${columns}, ${kindOfColumns()} from order_entries order by order_id`.execute(db);
    await sql`drop table order_entries`.execute(db);
    await createIndexes(db, dialect);
    const choices = sql.join(
      CHOICE_COLUMNS.map((column: ChoiceColumn) => sql`${choiceIn(column)} as ${sql.ref(column)}`),
    );
    await sql`create view order_entries as select ${columns}, ${choices} from order_entry_rows`.execute(db);
    await createHistoryViews(db, sql`, u.change as last_change, o.self_trade`);
    await createOrderList(db);
    await createTradeList(db, sql`, m.block`);
  },
};

async function createRows(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('order_entry_rows')
    .addColumn('order_id', idType(dialect), (column) => column.primaryKey())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('security_id', 'bigint', (column) => column.notNull())
    .addColumn('issuer_id', 'bigint', (column) => column.notNull())
    .addColumn('member_id', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text')
    .addColumn('token', 'text')
    .addColumn('expiration_date', 'text')
    .addColumn('ip', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('price', 'bigint', (column) => column.notNull())
    .addColumn('quantity', 'bigint', (column) => column.notNull())
    .addColumn('minimum', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'bigint', (column) => column.notNull())
    .execute();
}

/** Those that order_entries had. */
async function createIndexes(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await sql`create index order_entries_client on order_entry_rows (client_id, seq)`.execute(db);
  await sql`create index order_entries_security on order_entry_rows (client_id, security_id, seq)`.execute(db);
  await sql`create index order_entries_account on order_entry_rows (client_id, account_id, seq)`.execute(db);
  if (dialect === 'sqlite') return;
  await sql`create index order_entries_token on order_entry_rows (client_id, token, order_id)
    where token is not null`.execute(db);
}
