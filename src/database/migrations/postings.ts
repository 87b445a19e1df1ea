/**
 * For migrations: triggers that post to the ledger of money what changes of trades, payments, receipts and
 * disbursements move, so that no writer can leave a posting out: the release before, or a person at the database. What
 * each state holds is in positions.ts; a posting is the difference of two. The SQL is part of migrations, as that of
 * counted-records.ts.
 */
import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../schema/index.ts';
import { FEES, POSITIONS_WITH_FEES } from './fee-positions.ts';
import { POSITIONS, type Position, RECEIPT_POSITIONS } from './positions.ts';
import { CHANGED_BY_REFUNDS, POSITIONS_WITH_REFUNDS } from './refund-positions.ts';

/** Accounts without a balance: every payment would wait for their rows. */
const UNBALANCED = `('outside', 'in transit')`;

/** Posts from now on, after what the records hold now is imported. */
export async function keepLedger(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  // A trigger locks writers out until the migration ends, so nothing is posted twice or not at all.
  const statements = POSITIONS.flatMap((position) => postingTriggers(dialect, position, false));
  statements.push(viewOf(POSITIONS));
  if (dialect === 'postgres') statements.push('create sequence ledger_postings');
  statements.push(IMPORT, BALANCES);
  if (dialect === 'postgres') {
    statements.push(`select setval('ledger_postings', coalesce(max(posting), 0) + 1, false) from ledger_entries`);
  }
  statements.push(...(dialect === 'sqlite' ? [balanceTrigger(IMPOSSIBLE), ...SQLITE_KEEPERS] : POSTGRES_KEEPERS));
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/**
 * Posts receipts, too: their table is empty. Entries name the offering of their trade from now on, and those that
 * are there do, too. Money that no trade has is never below 0.
 */
export async function keepReceipts(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const impossible = IMPOSSIBLE_WITH_RECEIPTS;
  const positions = [...POSITIONS, ...RECEIPT_POSITIONS];
  const statements = [
    ...positions.flatMap((position) => postingTriggers(dialect, position, true)),
    'drop view ledger_positions',
    viewOf(positions),
    ...(dialect === 'sqlite'
      ? ['drop trigger ledger_entries_balance', balanceTrigger(impossible), 'drop trigger ledger_entries_no_update']
      : [balanceFunction(impossible), 'alter table ledger_entries disable trigger ledger_entries_kept']),
    `update ledger_entries set offering_id =
      (select t.offering_id from trades as t where t.trade_id = ledger_entries.trade_id) where trade_id is not null`,
    dialect === 'sqlite' ? keptBy('update') : 'alter table ledger_entries enable trigger ledger_entries_kept',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Posts refunds, too: their table is empty. What is on its way to an investor is never below 0. */
export async function keepRefunds(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const impossible = `(${IMPOSSIBLE_WITH_RECEIPTS} or b.kind = 'refunding' and b.amount < 0)`;
  const changed = POSITIONS_WITH_REFUNDS.filter(({ source }) => CHANGED_BY_REFUNDS.has(source));
  const statements = [
    ...changed.flatMap((position) => postingTriggers(dialect, position, true)),
    'drop view ledger_positions',
    viewOf(POSITIONS_WITH_REFUNDS),
    ...(dialect === 'sqlite'
      ? ['drop trigger ledger_entries_balance', balanceTrigger(impossible)]
      : [balanceFunction(impossible)]),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Posts what orders of the venue pay, too: its table is empty. */
export async function keepVenueFees(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const statements = [
    ...postingTriggers(dialect, FEES, true),
    'drop view ledger_positions',
    viewOf(POSITIONS_WITH_FEES),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const viewOf = (positions: readonly Position[]) =>
  `create view ledger_positions as ${positions.map(positionsOf).join(' union all ')}`;

/** What every record holds now: all entries of the ledger, were it made from nothing. */
function positionsOf(position: Position): string {
  const { source, name, trade, amounts } = position;
  const row = 'r';
  return amounts(row)
    .map(
      ({ kind, owner, amount }) => `select '${source}' as source, ${name(row)} as record, ${trade(row)} as trade_id,
        ${atOf(row)} as posted_at, '${kind}' as kind, ${owner} as owner, ${amount} as amount
        from ${source} as ${row}`,
    )
    .join(' union all ');
}

const IMPORT = `insert into ledger_entries (posting, event, kind, owner, amount, trade_id, payment, posted_at)
  select dense_rank() over (order by source, record), 'import', kind, owner, amount, trade_id,
    case source when 'trades' then null else record end, posted_at
  from ledger_positions where amount <> 0 order by source, record, kind, owner`;

const BALANCES = `insert into ledger_balances (kind, owner, amount)
  select kind, owner, sum(amount) from ledger_entries where kind not in ${UNBALANCED} group by kind, owner`;

const atOf = (row: string) => `coalesce(${row}.updated_at, ${row}.created_at)`;

const postedOf = ({ amounts, moves }: Position, row: string) => [...amounts(row), ...(moves?.(row) ?? [])];

type Change = 'insert' | 'update' | 'delete';

/** The statement that posts the difference between what a row held and holds. */
function posting(dialect: Dialect, position: Position, change: Change, namesOffering: boolean): string {
  const row = change === 'delete' ? 'old' : 'new';
  const terms = [
    ...(change === 'delete' ? [] : postedOf(position, 'new')),
    ...(change === 'insert' ? [] : postedOf(position, 'old').map((one) => ({ ...one, amount: `-(${one.amount})` }))),
  ];
  const selects = terms.map(
    ({ kind, owner, amount }) => `select '${kind}' as kind, ${owner} as owner, ${amount} as amount`,
  );
  const number =
    dialect === 'postgres'
      ? `(select nextval('ledger_postings'))`
      : '(select coalesce(max(posting), 0) + 1 from ledger_entries)';
  const { [change]: event } = position.events;
  const [column, offering] = namesOffering ? [', offering_id', `, ${position.offering(row)}`] : ['', ''];
  return `insert into ledger_entries
      (posting, event, kind, owner, amount, trade_id${column}, payment, posted_at, reason)
    select ${number}, ${event}, kind, owner, sum(amount), ${position.trade(row)}${offering},
      ${position.source === 'trades' ? 'null' : position.name(row)}, ${atOf(row)}, ${position.reason(row)}
    from (${selects.join(' union all ')}) as terms
    group by kind, owner having sum(amount) <> 0 order by kind, owner;`;
}

/** In place of earlier ones of the same name. */
function postingTriggers(dialect: Dialect, position: Position, namesOffering: boolean): string[] {
  const { source, columns } = position;
  const isOther = dialect === 'sqlite' ? 'is not' : 'is distinct from';
  const changed = columns.map((column) => `old.${column} ${isOther} new.${column}`).join(' or ');
  return (['insert', 'update', 'delete'] as const).flatMap((change) => {
    const name = `${source}_ledger_${change}`;
    const statement = posting(dialect, position, change, namesOffering);
    const when = change === 'update' ? `when (${changed})` : '';
    if (dialect === 'sqlite') {
      const of = change === 'update' ? ` of ${columns.join(', ')}` : '';
      return [
        `drop trigger if exists ${name}`,
        `create trigger ${name} after ${change}${of} on ${source} ${when} begin ${statement} ${SUMS_TO_0} end`,
      ];
    }
    return [
      `create or replace function ${name}() returns trigger language plpgsql as
        $$ begin ${statement} return null; end $$`,
      `drop trigger if exists ${name} on ${source}`,
      `create trigger ${name} after ${change} on ${source} for each row ${when} execute function ${name}()`,
    ];
  });
}

/** Of the newest posting. SQLite has no triggers by statement. */
const SUMS_TO_0 = `select raise(abort, 'ledger: a posting does not sum to 0') where 0 <>
  (select sum(amount) from ledger_entries where posting = (select max(posting) from ledger_entries));`;

const ADD = 'on conflict (kind, owner) do update set amount = ledger_balances.amount + excluded.amount';
/** Money that is there, or is not: never less than nothing of it. */
const IMPOSSIBLE = `(b.kind in ('held', 'disbursing', 'refunds') and b.amount < 0
  or b.kind in ('promised', 'sent', 'subscribed', 'fees') and b.amount > 0)`;
const IMPOSSIBLE_WITH_RECEIPTS = `(${IMPOSSIBLE} or b.kind = 'unmatched' and b.amount < 0)`;
const FOREVER = 'entries of the ledger are never changed';

const balanceTrigger = (impossible: string) =>
  `create trigger ledger_entries_balance after insert on ledger_entries when new.kind not in ${UNBALANCED} begin
     insert into ledger_balances (kind, owner, amount) values (new.kind, new.owner, new.amount) ${ADD};
     select raise(abort, 'ledger: a balance is below what it can be') from ledger_balances as b
       where b.kind = new.kind and b.owner = new.owner and ${impossible};
   end`;

const keptBy = (change: string) => `create trigger ledger_entries_no_${change} before ${change} on ledger_entries
  begin select raise(abort, '${FOREVER}'); end`;

const SQLITE_KEEPERS = ['update', 'delete'].map(keptBy);

/** Balances are written in one order: transactions that write several lock them in it. */
const balanceFunction = (impossible: string) =>
  `create or replace function ledger_entries_balance() returns trigger language plpgsql as $$
   declare wrong text;
   begin
     select string_agg(to_jsonb(a)::text, ' ') into wrong from added as a
       where a.posting in (select posting from added group by posting having sum(amount) <> 0);
     if wrong is not null then raise exception 'ledger: a posting does not sum to 0: %', wrong; end if;
     insert into ledger_balances (kind, owner, amount)
       select kind, owner, sum(amount) from added where kind not in ${UNBALANCED}
       group by kind, owner order by kind, owner ${ADD};
     select string_agg(to_jsonb(a)::text, ' ') into wrong from added as a
       join ledger_balances as b on b.kind = a.kind and b.owner = a.owner where ${impossible};
     if wrong is not null then raise exception 'ledger: a balance is below what it can be: %', wrong; end if;
     return null;
   end $$`;

const POSTGRES_KEEPERS = [
  balanceFunction(IMPOSSIBLE),
  `create trigger ledger_entries_balance after insert on ledger_entries referencing new table as added
   for each statement execute function ledger_entries_balance()`,
  `create function ledger_entries_kept() returns trigger language plpgsql as
   $$ begin raise exception '${FOREVER}'; end $$`,
  `create trigger ledger_entries_kept before update or delete or truncate on ledger_entries
   for each statement execute function ledger_entries_kept()`,
];
