/** The list of wires and checks (A26). */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import Type from 'typebox';
import type { Db, ReceiptRow } from '../../../database/schema/index.ts';
import { ApiError, type Method } from '../../../http/methods/index.ts';
import { choice, date, numericId, optional } from '../../../http/parameters/index.ts';
import type { ModuleDeps } from '../../shared/deps.ts';
import { comparing, longRead } from '../../shared/list/index.ts';
import { operatorMethod } from '../../shared/methods/index.ts';
import {
  cursorParameter,
  pageLimit,
  pageOf,
  placeOfCursor,
  textOrNull,
  timeCursor,
} from '../../shared/values/index.ts';
import { receiptFields, receiptSchema } from './receipt-fields.ts';
import { matchesOf, RECEIPT_KINDS, RECEIPT_STATUSES, type Receipt } from './receipt-records.ts';

const LIMIT_MAX = 100;

interface ReceiptQuery {
  readonly receiptId?: number | undefined;
  readonly kind?: string | undefined;
  readonly status?: string | undefined;
  readonly offeringId?: number | undefined;
  readonly tradeId?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export function getReceipts(deps: ModuleDeps): Method {
  return operatorMethod({
    name: 'getReceipts',
    summary: 'Lists wires and checks, those that came last first',
    description:
      'For operators: of all clients. The unmatched money is in those with the status Unmatched or Partly (A26).',
    parameters: {
      receiptId: optional(numericId({ description: 'Only this one.' })),
      kind: optional(choice(RECEIPT_KINDS)),
      status: optional(choice(RECEIPT_STATUSES)),
      offeringId: optional(numericId({ description: 'That came to the escrow account of this offering.' })),
      tradeId: optional(numericId({ description: 'Of which something is, or was, for this trade.' })),
      from: optional(date({ description: 'That came on this day or later.' })),
      to: optional(date({ description: 'That came on this day or before.' })),
      cursor: cursorParameter(),
      limit: pageLimit('Receipts', LIMIT_MAX),
    },
    response: Type.Object({
      receipts: Type.Array(receiptSchema),
      nextCursor: textOrNull('For the next page; null after the oldest receipt.'),
    }),
    handler: async ({ client, values: { limit = LIMIT_MAX, ...sent } }) => {
      const { page, more } = await longRead(deps, (db) => readReceipts(db, { ...sent, limit }));
      const receipts = page.map((one) => receiptFields(deps.secrets, client, one));
      const last = page.at(-1)?.receipt;
      return { fields: { receipts, nextCursor: more === 'Yes' && last !== undefined ? cursorAfter(last) : null } };
    },
  });
}

/** A page of receipts, those that came last first. Throws 106 for a cursor that is malformed. */
export async function readReceipts(db: Db, { limit, ...query }: ReceiptQuery) {
  const rows = db
    .selectFrom('receipts')
    .selectAll()
    .where(sql<SqlBool>`${sql.join(conditionsOf(query), sql` and `)}`);
  const sorted = rows.orderBy('received_on', 'desc').orderBy('receipt_id', 'desc');
  const { page, more } = pageOf(await sorted.limit(limit + 1).execute(), limit);
  const ids = page.map(({ receipt_id }) => receipt_id);
  const matches = Map.groupBy(ids.length === 0 ? [] : await matchesOf(db, ids), ({ receipt_id }) => receipt_id);
  const shown: Receipt[] = page.map((receipt) => ({ receipt, matches: matches.get(receipt.receipt_id) ?? [] }));
  return { page: shown, more };
}

function conditionsOf({ tradeId, cursor, ...query }: Omit<ReceiptQuery, 'limit'>): RawBuilder<unknown>[] {
  const conditions = [
    sql<unknown>`deleted_at is null`,
    ...comparing('receipt_id', '=', query.receiptId),
    ...comparing('kind', '=', query.kind),
    ...comparing('status', '=', query.status),
    ...comparing('offering_id', '=', query.offeringId),
    ...comparing('received_on', '>=', query.from),
    ...comparing('received_on', '<=', query.to),
  ];
  if (tradeId !== undefined) {
    conditions.push(sql`receipt_id in (select receipt_id from receipt_matches where trade_id = ${tradeId})`);
  }
  if (cursor !== undefined) conditions.push(afterPlace(cursor));
  return conditions;
}

/** The day of a receipt as a number, and its id. */
function cursorAfter({ received_on, receipt_id }: ReceiptRow): string {
  const day = Number(received_on.replaceAll('-', ''));
  return timeCursor({ time: day as Parameters<typeof timeCursor>[0]['time'], id: String(receipt_id) });
}

function afterPlace(cursor: string): RawBuilder<unknown> {
  const { time, id } = placeOfCursor(cursor);
  const [, year, month, day] = /^([0-9]{4})([0-9]{2})([0-9]{2})$/.exec(time) ?? [];
  if (year === undefined || !/^[0-9]{1,15}$/.test(id)) throw new ApiError(106, 'cursor is malformed');
  return sql`(received_on, receipt_id) < (${`${year}-${month}-${day}`}, cast(${id} as bigint))`;
}
