/** Webhooks whose delivery has ended, kept with their encrypted bodies for three days, for replays (C80). */

import type { Selectable } from 'kysely';
import { ownedBy } from '../../database/queries/index.ts';
import type { Db, KeptWebhookRow } from '../../database/schema/index.ts';
import { DAY_US } from '../../time/units.ts';
import type { WebhookDeliveryRecord } from './delivery-record.ts';
import type { TrimmedTable } from './fair-trim.ts';

/** How long after it was fired a webhook can be replayed. */
const REPLAYED_FOR_US = 3 * DAY_US;

/** The columns that it has in common with the outbox. */
const KEPT = [
  ...(['delivery_id', 'client_id', 'method', 'webhook_id'] as const),
  ...(['form_sealed', 'about', 'identified', 'fired_at'] as const),
];

/** Copies these deliveries from the outbox. */
export async function keepWebhooks(transaction: Db, ended: readonly WebhookDeliveryRecord[]): Promise<void> {
  for (const delivered of [1, 0]) {
    const ids = ended.filter(({ outcome }) => (outcome === 'delivered') === (delivered === 1)).map(({ id }) => id);
    if (ids.length === 0) continue;
    await transaction
      .insertInto('kept_webhooks')
      .columns([...KEPT, 'delivered'])
      .expression((from) =>
        from
          .selectFrom('webhook_outbox')
          .select(KEPT)
          .select((row) => row.lit(delivered).as('delivered'))
          .where('delivery_id', 'in', ids)
          .orderBy('outbox_seq'),
      )
      .execute();
  }
}

export const KEPT_WEBHOOKS: TrimmedTable = { name: 'kept_webhooks', seq: 'kept_seq' };

/** Removes webhooks whose time is over. */
export async function forgetOldWebhooks(db: Db, nowUs: number): Promise<void> {
  await db
    .deleteFrom('kept_webhooks')
    .where('fired_at', '<=', nowUs - REPLAYED_FOR_US)
    .execute();
}

export interface ReplayFilter {
  readonly clientId: string;
  readonly webhookId: string;
  readonly deliveryId?: string | undefined;
  /** Only webhooks that were not delivered. */
  readonly failed: boolean;
  /** Fired from and up to these times, in microseconds. */
  readonly firedFrom?: number | undefined;
  readonly firedTo?: number | undefined;
  readonly limit: number;
}

/** Removes and returns the webhooks to replay, in the order of firing: only one of two concurrent calls gets them. */
export async function keptToReplay(transaction: Db, filter: ReplayFilter): Promise<Selectable<KeptWebhookRow>[]> {
  const { clientId, webhookId, deliveryId, failed, firedFrom, firedTo, limit } = filter;
  let found = transaction
    .selectFrom('kept_webhooks')
    .select('kept_seq')
    .where(ownedBy(clientId))
    .where('webhook_id', '=', webhookId);
  if (deliveryId !== undefined) found = found.where('delivery_id', '=', deliveryId);
  if (failed) found = found.where('delivered', '=', 0);
  if (firedFrom !== undefined) found = found.where('fired_at', '>=', firedFrom);
  if (firedTo !== undefined) found = found.where('fired_at', '<=', firedTo);
  const rows = await transaction
    .deleteFrom('kept_webhooks')
    .where('kept_seq', 'in', found.orderBy('fired_at').orderBy('kept_seq').limit(limit))
    .returningAll()
    .execute();
  return rows.sort((a, b) => a.fired_at - b.fired_at || a.kept_seq - b.kept_seq);
}
