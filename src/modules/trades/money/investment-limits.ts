/** What an investment may come to, without fees: at least that of its offering, at most those of its account (T4). */
import { sql } from 'kysely';
import { rowsHeld } from '../../../database/queries/index.ts';
import type { AccountRow, Db, TradeRow } from '../../../database/schema/index.ts';
import { malformedCall } from '../../../http/body/index.ts';
import { GIVEN_BACK, offeringOfTrade } from '../../offerings/index.ts';
import { ownedBy } from '../../shared/record/index.ts';
import { fromMillionths, priceOf, toMillionths } from '../../shared/values/index.ts';

/** Investments that an account with a total limit may hold: they are added up for each new one. */
const HELD_MAX = 1000;
const MILLION = 1_000_000n;

export const LIMITS = ['account_total_limit', 'single_investment_limit'] as const;
export type AccountLimits = Pick<AccountRow, (typeof LIMITS)[number]>;

/** A trade as it is to be. */
export type Investment = Pick<TradeRow, 'trade_id' | 'client_id' | 'account_id' | 'unit_price' | 'total_shares'>;

/** Throws ApiError 106 naming `field` when the investment is less than the least in the offering. */
export function requireMinimum(
  trade: Investment,
  { min_amount }: { readonly min_amount: string },
  field: string,
): void {
  if (amountOf(trade) >= toMillionths(min_amount)) return;
  throw malformedCall('method', field, `must not come to less than minAmount of the offering, ${min_amount}`);
}

/**
 * Throws ApiError 106 naming `field` when the investment, or all that the account then holds, is above a limit of the
 * account. Holds an account with a total limit, so that of two at the same moment the second counts the first.
 */
export async function requireWithinLimits(
  transaction: Db,
  trade: Investment,
  limits: AccountLimits,
  field: string,
): Promise<void> {
  const amount = amountOf(trade);
  refuseAbove(limits.single_investment_limit, amount, { field, name: 'singleInvestmentLimit' });
  if (!isLimit(limits.account_total_limit)) return;
  await rowsHeld(transaction, accountOf(transaction, trade)).execute();
  const held = await heldInvestments(transaction, trade);
  if (held.length >= HELD_MAX) {
    throw malformedCall('method', 'accountId', `has accountTotalLimit and ${HELD_MAX} investments, the most with one`);
  }
  const total = held.reduce((sum, other) => sum + amountOf(other), amount);
  refuseAbove(limits.account_total_limit, total, { field, name: 'accountTotalLimit' });
}

/** As both for a trade that is changed: the minimum unless it costs the same, the limits when it costs more. */
export async function requireEditAllowed(
  transaction: Db,
  before: TradeRow,
  changes: Pick<TradeRow, 'unit_price' | 'total_shares'>,
  field: string,
): Promise<void> {
  const after = { ...before, ...changes };
  if (amountOf(after) === amountOf(before)) return;
  requireMinimum(after, await offeringOfTrade(transaction, before.offering_id), field);
  if (amountOf(after) < amountOf(before)) return;
  const limits = await accountOf(transaction, before).executeTakeFirstOrThrow();
  await requireWithinLimits(transaction, after, limits, field);
}

function accountOf(transaction: Db, { account_id }: Investment) {
  return transaction.selectFrom('accounts').select(LIMITS).where('account_id', '=', account_id);
}

/** What the account holds in addition to the trade, as far as it is counted. */
function heldInvestments(transaction: Db, { trade_id, client_id, account_id }: Investment) {
  return (
    transaction
      .selectFrom('trades')
      .select(['unit_price', 'total_shares'])
      .where(ownedBy(client_id))
      .where('account_id', '=', account_id)
      .where('trade_id', '!=', trade_id)
      // As literal text: SQLite uses a partial index only where the statement says what is in it.
      .where(
        'order_status',
        'not in',
        GIVEN_BACK.map((state) => sql.lit(state)),
      )
      .limit(HELD_MAX)
      .execute()
  );
}

function amountOf({ unit_price, total_shares }: Pick<TradeRow, 'unit_price' | 'total_shares'>): bigint {
  return toMillionths(priceOf(unit_price, total_shares));
}

function isLimit(limit: string | null | undefined): limit is string {
  return limit !== null && limit !== undefined && limit !== '';
}

function refuseAbove(
  limit: AccountRow['account_total_limit'],
  amount: bigint,
  { field, name }: { readonly field: string; readonly name: string },
): void {
  if (!isLimit(limit) || amount <= BigInt(limit) * MILLION) return;
  const sum = fromMillionths(amount);
  throw malformedCall('method', field, `must not bring the account above ${name}, ${limit}: it would be ${sum}`);
}
