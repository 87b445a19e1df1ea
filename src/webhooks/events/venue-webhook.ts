import type { RecordKey } from './records.ts';

/** A webhook of an event, for the registrations of a client. */
export interface VenueWebhook {
  readonly clientId: string;
  readonly method: string;
  /** With the identifying headers; webhooks of the venue have none (V33). */
  readonly identified: boolean;
  /** The orders and the match of the event. */
  readonly about: readonly RecordKey[];
  /** Called only where somebody is registered. */
  readonly fields: () => Readonly<Record<string, unknown>>;
  /** The user who caused it (O16); null or absent: none, or not for this client to know. */
  readonly userId?: string | null;
}
