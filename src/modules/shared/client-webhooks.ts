import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { WebhookFields } from '../../http/method.ts';
import type { WebhookSink } from '../../http/webhook-sink.ts';

/**
 * Webhooks to a client whose records somebody else changed: the operator, a batch, a provider. What the client's own call
 * changes is sent by its answer (Answer.webhook).
 *
 *     await webhooks.fire(row.client_id, 'updateKycAmlStatus', { partyId, type, status });
 */
export class ClientWebhooks {
  readonly #db: Kysely<Schema>;
  readonly #sink: WebhookSink;

  constructor(db: Kysely<Schema>, sink: WebhookSink) {
    this.#db = db;
    this.#sink = sink;
  }

  /** To be called once the change is durable; resolves when the webhook is on its way, and waits for no receiver. */
  async fire(clientId: string, method: string, fields: WebhookFields): Promise<void> {
    const client = await this.#db
      .selectFrom('clients')
      .select('parent_id')
      .where('client_id', '=', clientId)
      .executeTakeFirst();
    this.#sink.fire(clientId, client?.parent_id ?? clientId, method, fields);
  }
}
