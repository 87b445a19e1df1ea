/** What trades add up to, with the corrections of matches in place of what was matched (V65), without busted ones. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../database/schema/index.ts';
import type { MatchId } from '../../../exchange/api/index.ts';

/** Prices in millionths of a dollar. */
export interface TradeSums {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly last: number;
  /** Shares; VOLUME_MAX for more. */
  readonly volume: number;
  readonly trades: number;
}

/** A match that was corrected, as it counts now. */
export interface CorrectedMatch {
  readonly matchId: MatchId;
  readonly group: number;
  readonly price: number;
  readonly quantity: number;
}

/** JSON has no greater whole number that every reader takes exactly. */
export const VOLUME_MAX = Number.MAX_SAFE_INTEGER;

export interface SumsQuery {
  /** The column or expression by which matches are grouped. */
  readonly group: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
  readonly busted: readonly MatchId[];
  readonly corrected: readonly CorrectedMatch[];
}

interface Group extends TradeSums {
  readonly first_id: MatchId;
  readonly last_id: MatchId;
}

/**
 * By group; those without a trade are left out. The database adds up the other matches and corrected ones are added
 * here: a condition for each correction on each match would cost the product of both.
 */
export async function tradeSums(db: Db, query: SumsQuery): Promise<Map<number, TradeSums>> {
  const { group, where, busted, corrected } = query;
  const others = without([...busted, ...corrected.map(({ matchId }) => matchId)]);
  const { rows } = await sql<Group & { readonly in_group: number }>`
    select g.*, o.price as open, l.price as last from (
      select ${group} as in_group, max(price) as high, min(price) as low,
        case when sum(quantity) > ${VOLUME_MAX} then ${VOLUME_MAX} else sum(quantity) end as volume,
        count(*) as trades, min(match_id) as first_id, max(match_id) as last_id
      from matches where ${where} ${others} group by 1
    ) as g
    join matches as o on o.match_id = g.first_id
    join matches as l on l.match_id = g.last_id`.execute(db);
  const groups = new Map(rows.map(({ in_group, ...sums }) => [Number(in_group), numbersOf(sums)]));
  for (const match of corrected) groups.set(match.group, withMatch(groups.get(match.group), match));
  return new Map([...groups].map(([key, { first_id, last_id, ...sums }]) => [key, sums]));
}

/** PostgreSQL gives sums as texts. */
function numbersOf(sums: Group): Group {
  return Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, Number(value)])) as unknown as Group;
}

function withMatch(before: Group | undefined, { matchId, price, quantity }: CorrectedMatch): Group {
  const one = { open: price, high: price, low: price, last: price, volume: quantity, trades: 1 };
  if (before === undefined) return { ...one, first_id: matchId, last_id: matchId };
  const [isFirst, isLast] = [matchId < before.first_id, matchId > before.last_id];
  return {
    open: isFirst ? price : before.open,
    high: Math.max(before.high, price),
    low: Math.min(before.low, price),
    last: isLast ? price : before.last,
    volume: Math.min(before.volume + quantity, VOLUME_MAX),
    trades: before.trades + 1,
    first_id: isFirst ? matchId : before.first_id,
    last_id: isLast ? matchId : before.last_id,
  };
}

/** Written out, as they are ids from a table: a statement takes no more than some thousand parameters. */
function without(matchIds: readonly MatchId[]): RawBuilder<unknown> {
  return matchIds.length === 0 ? sql`` : sql`and match_id not in (${sql.raw(matchIds.join(','))})`;
}
