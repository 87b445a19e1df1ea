/** What the payments of a day came to, by rail, against the record of its batch (A22). */
import { type RawBuilder, sql } from 'kysely';
import Type from 'typebox';
import { easternInstant, endOfDate, isCalendarDate } from '../../../calendar/eastern-time.ts';
import type { Db } from '../../../database/schema/index.ts';
import { malformedCall } from '../../../http/body/index.ts';
import { defineMethod, type Method, namedObject, nextTurn } from '../../../http/methods/index.ts';
import { required, text } from '../../../http/parameters/index.ts';
import { longRead } from '../../shared/list/index.ts';
import { ownedBy, type Reader, readerOf } from '../../shared/record/index.ts';
import { choicesSchema, fromMillionths } from '../../shared/values/index.ts';
import { moneyOfTrades } from '../../trades/index.ts';
import { RAIL_NAMES, RAILS, type Rail } from '../overview/index.ts';
import { added, areEqual, NOTHING, recordedOf, SENT, type Sum } from './batch-sums.ts';
import { COUNTED_MAX, openDifferences } from './count-differences.ts';
import { DIFFERENCES, KINDS } from './difference.ts';
import type { ReconciliationDeps } from './reconciliation-deps.ts';

type Sent = (typeof SENT)[number];

/** Trades that are read at a time. */
const TRADES_AT_ONCE = 500;

interface Part extends Sum {
  readonly status: Sent;
  /** 1: went out in the batch of the day; 0: by hand, by card, or simulated by the sandbox. */
  readonly inBatch: number;
}

const sumSchema = namedObject('SumOfPayments', {
  payments: Type.Integer(),
  amount: Type.String({ description: 'dollars' }),
});

const balanceSchema = namedObject('SumOfInvestments', {
  investments: Type.Integer(),
  amount: Type.String({ description: 'dollars' }),
});

const shown = ({ count, amount }: Sum) => ({ payments: count, amount: fromMillionths(amount) });
const shownBalance = ({ count, amount }: Sum) => ({ investments: count, amount: fromMillionths(amount) });

/** Of the payments of a rail those of the reader that went out on the day; cards have no batch, but a submission. */
function sentOn(rail: Rail, reader: Reader, day: string): RawBuilder<unknown> {
  const { status, batchDay } = RAILS[rail];
  const [from, to] = [easternInstant(day, 0), endOfDate(day)];
  const during = (column: string) => sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to}`;
  const isOfDay =
    batchDay === undefined
      ? during('submitted_at')
      : sql`(batch_day = ${day} or (batch_day is null and ${during('created_at')}))`;
  return sql`deleted_at is null and ${ownedBy(reader)} and ${sql.ref(status)} in (${sql.join(SENT)}) and ${isOfDay}`;
}

async function partsOf(db: Db, rail: Rail, reader: Reader, day: string): Promise<Part[]> {
  const { table, amount, status, batchDay } = RAILS[rail];
  const inBatch = batchDay === undefined ? sql`0` : sql`case when batch_day is null then 0 else 1 end`;
  const { rows } = await sql<{ status: Sent; in_batch: number; payments: number | string; amount: number | string }>`
    select ${sql.ref(status)} as status, ${inBatch} as in_batch, count(*) as payments,
      sum(cast(replace(${sql.ref(amount)}, '.', '') as bigint)) as amount
    from ${sql.table(table)}
    where ${sentOn(rail, reader, day)}
    group by 1, 2`.execute(db);
  return rows.map((row) => ({
    ...{ status: row.status, inBatch: Number(row.in_batch) },
    ...{ count: Number(row.payments), amount: BigInt(row.amount) },
  }));
}

interface Balance {
  readonly due: Sum;
  readonly overpaid: Sum;
}

/** What the trades of the day's payments have now in addition to their totals, or lack: a slice of them at a time. */
async function balanceOf(db: Db, reader: Reader, day: string): Promise<Balance> {
  let balance: Balance = { due: NOTHING, overpaid: NOTHING };
  for (let after = 0; ; ) {
    const slice = await tradesPaidOn(db, { reader, day, after });
    for (const { due, overpaid } of (await moneyOfTrades(db, slice)).values()) {
      balance = { due: counted(balance.due, due), overpaid: counted(balance.overpaid, overpaid) };
    }
    if (slice.length < TRADES_AT_ONCE) return balance;
    after = slice.at(-1) ?? after;
    await nextTurn();
  }
}

function counted(sum: Sum, amount: bigint): Sum {
  return amount === 0n ? sum : added([sum, { count: 1, amount }]);
}

interface Slice {
  readonly reader: Reader;
  readonly day: string;
  /** The trade before the slice. */
  readonly after: number;
}

/** The next trades with a payment that went out on the day, in the order of their ids. */
async function tradesPaidOn(db: Db, { reader, day, after }: Slice): Promise<readonly number[]> {
  const parts = RAIL_NAMES.map(
    (rail) => sql`select trade_id from ${sql.table(RAILS[rail].table)}
      where trade_id > ${after} and ${sentOn(rail, reader, day)}`,
  );
  const { rows } = await sql<{ trade_id: number }>`
    select trade_id from (${sql.join(parts, sql` union `)}) as paid
    order by trade_id limit ${TRADES_AT_ONCE}`.execute(db);
  return rows.map(({ trade_id }) => Number(trade_id));
}

/** The record that the batch itself keeps, of the debits and deposits of all clients; undefined: none was made. */
async function batchOf(db: Db, day: string): Promise<Sum | undefined> {
  const batch = await db.selectFrom('ach_batches').selectAll().where('batch_day', '=', day).executeTakeFirst();
  return batch && recordedOf(batch);
}

export function getReconciliation(deps: ReconciliationDeps): Method {
  return defineMethod({
    name: 'getReconciliation',
    summary: 'Adds up the payments of a day by rail: what was expected, has settled, was returned, and is under way',
    description:
      'An extension (A22). Expected is all that went out: settled, returned or under way. ' +
      'A master key gets the payments of all clients, and whether those of the batch agree with its record.',
    parameters: {
      day: required(text({ maxLength: 10, description: 'The bank business day of the batch, YYYY-MM-DD.' })),
    },
    response: Type.Object({
      day: Type.String(),
      rails: Type.Array(
        Type.Object({
          rail: choicesSchema(RAIL_NAMES),
          ...{ expected: sumSchema, settled: sumSchema, returned: sumSchema, underWay: sumSchema },
        }),
      ),
      investments: Type.Object(
        { due: balanceSchema, overpaid: balanceSchema },
        { description: 'Of the investments that these payments are for: what is due and what is overpaid now (T13).' },
      ),
      batch: Type.Unsafe<object | null>({
        type: ['object', 'null'],
        description: 'For master keys; null: no batch was made.',
        properties: { recorded: sumSchema, found: sumSchema, agrees: { type: 'string', enum: ['Yes', 'No'] } },
      }),
      differences: Type.Unsafe<readonly object[] | null>({
        type: ['array', 'null'],
        description: `For master keys: how many differences of each kind are open now, at most ${COUNTED_MAX} (A27).`,
        items: {
          type: 'object',
          properties: { kind: choicesSchema(KINDS), means: { type: 'string' }, open: { type: 'integer' } },
        },
      }),
    }),
    handler: async ({ client, values: { day } }) => {
      if (!isCalendarDate(day)) throw malformedCall('method', 'day', 'must be a date, YYYY-MM-DD');
      const reader = readerOf(client);
      const read = (db: Db) => Promise.all(RAIL_NAMES.map((rail) => partsOf(db, rail, reader, day)));
      const parts = await longRead(deps, read);
      const { due, overpaid } = await longRead(deps, (db) => balanceOf(db, reader, day));
      const rails = parts.map((all, index) => {
        const of = (status: Sent) => added(all.filter((part) => part.status === status));
        const [settled, returned, underWay] = [of('Settled'), of('Returned'), of('Submitted')];
        return {
          ...{ rail: RAIL_NAMES[index] as Rail, expected: shown(added([settled, returned, underWay])) },
          ...{ settled: shown(settled), returned: shown(returned), underWay: shown(underWay) },
        };
      });
      const recorded = client.master ? await batchOf(deps.db, day) : undefined;
      const found = added(parts.flat().filter(({ inBatch }) => inBatch === 1));
      const agrees = recorded !== undefined && areEqual(recorded, found) ? 'Yes' : 'No';
      const batch = recorded === undefined ? null : { recorded: shown(recorded), found: shown(found), agrees };
      const investments = { due: shownBalance(due), overpaid: shownBalance(overpaid) };
      const differences = client.master ? await differencesNow(deps) : null;
      return { fields: { day, rails, investments, batch, differences } };
    },
  });
}

/** How many are open of each kind that has any. */
async function differencesNow(deps: ReconciliationDeps) {
  const { bank, nowUs } = deps;
  const counts = await longRead(deps, (db) => openDifferences({ db, bank, nowUs: nowUs() }));
  return KINDS.map((kind) => ({ kind, means: DIFFERENCES[kind].means, open: counts.get(kind) ?? 0 })).filter(
    ({ open }) => open > 0,
  );
}
