import { sql } from 'kysely';
import type { Db, Finding, Thresholds } from '../../database/schema/index.ts';

/** Holders of one day that are reported. */
const FOUND_MAX = 200;
/** A register of one or two holders is concentrated by nature. */
const HOLDERS_MIN = 3;

interface Row {
  readonly client_id: string;
  readonly account_id: string;
  readonly security_id: number;
  readonly quantity: number;
  readonly total: number;
}

/** The first trading day after a date whose holdings the history has. */
export async function dayAfter(history: Db, date: string, upToSeq: number) {
  return history
    .selectFrom('day_ends')
    .select(['date', 'ended_at'])
    .where('is_over', '=', 1)
    .where('date', '>', date)
    .where('event_seq', '<=', upToSeq)
    .orderBy('date')
    .limit(1)
    .executeTakeFirst();
}

/** Holders whose part of a security came to exceed the threshold on that day. */
export async function concentration(
  history: Db,
  { date, ended_at: time }: { readonly date: string; readonly ended_at: number },
  { holderPercent }: Thresholds,
): Promise<Finding[]> {
  if (holderPercent === 0) return [];
  const before = await dayBefore(history, date);
  const rows = await concentrated(history, date, holderPercent);
  const earlier = before === undefined ? [] : await concentrated(history, before, holderPercent);
  const known = new Set(earlier.map(holderOf));
  return rows.filter((row) => !known.has(holderOf(row))).map((row) => finding(row, { date, time, holderPercent }));
}

async function dayBefore(history: Db, date: string): Promise<string | undefined> {
  const days = history.selectFrom('day_ends').select('date').where('is_over', '=', 1).where('date', '<', date);
  return (await days.orderBy('date', 'desc').limit(1).executeTakeFirst())?.date;
}

async function concentrated(history: Db, date: string, percent: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with totals as (
      select security_id, sum(quantity) as total from day_holdings
      where date = ${date} and quantity > 0 group by security_id having count(*) >= ${HOLDERS_MIN}
    )
    select h.client_id, h.account_id, h.security_id, h.quantity, cast(t.total as bigint) as total
    from day_holdings as h join totals as t on t.security_id = h.security_id
    where h.date = ${date} and h.quantity > 0 and 100.0 * h.quantity > ${percent} * t.total
    order by h.security_id, h.client_id, h.account_id limit ${FOUND_MAX}`.execute(history);
  return rows;
}

function holderOf({ client_id, account_id, security_id }: Row): string {
  return `${security_id} ${client_id} ${account_id}`;
}

function finding(
  { client_id, account_id, security_id, quantity, total }: Row,
  { date, time, holderPercent }: { readonly date: string; readonly time: number; readonly holderPercent: number },
): Finding {
  return {
    rule: 'Concentration',
    key: ['holder', security_id, date, client_id, account_id].join('|'),
    securityId: security_id,
    clientId: client_id,
    accountId: account_id === '' ? null : account_id,
    otherClientId: null,
    otherAccountId: null,
    time,
    figures: {
      shares: Number(quantity),
      ofShares: Number(total),
      percent: Math.round((10_000 * Number(quantity)) / Number(total)) / 100,
      threshold: holderPercent,
      date,
    },
    evidence: [{ time, quantity: Number(quantity) }],
  };
}
