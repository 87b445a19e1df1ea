/**
 * For migrations: triggers that post to the ledger of money what changes of trades, payments and disbursements move, so
 * that no writer can leave a posting out: the release before, or a person at the database. What each state holds is in
 * positions.ts; a posting is the difference of two. The SQL is part of migrations, as that of counted-records.ts.
 */
import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../schema/index.ts';
import { POSITIONS, type Position } from './positions.ts';

/** Accounts without a balance: every payment would wait for their rows. */
const UNBALANCED = `('outside', 'in transit')`;

/** Posts from now on, after what the records hold now is imported. */
export async function keepLedger(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  // A trigger locks writers out until the migration ends, so nothing is posted twice or not at all.
  const statements = POSITIONS.flatMap((position) => postingTriggers(dialect, position));
  statements.push(`create view ledger_positions as ${POSITIONS.map(positionsOf).join(' union all ')}`);
  if (dialect === 'postgres') statements.push('create sequence ledger_postings');
  statements.push(IMPORT, BALANCES);
  if (dialect === 'postgres') {
    statements.push(`select setval('ledger_postings', coalesce(max(posting), 0) + 1, false) from ledger_entries`);
  }
  statements.push(...(dialect === 'sqlite' ? SQLITE_KEEPERS : POSTGRES_KEEPERS));
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** What every record holds now: all entries of the ledger, were it made from nothing. */
function positionsOf(position: Position): string {
  const { source, name, trade, offering, amounts } = position;
  const row = 'r';
  return amounts(row)
    .map(
      ({ kind, owner, amount }) => `select '${source}' as source, ${name(row)} as record, ${trade(row)} as trade_id,
        ${offering(row)} as offering_id, ${atOf(row)} as posted_at, '${kind}' as kind, ${owner} as owner,
        ${amount} as amount
        from ${source} as ${row}`,
    )
    .join(' union all ');
}

const IMPORT = `insert into ledger_entries
    (posting, event, kind, owner, amount, trade_id, offering_id, payment, posted_at)
  select dense_rank() over (order by source, record), 'import', kind, owner, amount, trade_id, offering_id,
    case source when 'trades' then null else record end, posted_at
  from ledger_positions where amount <> 0 order by source, record, kind, owner`;

const BALANCES = `insert into ledger_balances (kind, owner, amount)
  select kind, owner, sum(amount) from ledger_entries where kind not in ${UNBALANCED} group by kind, owner`;

const atOf = (row: string) => `coalesce(${row}.updated_at, ${row}.created_at)`;

const postedOf = ({ amounts, moves }: Position, row: string) => [...amounts(row), ...(moves?.(row) ?? [])];

type Change = 'insert' | 'update' | 'delete';

/** The statement that posts the difference between what a row held and holds. */
function posting(dialect: Dialect, position: Position, change: Change): string {
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
  return `insert into ledger_entries
      (posting, event, kind, owner, amount, trade_id, offering_id, payment, posted_at, reason)
    select ${number}, ${event}, kind, owner, sum(amount), ${position.trade(row)}, ${position.offering(row)},
      ${position.source === 'trades' ? 'null' : position.name(row)}, ${atOf(row)}, ${position.reason(row)}
    from (${selects.join(' union all ')}) as terms
    group by kind, owner having sum(amount) <> 0 order by kind, owner;`;
}

function postingTriggers(dialect: Dialect, position: Position): string[] {
  const { source, columns } = position;
  const isOther = dialect === 'sqlite' ? 'is not' : 'is distinct from';
  const changed = columns.map((column) => `old.${column} ${isOther} new.${column}`).join(' or ');
  return (['insert', 'update', 'delete'] as const).flatMap((change) => {
    const name = `${source}_ledger_${change}`;
    const statement = posting(dialect, position, change);
    const when = change === 'update' ? `when (${changed})` : '';
    if (dialect === 'sqlite') {
      const of = change === 'update' ? ` of ${columns.join(', ')}` : '';
      return [`create trigger ${name} after ${change}${of} on ${source} ${when} begin ${statement} ${SUMS_TO_0} end`];
    }
    return [
      `create function ${name}() returns trigger language plpgsql as $$ begin ${statement} return null; end $$`,
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
const FOREVER = 'entries of the ledger are never changed';

const SQLITE_KEEPERS = [
  `create trigger ledger_entries_balance after insert on ledger_entries when new.kind not in ${UNBALANCED} begin
     insert into ledger_balances (kind, owner, amount) values (new.kind, new.owner, new.amount) ${ADD};
     select raise(abort, 'ledger: a balance is below what it can be') from ledger_balances as b
       where b.kind = new.kind and b.owner = new.owner and ${IMPOSSIBLE};
   end`,
  ...['update', 'delete'].map(
    (change) => `create trigger ledger_entries_no_${change} before ${change} on ledger_entries
      begin select raise(abort, '${FOREVER}'); end`,
  ),
];

/** Balances are written in one order: transactions that write several lock them in it. */
const POSTGRES_KEEPERS = [
  `create function ledger_entries_balance() returns trigger language plpgsql as $$
   declare wrong text;
   begin
     select string_agg(to_jsonb(a)::text, ' ') into wrong from added as a
       where a.posting in (select posting from added group by posting having sum(amount) <> 0);
     if wrong is not null then raise exception 'ledger: a posting does not sum to 0: %', wrong; end if;
     insert into ledger_balances (kind, owner, amount)
       select kind, owner, sum(amount) from added where kind not in ${UNBALANCED}
       group by kind, owner order by kind, owner ${ADD};
     select string_agg(to_jsonb(a)::text, ' ') into wrong from added as a
       join ledger_balances as b on b.kind = a.kind and b.owner = a.owner where ${IMPOSSIBLE};
     if wrong is not null then raise exception 'ledger: a balance is below what it can be: %', wrong; end if;
     return null;
   end $$`,
  `create trigger ledger_entries_balance after insert on ledger_entries referencing new table as added
   for each statement execute function ledger_entries_balance()`,
  `create function ledger_entries_kept() returns trigger language plpgsql as
   $$ begin raise exception '${FOREVER}'; end $$`,
  `create trigger ledger_entries_kept before update or delete or truncate on ledger_entries
   for each statement execute function ledger_entries_kept()`,
];
