/** Rows of the outbox, and the deliveries that they keep: one webhook for one registration. */

import { hash, randomUUID } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import { BulkInsert, type Columns, dialectOf, executeDeferred } from '../../database/queries/index.ts';
import type { Db, OutboxRow } from '../../database/schema/index.ts';
import type { Secrets } from '../../database/secrets/index.ts';
import type { Microseconds } from '../../time/units.ts';
import type { Delivery } from '../delivery/index.ts';
import type { RecordKey } from '../events/index.ts';
import { destinationOf, type WebhookTarget } from '../registry/index.ts';
import type { KeptWebhook } from './webhook-outbox.ts';

/** The common part of the deliveries of one webhook. */
export interface Contents {
  readonly clientId: string;
  readonly method: string;
  /** The records that it is about. */
  readonly about: readonly RecordKey[];
  readonly identified: boolean;
  readonly form: string;
  readonly firedAtUs: Microseconds;
  /** Names what fired it, where it may be written twice: both times its deliveries have the same ids. */
  readonly cause?: string;
}

export interface AddressedWebhook {
  readonly contents: Contents;
  /** The registrations that it goes to. */
  readonly targets: readonly WebhookTarget[];
}

/** What became of webhooks that were to be written. */
export interface Written {
  readonly deliveries: readonly Delivery[];
  /** Those for which the client had no room. */
  readonly dropped: number;
}

interface DeliveryToStore extends Delivery {
  readonly formSealed: string;
}

export type StoredRow = Selectable<OutboxRow>;

/** A delivery whose body was not opened. */
export type SealedDelivery = Omit<Delivery, 'form'>;

type WrittenRow = Omit<Insertable<OutboxRow>, 'outbox_seq' | 'attempts' | 'due_at'>;

const COLUMNS: Columns<WrittenRow, DeliveryToStore> = {
  delivery_id: ({ id }) => id,
  client_id: ({ clientId }) => clientId,
  method: ({ method }) => method,
  webhook_id: ({ target }) => target.id,
  url: ({ target }) => target.url,
  receiver: ({ target }) => destinationOf(target.url).receiver,
  form_sealed: ({ formSealed }) => formSealed,
  about: ({ about }) => about.join(','),
  identified: ({ identified }) => (identified ? 1 : 0),
  fired_at: ({ timeMs }) => Math.round(timeMs * 1000),
  retries: ({ target }) => (target.retries ? 1 : 0),
  ordered: ({ target }) => (target.ordered ? 1 : 0),
};
const INSERTS = {
  sqlite: new BulkInsert('sqlite', 'webhook_outbox', COLUMNS),
  postgres: new BulkInsert('postgres', 'webhook_outbox', COLUMNS),
};

export function deliveriesOf(
  { firedAtUs, cause, ...contents }: Contents,
  targets: readonly WebhookTarget[],
): Delivery[] {
  const timeMs = firedAtUs / 1000;
  const idOf = (target: WebhookTarget) => (cause === undefined ? randomUUID() : uuidOf(`${cause} ${target.id}`));
  return targets.map((target) => ({ ...contents, id: idOf(target), target, timeMs, attempts: 0 }));
}

/** A UUID that is made from a text (version 8). */
export function uuidOf(text: string): string {
  const hex = hash('sha256', text);
  const part = (from: number, length: number) => hex.slice(from, from + length);
  return `${part(0, 8)}-${part(8, 4)}-8${part(13, 3)}-8${part(17, 3)}-${part(20, 12)}`;
}

export async function insertDeliveries(
  transaction: Db,
  secrets: Pick<Secrets, 'seal'>,
  deliveries: readonly Delivery[],
): Promise<void> {
  const sealed = deliveries.map((delivery) => ({
    ...delivery,
    formSealed: secrets.seal(delivery.form, contextOf(delivery.id)),
  }));
  for (const statement of INSERTS[dialectOf(transaction)].statements(sealed)) {
    await executeDeferred(transaction, statement);
  }
}

/** Throws where the row cannot be opened: it was sealed with a key that is not configured. */
export function deliveryOf(row: StoredRow, secrets: Pick<Secrets, 'open'>): Delivery {
  return { ...sealedDeliveryOf(row), form: secrets.open(row.form_sealed, contextOf(row.delivery_id)) };
}

/** The error where the row cannot be opened. */
export function openedDelivery(row: StoredRow, secrets: Pick<Secrets, 'open'>): Delivery | Error {
  try {
    return deliveryOf(row, secrets);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

export function sealedDeliveryOf(row: StoredRow): SealedDelivery {
  return {
    id: row.delivery_id,
    clientId: row.client_id,
    method: row.method,
    target: { id: row.webhook_id, url: row.url, retries: row.retries === 1, ordered: row.ordered === 1 },
    about: aboutOf(row.about),
    identified: row.identified === 1,
    timeMs: row.fired_at / 1000,
    attempts: row.attempts,
    isPostponed: row.due_at > 0,
  };
}

/** A kept body cannot be opened now: its key is not configured. A later call succeeds once it is. */
class BodyUnreadable extends Error {
  override readonly name = 'BodyUnreadable';
  readonly isUnavailable = true;
  readonly callerMessage = 'the body of a webhook cannot be opened now; repeat this call later, or name others';
}

/**
 * A delivery that has ended, to be made again under its id (C80). Its time is that of the replay, from which its
 * attempts count.
 */
export function keptDeliveryOf(
  row: KeptWebhook,
  target: WebhookTarget,
  { secrets, nowUs }: { readonly secrets: Pick<Secrets, 'open'>; readonly nowUs: () => Microseconds },
): Delivery {
  return {
    id: row.delivery_id,
    clientId: row.client_id,
    method: row.method,
    target,
    form: openKept(row, secrets),
    about: aboutOf(row.about),
    identified: row.identified === 1,
    timeMs: nowUs() / 1000,
    attempts: 0,
  };
}

function openKept(row: KeptWebhook, secrets: Pick<Secrets, 'open'>): string {
  try {
    return secrets.open(row.form_sealed, contextOf(row.delivery_id));
  } catch (error) {
    throw new BodyUnreadable(`the body of webhook ${row.delivery_id} cannot be opened`, { cause: error });
  }
}

/** The records, from the text of the column; orders are numbers. */
export function aboutOf(about: string): RecordKey[] {
  return about === '' ? [] : about.split(',').map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}

/** Binds a sealed body to its delivery: copied to another row, it does not open. */
function contextOf(deliveryId: string): string {
  return `webhook_outbox.form:${deliveryId}`;
}
