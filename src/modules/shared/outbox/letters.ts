/** Rows of the outbox, and the letters that they keep: one webhook for one registration. */
import { randomUUID } from 'node:crypto';
import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Schema } from '../../../database/schema.ts';
import type { OutboxRow } from '../../../database/tables/outbox.ts';
import { executeUnanswered } from '../../../database/unanswered.ts';
import type { Letter } from '../../../webhooks/delivery.ts';
import type { RegistrableMethod } from '../../../webhooks/registrable.ts';
import type { WebhookTarget } from '../../../webhooks/store.ts';
import type { Secrets } from '../services.ts';
import type { KeptWebhook } from './webhook-outbox.ts';

/** What the letters of one webhook have in common. */
export interface Contents {
  readonly clientId: string;
  readonly method: RegistrableMethod;
  /** The ids of the orders that it tells of. */
  readonly about: readonly number[];
  readonly identified: boolean;
  readonly form: string;
  readonly firedAtUs: number;
}

/** Rows of one statement: fifteen columns each, well below the parameters that a statement may have. */
const BATCH_ROWS = 500;

export function lettersOf({ firedAtUs, ...contents }: Contents, targets: readonly WebhookTarget[]): Letter[] {
  const timeMs = firedAtUs / 1000;
  return targets.map((target) => ({ ...contents, id: randomUUID(), target, timeMs, attempts: 0 }));
}

export async function insertLetters(
  transaction: Kysely<Schema>,
  secrets: Secrets,
  letters: readonly Letter[],
): Promise<void> {
  for (let index = 0; index < letters.length; index += BATCH_ROWS) {
    const rows = letters.slice(index, index + BATCH_ROWS).map((letter) => rowOf(letter, secrets));
    await executeUnanswered(transaction, transaction.insertInto('webhook_outbox').values(rows).compile());
  }
}

function rowOf(letter: Letter, secrets: Secrets): Insertable<OutboxRow> {
  return {
    delivery_id: letter.id,
    client_id: letter.clientId,
    method: letter.method,
    webhook_id: letter.target.id,
    url: letter.target.url,
    receiver: receiverOf(letter.target.url),
    form_sealed: secrets.seal(letter.form, contextOf(letter.id)),
    about: letter.about.join(','),
    identified: letter.identified ? 1 : 0,
    fired_at: Math.round(letter.timeMs * 1000),
    retries: letter.target.retries ? 1 : 0,
    ordered: letter.target.ordered ? 1 : 0,
  };
}

/** Throws where the row cannot be opened: it was sealed with a key that is not configured. */
export function letterOf(row: Selectable<OutboxRow>, secrets: Secrets): Letter {
  return {
    id: row.delivery_id,
    clientId: row.client_id,
    method: row.method as RegistrableMethod,
    target: { id: row.webhook_id, url: row.url, retries: row.retries === 1, ordered: row.ordered === 1 },
    form: secrets.open(row.form_sealed, contextOf(row.delivery_id)),
    about: ordersOf(row.about),
    identified: row.identified === 1,
    timeMs: row.fired_at / 1000,
    attempts: row.attempts,
  };
}

/**
 * A letter whose delivery has ended, to be delivered again under its own id (C80). Its time is that of the replay, from
 * which its attempts count.
 */
export function keptLetterOf(
  row: KeptWebhook,
  target: WebhookTarget,
  { secrets, nowUs }: { readonly secrets: Secrets; readonly nowUs: () => number },
): Letter {
  return {
    id: row.delivery_id,
    clientId: row.client_id,
    method: row.method as RegistrableMethod,
    target,
    form: secrets.open(row.form_sealed, contextOf(row.delivery_id)),
    about: ordersOf(row.about),
    identified: row.identified === 1,
    timeMs: nowUs() / 1000,
    attempts: 0,
  };
}

/** The ids of orders, from the text of the column. */
export function ordersOf(about: string): number[] {
  return about === '' ? [] : about.split(',').map(Number);
}

/** Scheme, host and port. */
export function receiverOf(url: string): string {
  return URL.parse(url)?.origin ?? '';
}

/** Binds a sealed body to its delivery: copied to another row, it does not open. */
function contextOf(deliveryId: string): string {
  return `webhook_outbox.form:${deliveryId}`;
}
