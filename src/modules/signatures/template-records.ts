import type { Kysely } from 'kysely';
import type { Schema, SubscriptionTemplateRow } from '../../database/schema/index.ts';
import { ownedBy, type Reader } from '../shared/record/index.ts';

/** The most templates of one offering (D5). */
export const TEMPLATES_MAX = 50;

/** The templates of an offering, newest first. */
export function templatesOf(
  db: Kysely<Schema>,
  reader: Reader,
  offeringId: number,
): Promise<SubscriptionTemplateRow[]> {
  return db
    .selectFrom('subscription_templates')
    .selectAll()
    .where('offering_id', '=', offeringId)
    .where(ownedBy(reader))
    .where('deleted_at', 'is', null)
    .orderBy('template_id', 'desc')
    .limit(TEMPLATES_MAX)
    .execute();
}
