/** Links to hosted pages. */
export interface HostedLinkTables {
  hosted_links: HostedLinkRow;
}

/** A link for a person without credentials; times are whole microseconds since 1970 UTC. */
export interface HostedLinkRow {
  /** SHA-256, in hex, of the link's secret, which is not stored. */
  link_hash: string;
  client_id: string;
  /** The purpose of the link: the name of the method that created it. */
  purpose: string;
  /** The id of the record. */
  subject: string;
  created_at: number;
  /** The instant at which it expires. */
  expires_at: number;
  /** Set while the link is being used. */
  claimed_at: number | null;
  /** Set when it was used, or refused too often, and is no longer valid. */
  used_at: number | null;
  refusals: number;
}
