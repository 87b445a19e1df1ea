/** The matches of which holders of a corporate action have unsettled shares (R4): who passes on to whom. */
import { sql } from 'kysely';
import Type from 'typebox';
import { formatInstant } from '../../calendar/format-time.ts';
import { type CorporateAction, type MatchId, NO_MATCH, priceText } from '../../exchange/api/index.ts';
import { longRead } from '../shared/list/index.ts';
import { textOrNull } from '../shared/values/index.ts';
import type { TransferDeps } from './transfer-deps.ts';

/** Matches that a page goes through: most of them may be settled. */
const SCANNED_MAX = 1000;

const ofClient = textOrNull('Null: the client without account.');

export const dueBillSchema = Type.Object({
  tradeId: Type.String(),
  time: Type.String({ description: 'RFC 3339.' }),
  quantity: Type.String({ description: 'Shares, as they were matched or corrected before the action had effect.' }),
  price: Type.String({ description: 'The same.' }),
  bidClientId: Type.String({ description: 'Who bought.' }),
  bidAccountId: ofClient,
  askClientId: Type.String({ description: 'Who sold, and delivers.' }),
  askAccountId: ofClient,
});

export const DUE_BILL_COLUMNS = [
  ...(['tradeId', 'time', 'quantity', 'price'] as const),
  ...(['bidClientId', 'bidAccountId', 'askClientId', 'askAccountId'] as const),
];

interface Row {
  readonly match_id: MatchId;
  readonly matched_at: number;
  readonly price: number;
  readonly quantity: number;
  readonly buy_client_id: string;
  readonly buy_account_id: string | null;
  readonly sell_client_id: string;
  readonly sell_account_id: string | null;
}

interface Change {
  readonly match_id: MatchId;
  readonly kind: string;
  readonly quantity: number;
  readonly price: number | null;
}

/**
 * Of the matches after this one, oldest first, those that were not settled, canceled or busted when the action had
 * effect. @returns the last match that was looked at; null: there are no more
 */
export async function dueBills(
  { exchange, records }: TransferDeps,
  { actionId, securityId, effect }: CorporateAction,
  { after, limit }: { readonly after: MatchId | null; readonly limit: number },
) {
  if (effect === undefined) return { bills: [], next: null };
  const from = Math.max(after ?? NO_MATCH, exchange.settledUpTo());
  const count = Math.min(limit, SCANNED_MAX);
  const { rows, changes } = await longRead(records, async (db) => {
    const reached = await db
      .selectFrom('register_entry_changes')
      .select(({ fn }) => fn.min('seq').as('first'))
      .where('security_id', '=', securityId)
      .where('action_id', '=', actionId)
      .executeTakeFirst();
    const first = reached?.first ?? null;
    // It reached no holder.
    if (first === null) return { rows: [], changes: [] };
    const { rows } = await sql<Row>`
      select m.*, b.account_id as buy_account_id, s.account_id as sell_account_id from (
        select match_id, matched_at, price, quantity, buy_client_id, sell_client_id, buy_order_id, sell_order_id
        from matches where security_id = ${securityId} and match_id > ${from} and match_id <= ${effect.lastMatch}
        order by match_id limit ${count}
      ) as m
      join order_entries as b on b.order_id = m.buy_order_id
      join order_entries as s on s.order_id = m.sell_order_id
      order by m.match_id`.execute(db);
    if (rows.length === 0) return { rows, changes: [] };
    const ids = sql.join(rows.map(({ match_id }) => match_id));
    const { rows: changes } = await sql<Change>`
      select match_id, kind, quantity_after as quantity, price_after as price from register_entry_changes
      where match_id in (${ids}) and quantity_after >= 0 and seq < ${first}
      order by match_id, seq`.execute(db);
    return { rows, changes };
  });
  const ofMatch = Map.groupBy(changes, ({ match_id }) => match_id);
  const bills = rows.flatMap((row) => {
    const known = ofMatch.get(row.match_id) ?? [];
    if (known.some(({ kind }) => kind !== 'correction')) return [];
    const { quantity, price } = known.at(-1) ?? row;
    return [billOf(row, { quantity, price: price ?? row.price })];
  });
  return { bills, next: rows.length === count ? (rows.at(-1)?.match_id ?? null) : null };
}

function billOf(row: Row, { quantity, price }: { readonly quantity: number; readonly price: number }) {
  return {
    tradeId: String(row.match_id),
    time: formatInstant(row.matched_at),
    quantity: String(quantity),
    price: priceText(price),
    bidClientId: row.buy_client_id,
    bidAccountId: row.buy_account_id,
    askClientId: row.sell_client_id,
    askAccountId: row.sell_account_id,
  };
}
