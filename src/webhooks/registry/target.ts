/** One registration: a URL for a method of a client, with its options (C76). */
export interface WebhookTarget {
  readonly id: string;
  readonly url: string;
  /** A delivery that failed is made again, for three days. */
  readonly retries?: boolean;
  /** While a delivery about a record waits to be made again, later ones about the record wait too. */
  readonly ordered?: boolean;
  /** It gets the platform's form of a webhook that the venue sends too (V33). */
  readonly platform?: boolean;
}
