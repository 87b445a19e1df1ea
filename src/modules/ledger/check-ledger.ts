/** Whether the ledger is right: what `npm run verify` asks, and tests after each step. */
import { sql } from 'kysely';
import type { Db } from '../../database/schema/index.ts';

/** Of each kind of problem this many are named. */
const NAMED_MAX = 100;
/** Accounts that have no balance. */
const UNBALANCED = `('outside', 'in transit')`;

/** Each in one statement, so that it is of one moment while others write. */
const UNEQUAL_POSTINGS = `select posting, cast(sum(amount) as text) as sum from ledger_entries
  group by posting having sum(amount) <> 0 order by posting limit ${NAMED_MAX}`;

function differences(expected: string): string {
  return `select kind, owner, cast(sum(balance) as text) as balance, cast(sum(expected) as text) as expected from (
      select kind, owner, amount as balance, 0 as expected from ledger_balances
      union all select kind, owner, 0, amount from ${expected} where kind not in ${UNBALANCED} and amount <> 0
    ) as both_sides
    group by kind, owner having sum(balance) <> sum(expected) order by kind, owner limit ${NAMED_MAX}`;
}

/** Receipts that more is matched of than came, or whose status does not say what is matched of them (A24). */
const WRONG_RECEIPTS = `select receipt_id, status, cast(amount as text) as amount, cast(matched as text) as matched
  from (
    select r.receipt_id, r.status, cast(replace(r.amount, '.', '') as bigint) as amount,
      coalesce((select sum(cast(replace(m.amount, '.', '') as bigint))
        from receipt_matches as m where m.receipt_id = r.receipt_id), 0) as matched
    from receipts as r
  ) as sums
  where matched > amount or status <> case when status = 'Returned' and matched = 0 then 'Returned'
    when matched = 0 then 'Unmatched' when matched < amount then 'Partly' else 'Matched' end
  order by receipt_id limit ${NAMED_MAX}`;

/** Balances that are short, and those that the index of such balances has (A27). */
const WRONG_SHORTFALLS = `select kind, owner, sum(is_short) as is_short from (
    select
      case when b.kind <> 'due' then b.kind when t.order_status = 'FUNDED' then 'due' else 'receivable' end as kind,
      b.owner, 1 as is_short, 0 as is_kept
    from ledger_balances as b left join trades as t on b.kind = 'due' and cast(t.trade_id as text) = b.owner
    where b.kind = 'due' and b.amount > 0 and t.order_status <> 'CREATED'
      or b.kind in ('cash', 'escrow') and b.amount < 0
    union all select kind, owner, 0, 1 from shortfalls
  ) as both_sides
  group by kind, owner having sum(is_short) <> sum(is_kept) order by kind, owner limit ${NAMED_MAX}`;

/**
 * Postings that do not sum to 0; balances that are not the sum of their entries; balances that are not what trades,
 * payments, receipts and disbursements come to, were the ledger made from nothing; receipts that do not say what is
 * matched of them; balances that are short and not in their index, or in it and not short.
 */
export async function ledgerProblems(db: Db): Promise<readonly string[]> {
  const read = async (statement: string) => (await sql.raw<Record<string, unknown>>(statement).execute(db)).rows;
  const problems: string[] = [];
  for (const { posting, sum } of await read(UNEQUAL_POSTINGS)) {
    problems.push(`ledger: posting ${posting} sums to ${sum} and not to 0`);
  }
  for (const [source, name] of [
    ['ledger_entries', 'its entries come to'],
    ['ledger_positions', 'the records come to'],
  ] as const) {
    for (const { kind, owner, balance, expected } of await read(differences(source))) {
      problems.push(`ledger: ${kind} of ${owner} is ${balance}, ${name} ${expected} (millionths of a dollar)`);
    }
  }
  for (const { receipt_id, status, amount, matched } of await read(WRONG_RECEIPTS)) {
    problems.push(`ledger: receipt ${receipt_id} of ${amount} is ${status}, ${matched} of it is matched (millionths)`);
  }
  for (const { kind, owner, is_short } of await read(WRONG_SHORTFALLS)) {
    problems.push(
      `ledger: ${kind} of ${owner} is ${Number(is_short) === 1 ? 'missing in' : 'wrongly in'} the shortfalls`,
    );
  }
  return problems;
}
