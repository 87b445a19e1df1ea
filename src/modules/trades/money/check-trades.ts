/** Whether the states of trades agree with their money and with what is sold: what `npm run verify` asks (T16). */
import { sql } from 'kysely';
import type { Db } from '../../../database/schema/index.ts';

/** Of each kind of problem this many are named. */
const NAMED_MAX = 100;

/** A condition in an `or`, for which PostgreSQL would read a table as a whole if it were an `exists`. */
const some = (rows: string) => `(select 1 from ${rows} limit 1) is not null`;

const entryOf = (condition: string) =>
  some(`ledger_entries as e where e.trade_id = t.trade_id and e.kind = 'due' and ${condition}`);

/**
 * What makes something due of a trade that stays FUNDED: an edit, or a nickname of the sandbox, whose payment is sent
 * and settles at one moment. Of a SETTLED one: a payment, or a part of it, that went back later.
 */
const MADE_DUE = `(t.order_status = 'FUNDED' and (${entryOf(`e.event = 'edit'`)}
      or ${some(`ledger_entries as e join ledger_entries as o
        on o.trade_id = e.trade_id and o.payment = e.payment and o.posted_at = e.posted_at and o.event = 'submit'
        where e.trade_id = t.trade_id and e.event = 'settle'`)})
    or t.order_status = 'SETTLED'
      and ${entryOf(`e.amount > 0 and e.event in ('chargeBack', 'return', 'refund', 'unmatch')`)}
    or ${entryOf(`e.event = 'import'`)})`;

/** From the index of such balances, which the check of the ledger compares with all of them (B7). */
const SOMETHING_DUE = `select t.trade_id, t.order_status,
    (select cast(b.amount as text) from ledger_balances as b where b.kind = 'due' and b.owner = s.owner) as due
  from shortfalls as s join trades as t on t.trade_id = cast(s.owner as bigint)
  where s.kind in ('due', 'receivable') and t.order_status in ('FUNDED', 'SETTLED') and not ${MADE_DUE}
  order by t.trade_id limit ${NAMED_MAX}`;

/** Money of the trade that is there, or on its way to the bank. */
const IS_LEFT = `(${some(`ledger_balances as b where b.kind in ('due', 'promised', 'sent')
    and b.owner = cast(t.trade_id as text) and b.amount < 0`)}
  or ${some(`refunds as r where r.trade_id = t.trade_id and r.status in ('Pending', 'Submitted')`)})`;

/** Where a refund came back, the trade stays unwound, and its money is to be given back again (A34). */
const LEFT = `select t.trade_id from trades as t where t.order_status = 'UNWIND SETTLED' and ${IS_LEFT}
  and not exists (select 1 from refunds as r where r.trade_id = t.trade_id and r.status = 'Returned')
  order by t.trade_id limit ${NAMED_MAX}`;

const NOTHING_LEFT = `select t.trade_id from trades as t where t.order_status = 'UNWIND PENDING' and not ${IS_LEFT}
  order by t.trade_id limit ${NAMED_MAX}`;

/** Millionths of a unit. */
const SOLD = `select offering_id, sold, held from (
    select o.offering_id, cast(replace(o.sold_shares, '.', '') as bigint) as sold,
      (select coalesce(sum(cast(replace(t.total_shares, '.', '') as bigint)), 0) from trades as t
        where t.offering_id = o.offering_id and t.order_status not in ('UNWIND SETTLED', 'CANCELED')) as held
    from offerings as o
  ) as sums
  where sold <> held order by offering_id limit ${NAMED_MAX}`;

/** The statements, each of one moment, and what a row of each says. */
const CHECKS: readonly { readonly statement: string; readonly says: (row: Record<string, unknown>) => string }[] = [
  {
    statement: SOMETHING_DUE,
    says: ({ trade_id, order_status, due }) =>
      `trades: ${due} millionths of a dollar of trade ${trade_id} are due, which is ${order_status}`,
  },
  {
    statement: LEFT,
    says: ({ trade_id }) => `trades: trade ${trade_id} is UNWIND SETTLED, and money of it is left or under way`,
  },
  {
    statement: NOTHING_LEFT,
    says: ({ trade_id }) => `trades: trade ${trade_id} is UNWIND PENDING, and no money of it is left or under way`,
  },
  {
    statement: SOLD,
    says: ({ offering_id, sold, held }) =>
      `trades: offering ${offering_id} has sold ${sold}, its trades hold ${held} (millionths of a unit)`,
  },
];

/** Trades whose state does not agree with their money, and offerings whose sold units are not those of their trades. */
export async function tradeProblems(db: Db): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { statement, says } of CHECKS) {
    const { rows } = await sql.raw<Record<string, unknown>>(statement).execute(db);
    problems.push(...rows.map(says));
  }
  return problems;
}
