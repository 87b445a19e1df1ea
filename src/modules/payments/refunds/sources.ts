/** What came for a trade and may be given back (A30): by payment, newest first. Nothing of it is stored. */
import { type RawBuilder, sql } from 'kysely';
import { formatDay, parseDay } from '../../../calendar/civil-date.ts';
import { easternDate, easternInstant } from '../../../calendar/eastern-time.ts';
import type { Db, RefundRow, TradeRow } from '../../../database/schema/index.ts';
import { toMillionths } from '../../shared/values/index.ts';
import { recordedOf, type TradeBalance } from '../../trades/index.ts';

export const REFUND_RAILS = ['ACH', 'CARD', 'CUSTODY', 'WIRE', 'CHECK'] as const;
export type RefundRail = (typeof REFUND_RAILS)[number];

/** Payments of one trade that are given back: the newest. */
const SOURCES_MAX = 100;

const MILLIONTHS_PER_CENT = 10_000n;

/** What of a payment, or a receipt, has come and was not given back. */
export interface Source {
  /** How it came, and goes back. */
  readonly rail: RefundRail;
  /** Null: money that was recorded by hand. */
  readonly payment: number | null;
  /** In millionths, without what live refunds give back. */
  readonly left: bigint;
  /** Microseconds. */
  readonly cameAt: number;
  /** Until this day the bank may still take it back, YYYY-MM-DD; null: it may not any more. */
  readonly waitsUntil: string | null;
  /** A refund of it is under way. */
  readonly isBusy: boolean;
}

export interface Waiting {
  /** REFUND_WAIT_DAYS. */
  readonly waitDays: number;
  readonly nowUs: number;
}

type SourceTrade = Pick<TradeRow, 'trade_id' | 'recorded_amount' | 'transaction_type'>;

interface Row {
  readonly trade_id: number;
  readonly rail: RefundRail;
  readonly number: number;
  readonly amount: string;
  readonly back: string;
  readonly came_at: number | null;
  readonly came_on: string | null;
}

/** Of the newest payments of each trade. */
const newest = (columns: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
  sql`select trade_id, rail, number, amount, back, came_at, came_on from (
    select r.*, row_number() over (partition by trade_id order by number desc) as place
    from (select ${columns} from ${from}) as r) as placed
  where place <= ${SOURCES_MAX}`;

function statement(tradeIds: readonly number[]): RawBuilder<Row> {
  const none = sql`cast(null as text)`;
  const ofTrades = sql`trade_id in (${sql.join(tradeIds)})`;
  const ach = sql`trade_id, 'ACH' as rail, ref_num as number, amount, '0.000000' as back,
    coalesce(updated_at, created_at) as came_at, ${none} as came_on`;
  const card = sql`trade_id, 'CARD' as rail, ref_num as number, total_amount as amount, refunded_amount as back,
    coalesce(updated_at, created_at) as came_at, ${none} as came_on`;
  const custody = sql`trade_id, 'CUSTODY' as rail, reference_number as number, amount, '0.000000' as back,
    updated_at as came_at, ${none} as came_on`;
  const receipt = sql`m.trade_id, w.kind as rail, m.receipt_id as number, m.amount, '0.000000' as back,
    cast(null as bigint) as came_at, w.received_on as came_on`;
  const matched = sql`receipt_matches as m join receipts as w on w.receipt_id = m.receipt_id
    where m.amount <> '0.000000' and w.status <> 'Returned' and m.trade_id in (${sql.join(tradeIds)})`;
  return sql<Row>`${newest(ach, sql`ach_fund_moves where fund_status = 'Settled' and ${ofTrades}`)}
    union all ${newest(card, sql`card_fund_moves where fund_status = 'Settled' and ${ofTrades}`)}
    union all ${newest(custody, sql`custody_fund_moves where status = 'Settled' and ${ofTrades}`)}
    union all ${newest(receipt, matched)}`;
}

/** What refunds of a payment, or of none in particular, give back. */
interface Given {
  readonly live: bigint;
  readonly settled: bigint;
}

const NOTHING: Given = { live: 0n, settled: 0n };

const groupOf = (rail: string) => (rail === 'WIRE' || rail === 'CHECK' ? 'RECEIPT' : rail);
const keyOf = (trade: number, rail: string, payment: number | null) =>
  payment === null ? `${trade}` : `${trade} ${groupOf(rail)} ${payment}`;

async function givenBack(db: Db, tradeIds: readonly number[]): Promise<ReadonlyMap<string, Given>> {
  const { rows } = await sql<Pick<RefundRow, 'trade_id' | 'rail' | 'payment' | 'status'> & { readonly sum: string }>`
    select trade_id, rail, payment, status, cast(sum(cast(replace(amount, '.', '') as bigint)) as text) as sum
    from refunds where trade_id in (${sql.join(tradeIds)}) and status in ('Pending', 'Submitted', 'Settled')
    group by trade_id, rail, payment, status`.execute(db);
  const given = new Map<string, Given>();
  for (const { trade_id, rail, payment, status, sum } of rows) {
    const key = keyOf(Number(trade_id), rail, payment === null ? null : Number(payment));
    const { live, settled } = given.get(key) ?? NOTHING;
    const amount = BigInt(sum);
    given.set(key, status === 'Settled' ? { live, settled: settled + amount } : { live: live + amount, settled });
  }
  return given;
}

/** What may be given back of each of the trades, newest first; what was recorded by hand last. */
export async function sourcesOf(
  db: Db,
  trades: readonly SourceTrade[],
  waiting: Waiting,
): Promise<ReadonlyMap<number, readonly Source[]>> {
  if (trades.length === 0) return new Map();
  const tradeIds = trades.map(({ trade_id }) => trade_id);
  const { rows } = await statement(tradeIds).execute(db);
  const given = await givenBack(db, tradeIds);
  const byTrade = Map.groupBy(rows, ({ trade_id }) => Number(trade_id));
  return new Map(
    trades.map((trade) => {
      const came = (byTrade.get(trade.trade_id) ?? []).map((row) => sourceOf(row, given, waiting));
      const newestFirst = came.sort(
        (one, other) => other.cameAt - one.cameAt || Number(other.payment) - Number(one.payment),
      );
      return [trade.trade_id, [...newestFirst.slice(0, SOURCES_MAX), ...byHand(trade, given)]];
    }),
  );
}

function sourceOf(row: Row, given: ReadonlyMap<string, Given>, waiting: Waiting): Source {
  const { rail, came_on: cameOn } = row;
  const payment = Number(row.number);
  const { live, settled } = given.get(keyOf(Number(row.trade_id), rail, payment)) ?? NOTHING;
  // The amount of a payment by card is without the refunds that have settled.
  const back = rail === 'CARD' ? live : live + settled;
  const cameAt = cameOn === null ? Number(row.came_at) : easternInstant(cameOn, 0);
  return {
    ...{ rail, payment, cameAt, isBusy: live > 0n },
    left: toMillionths(row.amount) - toMillionths(row.back) - back,
    waitsUntil: rail === 'CARD' || rail === 'WIRE' ? null : waitsUntil(cameAt, waiting),
  };
}

/** Within these days a bank may take back what a debit, a deposit or a check brought. */
function waitsUntil(cameAt: number, { waitDays, nowUs }: Waiting): string | null {
  const day = formatDay(parseDay(easternDate(cameAt)) + waitDays);
  return easternDate(nowUs) < day ? day : null;
}

/** Of none in particular. */
const BY_HAND: Source = { rail: 'WIRE', payment: null, left: 0n, cameAt: 0, waitsUntil: null, isBusy: false };

function byHand(trade: SourceTrade, given: ReadonlyMap<string, Given>): Source[] {
  const { live, settled } = given.get(keyOf(trade.trade_id, '', null)) ?? NOTHING;
  const left = recordedOf(trade) - live - settled;
  if (left <= 0n) return [];
  const rail = trade.transaction_type === 'CHECK' ? 'CHECK' : 'WIRE';
  return [{ ...BY_HAND, rail, left, isBusy: live > 0n }];
}

/** Sends whole cents. */
export function isInCents(rail: RefundRail): boolean {
  return rail === 'ACH' || rail === 'CARD';
}

/** What of an amount goes by the rail. */
export function payableBy(rail: RefundRail, amount: bigint): bigint {
  return isInCents(rail) ? amount - (amount % MILLIONTHS_PER_CENT) : amount;
}

/** What there is of a trade. */
export interface Refundable {
  /** Overpaid, without what is being refunded; in millionths. */
  readonly free: bigint;
  /** What of it may go back by another rail than CUSTODY: that of deposits may not, whatever their trade. */
  readonly elsewhere: bigint;
  /** What of that the bank cannot take back any more. */
  readonly ready: bigint;
  /** Payments by another rail than CUSTODY that the bank may still take back. */
  readonly waiting: readonly Source[];
}

export function refundable({ received, overpaid, refunding }: TradeBalance, sources: readonly Source[]): Refundable {
  const waiting = sources.filter((source) => source.waitsUntil !== null && !isInCustody(source));
  const free = atLeast0(overpaid - refunding);
  const elsewhere = atLeast0(received - refunding - leftOf(sources.filter(isInCustody)));
  return {
    ...{ free, waiting, elsewhere: least(free, elsewhere) },
    ready: least(free, atLeast0(elsewhere - leftOf(waiting))),
  };
}

const isInCustody = ({ rail }: Source) => rail === 'CUSTODY';

export const least = (one: bigint, other: bigint) => (one < other ? one : other);
const atLeast0 = (amount: bigint) => (amount > 0n ? amount : 0n);
const leftOf = (sources: readonly Source[]) => sources.reduce((sum, { left }) => sum + left, 0n);

export interface Allocation {
  readonly source: Source;
  readonly amount: bigint;
}

/**
 * What is to be given back of which source: all that is free, of the newest first. Parts of a cent that came by ACH or
 * card are paid by hand, with what was recorded by hand, which is last.
 */
export function allocated(sources: readonly Source[], there: Refundable): Allocation[] {
  let { free, elsewhere, ready } = there;
  let parts = 0n;
  const isLastByHand = sources.at(-1)?.payment === null;
  return (isLastByHand ? sources : [...sources, BY_HAND]).flatMap((source) => {
    const [isHeld, isReady] = [isInCustody(source), source.waitsUntil === null];
    const left = source.payment === null ? source.left + parts : source.left;
    const most = atLeast0(least(left, isHeld ? free : isReady ? ready : elsewhere));
    const amount = payableBy(source.rail, most);
    if (isReady) parts += most - amount;
    free -= amount;
    elsewhere = least(isHeld ? elsewhere : elsewhere - amount, free);
    ready = least(isReady && !isHeld ? ready - amount : ready, elsewhere);
    return amount > 0n ? [{ source, amount }] : [];
  });
}
