/** Whether trades and the venue agree on units (F12): what `npm run verify` asks, and tests after a kill. */
import { sql } from 'kysely';
import type { Db, UnitIssueRow } from '../../database/schema/index.ts';
import type { IssuedUnits } from '../../exchange/api/index.ts';
import { fromMillionths, toMillionths } from '../shared/values/index.ts';

/** Of the problems this many are named. */
const NAMED_MAX = 100;
const PAGE = 1000;

type Row = Pick<UnitIssueRow, 'trade_id' | 'revision' | 'kind' | 'units' | 'outcome'>;
type Known = Omit<IssuedUnits, 'tradeId'>;

const NOTHING: Known = { revision: 0, isRefused: false, units: 0n };

const takenBack = (outcome: string) => `exists (select 1 from unit_issues as b
  where b.trade_id = u.trade_id and b.revision > u.revision and b.kind = 'takeBack' and ${outcome})`;

/** Where it stands in an `or`, PostgreSQL would read all entries once for an `exists`. */
const entryOf = (event: string) =>
  `(select 1 from ledger_entries as e where e.trade_id = t.trade_id and e.event = '${event}' limit 1)`;

/** A trade that was SETTLED in data of 0.1.0 came into the ledger so, and was not closed since: it is not issued. */
const NOT_ISSUED = `select t.trade_id from trades as t where t.order_status = 'SETTLED'
  and not exists (select 1 from unit_issues as u where u.trade_id = t.trade_id and u.kind = 'issue'
    and not ${takenBack(`b.outcome = 'done'`)})
  and (${entryOf('close')} is not null or ${entryOf('import')} is null) order by t.trade_id limit ${NAMED_MAX}`;

/** After a restore of the journal the outcome of a takeBack is open again (reopenUnits). */
const ISSUED = `select u.trade_id, t.order_status from unit_issues as u left join trades as t on t.trade_id = u.trade_id
  where u.kind = 'issue' and u.outcome = 'done' and coalesce(t.order_status, '') <> 'SETTLED'
    and not ${takenBack(`(b.outcome is null or b.outcome = 'done')`)}
  order by u.trade_id limit ${NAMED_MAX}`;

const OTHER_UNITS = `select u.trade_id, u.revision, u.units, t.total_shares
  from unit_issues as u join trades as t on t.trade_id = u.trade_id
  where u.units <> t.total_shares order by u.trade_id, u.revision limit ${NAMED_MAX}`;

/** SETTLED trades without a row of their units, issued units of other trades, and rows of other units than theirs. */
export async function unitRowProblems(db: Db): Promise<readonly string[]> {
  const read = async (statement: string) => (await sql.raw<Record<string, unknown>>(statement).execute(db)).rows;
  return [
    ...(await read(NOT_ISSUED)).map(({ trade_id }) => `units: trade ${trade_id} is SETTLED without a row of its units`),
    ...(await read(ISSUED)).map(
      ({ trade_id, order_status }) =>
        `units: those of trade ${trade_id} are issued, which is ${order_status ?? 'not there'}`,
    ),
    ...(await read(OTHER_UNITS)).map(
      ({ trade_id, revision, units, total_shares }) =>
        `units: row ${revision} of trade ${trade_id} has ${units} units, the trade ${total_shares}`,
    ),
  ];
}

/**
 * Trades of which the venue knows something else than the database. A row that has no outcome yet may have reached the
 * venue, or not. @param issued what the venue knows of each trade
 */
export async function unitProblems(db: Db, issued: readonly IssuedUnits[]): Promise<readonly string[]> {
  const known = new Map(issued.map(({ tradeId, ...rest }) => [tradeId as number, rest]));
  const problems: string[] = [];
  for await (const [tradeId, rows] of rowsByTrade(db)) {
    const found = known.get(tradeId) ?? NOTHING;
    known.delete(tradeId);
    const possible = possibleAfter(rows);
    if (possible.some((one) => isSame(one, found))) continue;
    problems.push(`units: trade ${tradeId} is ${shown(found)}; by the database ${possible.map(shown).join(' or ')}`);
    if (problems.length === NAMED_MAX) return problems;
  }
  for (const [tradeId, found] of known) {
    problems.push(`units: trade ${tradeId} is ${shown(found)}; the database has no row of it`);
    if (problems.length === NAMED_MAX) break;
  }
  return problems;
}

/**
 * SETTLED trades that have no row: those that were settled before the venue issued units, which it never issues (F12).
 * In sentences for a person.
 */
export async function tradesWithoutUnits(db: Db): Promise<readonly string[]> {
  const trades = await db
    .selectFrom('trades as t')
    .leftJoin('unit_issues as u', 'u.trade_id', 't.trade_id')
    .select(['t.trade_id', 't.account_id', 't.offering_id', 't.total_shares'])
    .where('t.order_status', '=', 'SETTLED')
    .where('t.deleted_at', 'is', null)
    .where('u.trade_id', 'is', null)
    .orderBy('t.trade_id')
    .limit(NAMED_MAX + 1)
    .execute();
  const named = trades.slice(0, NAMED_MAX).map((trade) => {
    const { trade_id, account_id, offering_id, total_shares } = trade;
    const units = `${total_shares} of offering ${offering_id} for ${account_id}`;
    return `units: trade ${trade_id} is SETTLED, but not issued: ${units}`;
  });
  return trades.length > NAMED_MAX ? [...named, 'units: there are more of these'] : named;
}

/** What the venue may know after these rows of a trade, in the order of their revisions. */
function possibleAfter(rows: readonly Row[]): Known[] {
  let possible = [NOTHING];
  for (const { revision, kind, units, outcome } of rows) {
    const taken = kind === 'issue' ? toMillionths(units) : 0n;
    const done = { revision, isRefused: false, units: taken };
    const refused = possible.map((before) => ({ revision, isRefused: true, units: before.units }));
    if (outcome === 'done') possible = [done];
    // A copy of the journal may lack the refusal, which is not asked again.
    else if (outcome === 'refused') possible = [...possible, ...refused];
    else possible = [...possible, done, ...(kind === 'takeBack' ? refused : [])];
  }
  return possible;
}

async function* rowsByTrade(db: Db): AsyncGenerator<[number, Row[]]> {
  let rows: Row[] = [];
  let after = { trade_id: 0, revision: 0 };
  for (;;) {
    const page = await db
      .selectFrom('unit_issues')
      .select(['trade_id', 'revision', 'kind', 'units', 'outcome'])
      .where((row) =>
        row.or([
          row('trade_id', '>', after.trade_id),
          row('trade_id', '=', after.trade_id).and('revision', '>', after.revision),
        ]),
      )
      .orderBy('trade_id')
      .orderBy('revision')
      .limit(PAGE)
      .execute();
    for (const row of page) {
      const last = rows.at(-1);
      if (last !== undefined && last.trade_id !== row.trade_id) {
        yield [last.trade_id, rows];
        rows = [];
      }
      rows.push(row);
    }
    const last = page.at(-1);
    if (last === undefined) break;
    after = last;
  }
  const last = rows.at(-1);
  if (last !== undefined) yield [last.trade_id, rows];
}

function isSame(one: Known, other: Known): boolean {
  return one.revision === other.revision && one.isRefused === other.isRefused && one.units === other.units;
}

function shown({ revision, isRefused, units }: Known): string {
  const has = `${fromMillionths(units)} units issued`;
  return revision === 0 ? has : `${has} after revision ${revision}${isRefused ? ', which was refused' : ''}`;
}
