/**
 * What createTrade is compared with: a Fastify application with one route, which does in one transaction the two
 * statements that an investment cannot do without: the units of the offering, and the row of the trade. The tables,
 * with their indexes and triggers, are those of the program; nothing is checked, and the drivers are used as they are.
 *
 *   node bench/trades/bare-server.ts FILE | postgres://...      (a separate process, forked by the benchmark)
 */
import { DatabaseSync } from 'node:sqlite';
import Fastify from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../../src/database/open-database.ts';

const UNITS = 1;
const UNIT_PRICE = 10;
/** As many as the program has (POSTGRES_CONNECTIONS_MAX). */
const CONNECTIONS_MAX = 10;

interface Sent {
  readonly offeringId: string;
  readonly accountId: string;
  readonly transactionType: string;
}

type Invest = (tradeId: number, sent: Sent, sold: string) => Promise<void> | void;

const [place = ''] = process.argv.slice(2);
const isPostgres = place.startsWith('postgres');
await makeTables();
const invest = isPostgres ? await postgres(place) : sqlite(place);
let trades = 100_000;

const app = Fastify();
app.post<{ Body: Sent }>('/v3/createTrade', async (request) => {
  const tradeId = ++trades;
  await invest(tradeId, request.body, `${tradeId - 100_000}.000000`);
  const created = { tradeId: String(tradeId), transactionId: String(tradeId), transactionStatus: 'CREATED' };
  return { statusCode: '101', statusDesc: 'Ok', purchaseDetails: [true, [created]] };
});

process.on('disconnect', () => process.exit());
await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ port: (app.server.address() as { port: number }).port });

/** Migrated, with the offering that is invested in. */
async function makeTables(): Promise<void> {
  const database = await openDatabase(isPostgres ? { url: place } : { file: place });
  const issuer = { issuer_name: 'a', first_name: 'a', last_name: 'a', email: 'a', issuer_status: 'Pending' };
  await sql`insert into issuers ${columnsOf({ issuer_id: 1001, client_id: 'C1', ...issuer, created_at: 1 })}`.execute(
    database.db,
  );
  const texts = { issue_name: 'a', start_date: 'a', end_date: 'a', offering_text: 'a', stamping_text: 'a' };
  const amounts = { target_amount: '1.000000', min_amount: '1.000000', max_amount: '2.000000' };
  const shares = { unit_price: '10.000000', total_shares: '1.000000', sold_shares: '0.000000' };
  const offering = { offering_id: 5001, client_id: 'C1', issuer_id: 1001, offering_status: 'Approved', revision: 1 };
  const row = { ...offering, ...texts, ...amounts, ...shares, created_at: 1 };
  await sql`insert into offerings ${columnsOf(row)}`.execute(database.db);
  await database.close();
}

function columnsOf(row: Readonly<Record<string, string | number>>) {
  return sql`(${sql.join(Object.keys(row).map((name) => sql.ref(name)))}) values (${sql.join(Object.values(row))})`;
}

/** The row of a trade by column, as the program stores one. */
function rowOf(trade_id: number, { accountId, transactionType }: Sent): Record<string, string | number | null> {
  const approvals = { rr_approval_status: 'Pending', principal_approval_status: 'Pending' };
  const amounts = { unit_price: '10.000000', total_shares: '1.000000', fees: '0.000000' };
  return {
    ...{ trade_id, client_id: 'C1', offering_id: 5001, account_id: accountId, party_id: 'P10000001' },
    ...{ transaction_type: transactionType, ...amounts, total_amount: (UNITS * UNIT_PRICE).toFixed(6) },
    ...{ order_status: 'CREATED', esign_status: 'NOTSIGNED', field1: '', field2: '', field3: '', ...approvals },
    ...{ eligible_to_close: 0, archived: 0, created_ip_address: '127.0.0.1', created_at: Date.now() * 1000 },
  };
}

function sqlite(file: string): Invest {
  const database = new DatabaseSync(file);
  database.exec('pragma synchronous = full');
  const names = Object.keys(rowOf(0, { offeringId: '', accountId: '', transactionType: '' }));
  const insert = database.prepare(`insert into trades (${names}) values (${names.map(() => '?')})`);
  const update = database.prepare('update offerings set sold_shares = ? where offering_id = 5001');
  return (tradeId, sent, sold) => {
    database.exec('begin immediate');
    update.run(sold);
    insert.run(...Object.values(rowOf(tradeId, sent)));
    database.exec('commit');
  };
}

async function postgres(url: string): Promise<Invest> {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS_MAX });
  const names = Object.keys(rowOf(0, { offeringId: '', accountId: '', transactionType: '' }));
  const insert = `insert into trades (${names}) values (${names.map((_, index) => `$${index + 1}`)})`;
  return async (tradeId, sent, sold) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('update offerings set sold_shares = $1 where offering_id = 5001', [sold]);
      await client.query(insert, Object.values(rowOf(tradeId, sent)));
      await client.query('commit');
    } finally {
      client.release();
    }
  };
}
