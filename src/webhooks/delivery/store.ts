/** The part of the registry that a delivery needs. */
import type { WebhookTarget } from '../registry/index.ts';

/** Answers at once or later; lookups that answer at once cost an order path least. */
type Eventually<T> = T | Promise<T>;

export interface WebhookStore {
  /** Registrations of the client for the method, in the order of registering; empty without one. */
  targetsOf(clientId: string, method: string): Eventually<readonly WebhookTarget[]>;
  /** The parent of a client: the client itself when it is one. */
  parentOf(clientId: string): Eventually<string>;
  /** Active identification tokens of the parent client, oldest first (C44). */
  tokensOf(parentId: string): Eventually<readonly string[]>;
  /** 32 bytes, or null when the client wants plain bodies (C45). */
  encryptionKeyOf(clientId: string): Eventually<Buffer | null>;
  /**
   * The signing secrets of a registration (whsec_ and base64), the newest first: of two, the second is on its way out.
   * Empty when its deliveries are not signed, or it has ended.
   */
  signingSecretsOf(clientId: string, webhookId: string): Eventually<readonly string[]>;
}
