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

/**
 * Postings that do not sum to 0; balances that are not the sum of their entries; balances that are not what trades,
 * payments and disbursements come to, were the ledger made from nothing.
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
  return problems;
}
