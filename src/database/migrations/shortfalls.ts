/**
 * For migrations: triggers that keep the table `shortfalls`, an index of balances that a person must clear (A27 of
 * docs/api/payments.md). No index leads to the few trades with something due that are not CREATED: what is due is of
 * the ledger, the status of the trade. The SQL is part of migrations, as that of postings.ts.
 */
import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../schema/index.ts';

const POSTED = `(select e.posted_at from ledger_entries as e where e.kind = b.kind and e.owner = b.owner
  order by e.entry_id desc limit 1)`;
const KIND_OF_TRADE = `case t.order_status when 'FUNDED' then 'due' else 'receivable' end`;
const INSERT = 'insert into shortfalls (kind, owner, since)';

/** What a row of balances, b, is a shortfall of. */
const BELOW_0 = `select b.kind, b.owner, ${POSTED} from ledger_balances as b
  where b.kind in ('cash', 'escrow') and b.amount < 0`;
const DUE = (since: string) => `select ${KIND_OF_TRADE}, b.owner, ${since} from ledger_balances as b
  join trades as t on t.trade_id = cast(b.owner as bigint)
  where b.kind = 'due' and b.amount > 0 and t.order_status <> 'CREATED'`;

const OF_NEW = 'and b.kind = new.kind and b.owner = new.owner';
const BALANCE_BELOW_0 = `delete from shortfalls where kind = new.kind and owner = new.owner;
  ${INSERT} ${BELOW_0} ${OF_NEW};`;
const BALANCE_DUE = `delete from shortfalls where kind in ('due', 'receivable') and owner = new.owner;
  ${INSERT} ${DUE(POSTED)} ${OF_NEW};`;
const STATUS = `delete from shortfalls where kind in ('due', 'receivable') and owner = cast(new.trade_id as text);
  ${INSERT} ${DUE('coalesce(new.updated_at, new.created_at)')} and b.owner = cast(new.trade_id as text);`;

/** From now on, after those that are there. */
export async function keepShortfalls(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const statements = [
    ...balanceTriggers(dialect, {
      name: 'below_0',
      isOfKind: `new.kind in ('cash', 'escrow')`,
      isShort: (row) => `(${row}.amount < 0)`,
      statements: BALANCE_BELOW_0,
    }),
    ...balanceTriggers(dialect, {
      name: 'due',
      isOfKind: `new.kind = 'due'`,
      isShort: (row) => `(${row}.amount > 0)`,
      statements: BALANCE_DUE,
    }),
    ...trigger(dialect, {
      name: 'trades_ledger_shortfall',
      on: 'update of order_status on trades',
      when: 'old.order_status <> new.order_status',
      statements: STATUS,
    }),
    `${INSERT} ${BELOW_0}`,
    `${INSERT} ${DUE(POSTED)}`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

interface Shortness {
  readonly name: string;
  readonly isOfKind: string;
  readonly isShort: (row: string) => string;
  readonly statements: string;
}

/** When a balance of the kind becomes one that is short, or is not short any more. */
function balanceTriggers(dialect: Dialect, { name, isOfKind, isShort, statements }: Shortness): string[] {
  return [
    ...trigger(dialect, {
      name: `ledger_balances_${name}_insert`,
      on: 'insert on ledger_balances',
      when: `${isOfKind} and ${isShort('new')}`,
      statements,
    }),
    ...trigger(dialect, {
      name: `ledger_balances_${name}_update`,
      on: 'update on ledger_balances',
      when: `${isOfKind} and ${isShort('new')} <> ${isShort('old')}`,
      statements,
    }),
  ];
}

interface Trigger {
  readonly name: string;
  readonly on: string;
  readonly when: string;
  readonly statements: string;
}

function trigger(dialect: Dialect, { name, on, when, statements }: Trigger): string[] {
  if (dialect === 'sqlite') return [`create trigger ${name} after ${on} when ${when} begin ${statements} end`];
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${statements} return null; end $$`,
    `create trigger ${name} after ${on} for each row when (${when}) execute function ${name}()`,
  ];
}
