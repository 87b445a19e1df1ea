/** Links to hosted pages. */
export interface HostedLinkTables {
  hosted_links: HostedLinkRow;
}

/** A link that somebody without credentials opens; times are whole microseconds since 1970 UTC. */
export interface HostedLinkRow {
  /** SHA-256, in hex, of what makes the link; that itself is kept nowhere. */
  link_hash: string;
  client_id: string;
  /** What the link is for: the name of the method that made it. */
  purpose: string;
  /** The id of the record that it is about. */
  subject: string;
  created_at: number;
  /** From this instant on it holds no more. */
  expires_at: number;
  /** While what it is for is being done. */
  claimed_at: number | null;
  /** It was used, or refused too often, and holds no more. */
  used_at: number | null;
  refusals: number;
}
