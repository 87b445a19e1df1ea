-- Issuers and their offerings.

-- A company that offers securities.
create table issuers (
  issuer_id integer primary key, -- Counts up from 1001.
  client_id text not null,
  issuer_name text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone_number text,
  issuer_status text not null,
  created_ip_address text,
  updated_ip_address text,
  created_at bigint not null,
  updated_at bigint,
  deleted_at bigint
);

-- The account record of an issuer, at most one; information only. Texts are stored as sent.
create table issuer_accounts (
  issuer_id integer primary key references issuers (issuer_id),
  client_id text not null,
  company_name text not null,
  company_state text not null,
  issuing_country text not null,
  account_status text not null,
  account_type text,
  entity_type text,
  company_tax_id_sealed text, -- Encrypted at rest, as the two below.
  social_security_number_sealed text,
  dob_sealed text, -- MM-DD-YYYY.
  account_middle_initial text,
  resident_us text,
  citizen_us text,
  address1 text,
  address2 text,
  city text,
  zip text,
  country text,
  additional_info text,
  created_ip_address text,
  updated_ip_address text,
  created_at bigint not null,
  updated_at bigint,
  deleted_at bigint
);

-- A bank account that a custodian holds for an issuer; entered by the operator.
create table issuer_custodian_accounts (
  issuer_id bigint not null references issuers (issuer_id),
  provider_id bigint not null, -- Id of the custodian.
  client_id text not null,
  custodian_name text not null,
  custodian_account_number text not null,
  routing_number_sealed text not null, -- Encrypted at rest, as the account number.
  account_number_sealed text not null,
  account_name text not null,
  funds text not null, -- Six-decimal text.
  created_at bigint not null,
  updated_at bigint,
  deleted_at bigint,
  constraint issuer_custodian_accounts_key primary key (issuer_id, provider_id)
);

-- An offering, which is a security of the venue with the same id.
create table offerings (
  offering_id integer primary key, -- Counts up from 5001.
  client_id text not null,
  issuer_id bigint not null references issuers (issuer_id),
  issue_name text not null,
  issue_type text,
  target_amount text not null,
  min_amount text not null,
  max_amount text not null,
  unit_price text not null,
  total_shares text not null, -- max_amount / unit_price, rounded down at the sixth decimal.
  -- Units of the offering's trades, without cancelled and unwound ones; the remaining units are total minus sold.
  sold_shares text not null,
  start_date text not null, -- YYYY-MM-DD.
  end_date text not null, -- YYYY-MM-DD.
  offering_status text not null, -- As sent.
  offering_text text not null,
  stamping_text text not null,
  escrow_account_number text,
  provider_id bigint, -- Id of the escrow institution.
  revision bigint not null, -- Counts the changes of the offering from 1: the order in which the venue must get them.
  field1 text,
  field2 text,
  field3 text,
  created_ip_address text,
  updated_ip_address text,
  created_at bigint not null,
  updated_at bigint,
  deleted_at bigint,
  -- The status after reopening; null: it was never closed; `closed`: it was admitted to trading then (C51).
  status_before_end text,
  -- Set only by the operator, as the next: JSON of the wire and check instructions, encrypted at rest.
  custodian_details_sealed text
);
create index offerings_by_client on offerings (client_id, offering_id);
create index offerings_by_issuer on offerings (issuer_id, offering_id);

-- The first id of each kind of record.
insert into id_sequences (kind, next_id) values
  ('issuer', 1001), ('offering', 5001);
