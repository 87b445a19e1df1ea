-- Accounts, the parties and entities that hold them, and the checks of both.

-- An account. Dates and free-form fields are stored as sent.
create table accounts (
  account_id text primary key, -- A and eight or more digits, counted up from A10000001.
  client_id text not null,
  account_name text not null,
  type text not null,
  resident_type text not null,
  address1 text not null,
  address2 text not null,
  city text not null,
  state text not null,
  zip text not null,
  country text not null,
  email text not null,
  kyc_status text not null,
  aml_status text not null,
  accredited_status text not null,
  approval_status text not null,
  syndicate text not null,
  tags text not null,
  notes text not null,
  field1 text not null,
  field2 text not null,
  field3 text not null,
  entity_type text,
  phone text,
  tax_id_sealed text, -- Encrypted at rest.
  social_security_number_sealed text, -- Encrypted at rest; not settable through the API.
  kyc_date text,
  aml_date text,
  suitability_date text,
  suitability_approver text,
  accredited_investor text,
  accredited_investor_date text,
  limit_506c text, -- Whole dollars, as decimal digits.
  account_total_limit text,
  single_investment_limit text,
  associated_ac text,
  approval_principal text,
  approval_last_review text,
  created_ip_address text,
  updated_ip_address text,
  suitability_score bigint,
  archived bigint not null, -- 1: archived, 0: active.
  created_at bigint not null,
  updated_at bigint, -- Null until the first update.
  deleted_at bigint
);
create index accounts_by_email on accounts (client_id, email);

-- The answers to the questions of suitability; one record for each account.
create table account_suitabilities (
  account_id text primary key references accounts (account_id),
  client_id text not null,
  answers text not null, -- JSON object of texts by parameter.
  created_at bigint not null,
  updated_at bigint
);

-- An individual.
create table parties (
  party_id text primary key, -- P (a party) or E (an entity) and eight or more digits.
  client_id text not null,
  kyc_status text,
  aml_status text,
  aml_date text,
  esign_status text not null,
  document_key text not null,
  domicile text not null,
  first_name text not null,
  last_name text not null,
  prim_country text not null,
  prim_address1 text not null,
  prim_address2 text not null,
  prim_city text not null,
  prim_state text not null,
  prim_zip text not null,
  email_address text not null,
  email_address2 text not null,
  occupation text not null,
  emp_name text not null,
  emp_country text not null,
  emp_address1 text not null,
  emp_address2 text not null,
  emp_city text not null,
  emp_state text not null,
  tags text not null,
  notes text not null,
  field1 text not null,
  field2 text not null,
  field3 text not null,
  middle_initial text,
  social_security_number_sealed text,
  dob_sealed text, -- MM-DD-YYYY.
  phone text,
  phone2 text,
  associated_person text,
  emp_status text,
  emp_zip text,
  invest_to text,
  current_ann_income text, -- Whole dollars, as the next four.
  avg_ann_income text,
  current_household_income text,
  avg_household_income text,
  household_networth text,
  archived bigint not null, -- 1: archived, 0: active.
  created_ip_address text,
  updated_ip_address text,
  created_at bigint not null, -- Microseconds since 1970 UTC, as the next two.
  updated_at bigint not null,
  deleted_at bigint
);
create index parties_by_email on parties (client_id, email_address);

-- A company, partnership or trust.
create table entities (
  party_id text primary key, -- P (a party) or E (an entity) and eight or more digits.
  client_id text not null,
  kyc_status text,
  aml_status text,
  aml_date text,
  esign_status text not null,
  document_key text not null,
  domicile text not null,
  entity_name text not null,
  entity_type text not null,
  entity_desc text not null,
  prim_country text not null,
  prim_address1 text not null,
  prim_address2 text not null,
  prim_city text not null,
  prim_state text not null,
  prim_zip text not null,
  email_address text not null,
  email_address2 text not null,
  tags text not null,
  notes text not null,
  ein_sealed text,
  phone text,
  phone2 text,
  total_assets text, -- Whole dollars.
  owners_ai text,
  formation_date text,
  archived bigint not null, -- 1: archived, 0: active.
  created_ip_address text,
  updated_ip_address text,
  created_at bigint not null, -- Microseconds since 1970 UTC, as the next two.
  updated_at bigint not null,
  deleted_at bigint
);
create index entities_by_email on entities (client_id, email_address);

-- Supplemental details of an entity; at most one for each. The details are one JSON object, encrypted at rest.
create table entity_supplements (
  entity_id text primary key references entities (party_id),
  client_id text not null,
  details_sealed text not null,
  created_ip_address text,
  updated_ip_address text,
  created_at bigint not null,
  updated_at bigint,
  deleted_at bigint
);

-- A link from an account; at most one of each type between two records, and one primary an account.
create table links (
  link_id integer primary key, -- Counts up from 100001.
  client_id text not null,
  first_entry_type text not null, -- Always Account.
  first_entry text not null,
  related_entry_type text not null, -- Account, IndivACParty or EntityACParty.
  related_entry text not null,
  link_type text not null,
  primary_value bigint not null, -- 1: the account's primary party, 0: not.
  notes text not null,
  created_at bigint not null,
  updated_at bigint,
  deleted_at bigint
);
create index links_by_first_entry on links (client_id, first_entry);
create index links_by_related_entry on links (client_id, related_entry);
create unique index links_once on links (first_entry, related_entry, link_type) where deleted_at is null;
create unique index links_one_primary on links (first_entry) where primary_value = 1 and deleted_at is null;

-- The provider's response of each completed check.
create table kyc_responses (
  response_id integer primary key,
  client_id text not null,
  party_id text not null, -- A party or an entity.
  type text not null, -- Basic, Enhanced or AML Only.
  response_sealed text not null, -- JSON: response, kycstatus, amlstatus.
  created_at bigint not null, -- Microseconds since 1970 UTC, as every *_at.
  deleted_at bigint
);
create index kyc_responses_by_party on kyc_responses (party_id, type, response_id);

-- The questions of an enhanced check, which can be answered once.
create table kyc_questionnaires (
  party_id text not null,
  id_number text not null, -- The provider's id-number of the check.
  client_id text not null,
  question_count bigint not null,
  expires_at bigint not null,
  answered_at bigint, -- When the questions were answered, right or wrong.
  constraint kyc_questionnaires_key primary key (party_id, id_number)
);

-- A review by people; at most one for each party, entity or account of a client, which can be opened again.
create table kyc_reviews (
  request_id text primary key,
  client_id text not null,
  investor_id text not null unique, -- A party, an entity or an account.
  -- Pending, Needs More Info, New Info Added, Manually Approved, Disapproved, or Auto Approved when no review is
  -- needed.
  kyc_status text not null,
  aml_status text not null,
  open bigint not null, -- 1 while one of the two statuses waits for the reviewer or the client.
  notes_sealed text,
  created_at bigint not null,
  updated_at bigint not null
);
create index kyc_reviews_by_state on kyc_reviews (open, created_at, request_id);

-- A request to verify the investor of an account; an account may have many.
create table accreditation_requests (
  request_id text primary key, -- Ten random letters and digits.
  client_id text not null,
  account_id text not null references accounts (account_id),
  ai_method text not null,
  notes text,
  request_status text not null, -- As it was sent; Pending at first, Expired after valid_until.
  reviewed_by text, -- Who decided for the operator.
  valid_until text, -- The last date, YYYY-MM-DD (US Eastern), of an approval.
  created_at bigint not null, -- Microseconds since 1970 UTC, as every *_at.
  updated_at bigint,
  deleted_at bigint
);
create index accreditation_requests_by_account on accreditation_requests (account_id, created_at);
create index accreditation_requests_by_status on accreditation_requests (request_status, valid_until, created_at);

-- The first id of each kind of record.
insert into id_sequences (kind, next_id) values
  ('account', 10000001), ('party', 10000001), ('entity', 10000001), ('link', 100001),
  ('kyc_response', 1), ('kyc_review', 100001);
