import type { Selectable } from 'kysely';
import type { Db, KeptWebhookRow } from '../../database/schema/index.ts';
import type { WebhookFields } from '../../http/methods/index.ts';
import type { WebhookTarget } from '../registry/index.ts';

/** A webhook that belongs to a change. */
export interface OutgoingWebhook {
  readonly clientId: string;
  /** The name of the method that it is sent for; an alias counts as itself (C40). */
  readonly method: string;
  readonly fields: WebhookFields;
  /** The user whose call it is of (O16); undefined: an API key's. */
  readonly userId?: string | undefined;
}

/**
 * Where changes leave their webhooks: in the transaction of the change, so that neither is there without the other
 * (C71).
 */
export interface WebhookOutbox {
  /**
   * Adds the webhook to a transaction that is under way; a client without a registration for it gets none. It is sent
   * soon after the commit, and not at all where the transaction is rolled back. For what changes without a call
   * (batches, files of the operator, callbacks of providers) this is all there is to do; a method uses change().
   */
  add(transaction: Db, webhook: OutgoingWebhook): Promise<void>;
  /** Whether the client has a registration for the webhook of a method. */
  isRegistered(clientId: string, method: string): boolean | Promise<boolean>;
  /**
   * The transaction was committed: what was added to it is sent now. May be left out; then it is sent a moment later.
   */
  committed(transaction: Db): void;
  /** The transaction was rolled back. May be left out. */
  rolledBack(transaction: Db): void;
}

/** Webhooks to one registration, whatever else the client has registered (C76). */
export interface RegistrationOutbox {
  /** Adds a webhook to a transaction; answers the id of its delivery. */
  sendTo(transaction: Db, webhook: OutgoingWebhook, target: WebhookTarget): Promise<string | undefined>;
  /** Adds webhooks whose delivery has ended; answers how many of them, from the first on, the client has room for. */
  sendAgain(transaction: Db, kept: readonly KeptWebhook[], target: WebhookTarget): Promise<number>;
}

export type KeptWebhook = Omit<Selectable<KeptWebhookRow>, 'kept_seq' | 'delivered'>;
