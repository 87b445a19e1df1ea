/** Links of accounts to parties, entities and other accounts, and their suitability. */
export interface LinkTables {
  links: LinkRow;
  account_suitabilities: AccountSuitabilityRow;
}

/** A link from an account; at most one of each type between two records, and one primary an account. */
export interface LinkRow {
  /** Counts up from 100001. */
  link_id: number;
  client_id: string;
  /** Always Account. */
  first_entry_type: string;
  first_entry: string;
  /** Account, IndivACParty or EntityACParty. */
  related_entry_type: string;
  related_entry: string;
  link_type: string;
  /** 1: the account's primary party, 0: not. */
  primary_value: number;
  notes: string;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}

/** The answers to the questions of suitability; one record for each account. */
export interface AccountSuitabilityRow {
  account_id: string;
  client_id: string;
  /** JSON object of texts by parameter. */
  answers: string;
  created_at: number;
  updated_at: number | null;
}
