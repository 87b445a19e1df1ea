/** Further records of issuers; a row with deleted_at set is virtually deleted. */
export interface IssuerAccountTables {
  issuer_accounts: IssuerAccountRow;
  issuer_custodian_accounts: IssuerCustodianAccountRow;
}

/** The account record of an issuer, at most one; information only. Texts are stored as sent. */
export interface IssuerAccountRow {
  issuer_id: number;
  client_id: string;
  account_type: string | null;
  company_name: string;
  company_state: string;
  entity_type: string | null;
  /** Encrypted at rest, as the two below. */
  company_tax_id_sealed: string | null;
  social_security_number_sealed: string | null;
  /** MM-DD-YYYY. */
  dob_sealed: string | null;
  account_middle_initial: string | null;
  resident_us: string | null;
  citizen_us: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  zip: string | null;
  country: string | null;
  issuing_country: string;
  additional_info: string | null;
  account_status: string;
  created_ip_address: string | null;
  updated_ip_address: string | null;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}

/** A bank account that a custodian holds for an issuer; entered by the operator. */
export interface IssuerCustodianAccountRow {
  issuer_id: number;
  /** Id of the custodian. */
  provider_id: number;
  client_id: string;
  custodian_name: string;
  custodian_account_number: string;
  /** Encrypted at rest, as the account number. */
  routing_number_sealed: string;
  account_number_sealed: string;
  account_name: string;
  /** Six-decimal text. */
  funds: string;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}
