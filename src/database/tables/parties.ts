/** The parties and entities that hold accounts. Texts are kept as sent; *_sealed columns are encrypted at rest. */
export interface PartyTables {
  parties: PartyRow;
  entities: EntityRow;
  entity_supplements: EntitySupplementRow;
}

/** The columns that parties and entities share. */
export interface PartyRecord {
  /** P (a party) or E (an entity) and eight or more digits. */
  party_id: string;
  client_id: string;
  kyc_status: string | null;
  aml_status: string | null;
  aml_date: string | null;
  esign_status: string;
  document_key: string;
  /** 1: archived, 0: active. */
  archived: number;
  created_ip_address: string | null;
  updated_ip_address: string | null;
  /** Microseconds since 1970 UTC, as the next two. */
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}

/** An individual. */
export interface PartyRow extends PartyRecord {
  domicile: string;
  first_name: string;
  middle_initial: string | null;
  last_name: string;
  social_security_number_sealed: string | null;
  /** MM-DD-YYYY. */
  dob_sealed: string | null;
  prim_country: string;
  prim_address1: string;
  prim_address2: string;
  prim_city: string;
  prim_state: string;
  prim_zip: string;
  email_address: string;
  email_address2: string;
  phone: string | null;
  phone2: string | null;
  occupation: string;
  associated_person: string | null;
  emp_status: string | null;
  emp_name: string;
  emp_country: string;
  emp_address1: string;
  emp_address2: string;
  emp_city: string;
  emp_state: string;
  emp_zip: string | null;
  invest_to: string | null;
  /** Whole dollars, as the next four. */
  current_ann_income: string | null;
  avg_ann_income: string | null;
  current_household_income: string | null;
  avg_household_income: string | null;
  household_networth: string | null;
  tags: string;
  notes: string;
  field1: string;
  field2: string;
  field3: string;
}

/** A company, partnership or trust. */
export interface EntityRow extends PartyRecord {
  domicile: string;
  entity_name: string;
  entity_type: string;
  entity_desc: string;
  ein_sealed: string | null;
  prim_country: string;
  prim_address1: string;
  prim_address2: string;
  prim_city: string;
  prim_state: string;
  prim_zip: string;
  email_address: string;
  email_address2: string;
  phone: string | null;
  phone2: string | null;
  /** Whole dollars. */
  total_assets: string | null;
  owners_ai: string | null;
  tags: string;
  notes: string;
  formation_date: string | null;
}

/** Supplemental details of an entity; at most one for each. The details are one JSON object, encrypted at rest. */
export interface EntitySupplementRow {
  entity_id: string;
  client_id: string;
  details_sealed: string;
  created_ip_address: string | null;
  updated_ip_address: string | null;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}
