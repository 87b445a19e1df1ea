/** What a webhook of a change holds, and for whom it is. */
import type { Db } from '../../database/schema/index.ts';
import { violated } from '../../invariant.ts';
import type { Microseconds } from '../../time/units.ts';
import { encodeForm, numberedStamp, recordsOf } from '../events/index.ts';
import type { WebhookTarget } from '../registry/index.ts';
import type { Contents } from './outbox-rows.ts';
import type { OutgoingWebhook } from './webhook-outbox.ts';

/** C71: one row for each registration, so that no receiver gets a webhook twice. */
export function checkTargets(targets: readonly WebhookTarget[]): void {
  if (targets.length > 1 && new Set(targets.map(({ id }) => id)).size !== targets.length)
    violated('C71', 'a registration would get a webhook twice');
}

export async function contentsOf(
  transaction: Db,
  { clientId, method, fields, userId }: OutgoingWebhook,
  firedAtUs: Microseconds,
): Promise<Contents> {
  const made = typeof fields === 'function' ? fields() : fields;
  const form = encodeForm({ ...made, ...(await numberedStamp(transaction, firedAtUs)), userId });
  return { clientId, method, about: recordsOf(made), identified: true, form, firedAtUs };
}
