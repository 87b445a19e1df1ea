/** Voids the Pending payments of an offering that ends (T15), a slice of its trades at a time. */
import { rowsHeld } from '../../database/queries/index.ts';
import type { Db, OfferingRow } from '../../database/schema/index.ts';
import { nextTurn } from '../../http/methods/index.ts';
import { type ChangeDeps, type FurtherWebhook, inOneTransaction } from '../shared/change/index.ts';
import { ownedBy, type Secrets } from '../shared/record/index.ts';
import { endsPayments } from './offering-endings.ts';
import type { OfferingOf } from './offering-records.ts';

/** The most trades of one transaction, because other calls wait for it. */
const TRADES_AT_ONCE = 100;

const REASON = 'The offering has ended';

/** A way to pay for trades, as the end of an offering needs it. The caller has locked the trades. */
export interface VoidingRail {
  voidPending(
    transaction: Db,
    tradeIds: readonly number[],
    details: { readonly nowUs: number; readonly secrets: Secrets; readonly errors: string },
  ): Promise<readonly FurtherWebhook[]>;
}

export type PaymentDeps = Pick<ChangeDeps, 'db' | 'outbox'> & {
  readonly nowUs: () => number;
  readonly secrets: Secrets;
};

export interface EndedWithPayments {
  readonly row: OfferingRow | undefined;
  /** Webhooks of the payments that were voided in the transaction. */
  readonly webhooks: readonly FurtherWebhook[];
  /** Voids the payments of further trades, once the end of the offering is durable. */
  readonly voidRest: () => Promise<void>;
}

/**
 * Ends an offering and voids the Pending payments of its first trades in the same transaction. Payments of the other
 * trades are not sent any more either (T14). Without `rails` nothing is voided.
 */
export async function endWithPayments(
  deps: PaymentDeps,
  rails: readonly VoidingRail[],
  { transaction, of }: { readonly transaction: Db; readonly of: OfferingOf },
  end: () => Promise<OfferingRow | undefined>,
): Promise<EndedWithPayments> {
  if (rails.length === 0) return { row: await end(), webhooks: [], voidRest: async () => {} };
  // All code locks trades before their offering; another order could deadlock.
  const tradeIds = await heldTrades(transaction, of, 0);
  const row = await end();
  if (row === undefined) return { row, webhooks: [], voidRest: async () => {} };
  const webhooks = await voidOf(transaction, tradeIds, rails, deps);
  const last = lastOfSlice(tradeIds);
  const voidRest = async () => (last === undefined ? undefined : voidPayments(deps, rails, of, last));
  return { row, webhooks, voidRest };
}

/** Voids the Pending payments of an ended offering's trades, those with higher ids than `after`; stops if reopened. */
export async function voidPayments(
  deps: PaymentDeps,
  rails: readonly VoidingRail[],
  of: OfferingOf,
  after = 0,
): Promise<void> {
  for (let last: number | undefined = after; last !== undefined; ) {
    const from = last;
    last = await inOneTransaction(deps, async (transaction) => {
      const tradeIds = await heldTrades(transaction, of, from);
      if (!(await hasEnded(transaction, of))) return undefined;
      const webhooks = await voidOf(transaction, tradeIds, rails, deps);
      for (const webhook of webhooks) await deps.outbox.add(transaction, { clientId: of.clientId, ...webhook });
      return lastOfSlice(tradeIds);
    });
    await nextTurn();
  }
}

async function heldTrades(
  transaction: Db,
  { clientId, offeringId }: OfferingOf,
  after: number,
): Promise<readonly number[]> {
  const query = transaction
    .selectFrom('trades')
    .select('trade_id')
    .where('offering_id', '=', offeringId)
    .where(ownedBy(clientId))
    .where('trade_id', '>', after)
    .orderBy('trade_id')
    .limit(TRADES_AT_ONCE);
  return (await rowsHeld(transaction, query).execute()).map(({ trade_id }) => trade_id);
}

/** The trade after which the next slice begins; undefined at the end. */
function lastOfSlice(tradeIds: readonly number[]): number | undefined {
  return tradeIds.length < TRADES_AT_ONCE ? undefined : tradeIds.at(-1);
}

async function voidOf(
  transaction: Db,
  tradeIds: readonly number[],
  rails: readonly VoidingRail[],
  { nowUs, secrets }: PaymentDeps,
): Promise<readonly FurtherWebhook[]> {
  const webhooks: FurtherWebhook[] = [];
  if (tradeIds.length === 0) return webhooks;
  const details = { nowUs: nowUs(), secrets, errors: REASON };
  for (const rail of rails) webhooks.push(...(await rail.voidPending(transaction, tradeIds, details)));
  return webhooks;
}

async function hasEnded(db: Db, { offeringId }: OfferingOf): Promise<boolean> {
  const offering = await db
    .selectFrom('offerings')
    .select(['offering_status', 'deleted_at'])
    .where('offering_id', '=', offeringId)
    .executeTakeFirst();
  return offering !== undefined && (offering.deleted_at !== null || endsPayments(offering.offering_status));
}
