/** Payments of every rail with the same columns, in the order of time. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../database/schema/index.ts';
import { ApiError } from '../../../http/methods/index.ts';
import { comparing } from '../../shared/list/index.ts';
import { ownedBy, type Reader } from '../../shared/record/index.ts';
import { placeOfCursor, timeCursor } from '../../shared/values/index.ts';

/** A rail and its columns, where tables differ. Of payments of one moment, those of the last rail come first. */
export const RAILS = {
  ACH: {
    ...{ rank: 0, table: 'ach_fund_moves', number: 'ref_num', status: 'fund_status', approval: 'transaction_status' },
    ...{ amount: 'amount', offering: 'offering_id', batchDay: 'batch_day', trace: 'trace_number' },
  },
  CARD: {
    ...{ rank: 1, table: 'card_fund_moves', number: 'ref_num', status: 'fund_status', approval: 'transaction_status' },
    ...{ amount: 'total_amount', offering: 'offering_id', batchDay: undefined, trace: undefined },
  },
  CUSTODY: {
    ...{ rank: 2, table: 'custody_fund_moves', number: 'reference_number', status: 'status' },
    ...{ approval: 'approval_status', amount: 'amount', offering: undefined },
    ...{ batchDay: 'batch_day', trace: 'trace_number' },
  },
} as const;

export type Rail = keyof typeof RAILS;
export const RAIL_NAMES = Object.keys(RAILS) as readonly Rail[];

export interface Payment {
  readonly rail: Rail;
  readonly number: number;
  readonly client_id: string;
  readonly account_id: string;
  readonly trade_id: number | null;
  readonly offering_id: number | null;
  readonly amount: string;
  readonly status: string;
  readonly approval: string;
  readonly errors: string | null;
  readonly batch_day: string | null;
  readonly trace_number: string | null;
  readonly created_at: number;
  readonly updated_at: number | null;
}

export interface PaymentQuery {
  readonly reader: Reader;
  readonly rail?: Rail | undefined;
  readonly referenceNumber?: number | undefined;
  readonly status?: string | undefined;
  readonly batchDay?: string | undefined;
  readonly accountId?: string | undefined;
  readonly tradeId?: number | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Newest first. Throws 106 for a cursor that is malformed. */
export async function readPayments(db: Db, query: PaymentQuery, limit: number): Promise<Payment[]> {
  const rails = RAIL_NAMES.filter((rail) => query.rail === undefined || query.rail === rail);
  const found: Payment[] = [];
  for (const rail of rails) found.push(...(await ofRail(db, rail, query, limit)));
  return found.sort(newestFirst).slice(0, limit);
}

function newestFirst(one: Payment, other: Payment): number {
  return (
    other.created_at - one.created_at || RAILS[other.rail].rank - RAILS[one.rail].rank || other.number - one.number
  );
}

export function cursorAfter({ rail, number, created_at }: Payment): string {
  return timeCursor({ time: created_at as Parameters<typeof timeCursor>[0]['time'], id: `${rail}-${number}` });
}

async function ofRail(db: Db, rail: Rail, query: PaymentQuery, limit: number): Promise<Payment[]> {
  const of = RAILS[rail];
  const column = (name: string | undefined) => (name === undefined ? sql`null` : sql.ref(name));
  const { rows } = await sql<Omit<Payment, 'rail'>>`
    select ${sql.ref(of.number)} as number, client_id, account_id, trade_id, ${column(of.offering)} as offering_id,
      ${sql.ref(of.amount)} as amount, ${sql.ref(of.status)} as status, ${sql.ref(of.approval)} as approval,
      errors, ${column(of.batchDay)} as batch_day, ${column(of.trace)} as trace_number, created_at, updated_at
    from ${sql.table(of.table)}
    where ${sql.join(conditionsOf(rail, query), sql` and `)}
    order by created_at desc, ${sql.ref(of.number)} desc limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, rail }));
}

function conditionsOf(rail: Rail, query: PaymentQuery): RawBuilder<unknown>[] {
  const { number, status, batchDay } = RAILS[rail];
  const conditions = [
    sql<unknown>`deleted_at is null`,
    sql<unknown>`${ownedBy(query.reader)}`,
    ...comparing(number, '=', query.referenceNumber),
    ...comparing(status, '=', query.status),
    ...comparing('account_id', '=', query.accountId),
    ...comparing('trade_id', '=', query.tradeId),
    ...comparing('created_at', '>=', query.from),
    ...comparing('created_at', '<', query.to),
  ];
  if (query.batchDay !== undefined)
    conditions.push(batchDay === undefined ? sql`1 = 0` : sql`batch_day = ${query.batchDay}`);
  if (query.cursor !== undefined) conditions.push(afterPlace(rail, query.cursor));
  return conditions;
}

function afterPlace(rail: Rail, cursor: string): RawBuilder<unknown> {
  const { time, id } = placeOfCursor(cursor);
  const [, name, last] = /^([A-Z]+)-([0-9]{1,15})$/.exec(id) ?? [];
  const place = RAILS[name as Rail];
  if (place === undefined) throw new ApiError(106, 'cursor is malformed');
  const { rank, number } = RAILS[rail];
  const at = sql`cast(${time} as bigint)`;
  if (rank < place.rank) return sql`created_at <= ${at}`;
  if (rank > place.rank) return sql`created_at < ${at}`;
  return sql`(created_at, ${sql.ref(number)}) < (${at}, cast(${last} as bigint))`;
}
