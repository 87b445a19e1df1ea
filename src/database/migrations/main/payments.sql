-- Trades of offerings, and the money that moves by ACH, cards and custody accounts.

-- An investment. Amounts and shares are decimal text with exactly six decimals; times whole microseconds since 1970
-- UTC.
create table trades (
  trade_id integer primary key, -- Counts up from 100001.
  offering_id bigint not null references offerings (offering_id),
  client_id text not null,
  account_id text not null,
  party_id text not null, -- The account's primary party when the trade was made.
  transaction_type text not null,
  unit_price text not null,
  total_shares text not null,
  fees text not null,
  total_amount text not null, -- unit_price x total_shares + fees.
  order_status text not null, -- CREATED, FUNDED, UNWIND PENDING, UNWIND SETTLED, SETTLED or CANCELED.
  esign_status text not null,
  field1 text not null,
  field2 text not null,
  field3 text not null,
  rr_approval_status text not null,
  principal_approval_status text not null,
  errors text,
  document_key text,
  rr_name text,
  rr_approval_date text,
  principal_name text,
  principal_date text,
  close_id text,
  created_ip_address text,
  updated_ip_address text, -- From the last updateTrade or cancellation.
  eligible_to_close bigint not null, -- 1: it can be closed (T9), 0: not yet.
  archived bigint not null, -- 1: archived, 0: active.
  created_at bigint not null,
  updated_at bigint,
  deleted_at bigint
);
create index trades_by_offering on trades (offering_id, trade_id);
create index trades_by_account on trades (client_id, account_id, trade_id);
create index trades_held on trades (client_id, account_id) where order_status not in ('CANCELED', 'UNWIND SETTLED');

-- The one bank account of an account or an issuer (A1).
create table external_accounts (
  external_account_id integer primary key,
  client_id text not null,
  types text not null, -- Account or Issuer.
  owner_id text not null, -- Id of the account or issuer: at most one live row has it.
  nickname text not null,
  full_name text not null,
  routing_number_sealed text not null,
  account_number_sealed text not null,
  account_type text not null, -- Checking or Savings.
  bank_name text,
  linked_at bigint, -- When its holder linked it on our page; null when the client sent it.
  created_ip_address text,
  updated_ip_address text,
  created_at bigint not null,
  updated_at bigint,
  deleted_at bigint
);
create unique index external_accounts_by_owner on external_accounts (owner_id) where deleted_at is null;

-- A debit, with the bank details from its creation.
create table ach_fund_moves (
  ref_num integer primary key,
  trade_id bigint not null references trades (trade_id),
  offering_id bigint not null,
  client_id text not null,
  account_id text not null,
  amount text not null,
  description text not null,
  -- Pending, Submitted, Settled, Returned or Voided. A trade has at most one row in the first three.
  fund_status text not null,
  transaction_status text not null, -- Pending, Approved or Declined.
  full_name text not null,
  routing_number_sealed text not null,
  account_number_sealed text not null,
  account_type text not null,
  bank_name text,
  errors text, -- Why the bank returned it; null if it did not.
  batch_day text, -- The bank business day of its file, YYYY-MM-DD.
  trace_number text, -- 15 digits: its name in the network.
  created_ip_address text,
  created_at bigint not null,
  updated_at bigint,
  deleted_at bigint
);
create unique index ach_fund_moves_live on ach_fund_moves (trade_id)
  where fund_status in ('Pending', 'Submitted', 'Settled');
create index ach_fund_moves_under_way on ach_fund_moves (fund_status, ref_num)
  where fund_status in ('Pending', 'Submitted');
create index ach_fund_moves_by_account on ach_fund_moves (account_id, ref_num);
create index ach_fund_moves_by_trade on ach_fund_moves (trade_id, ref_num);
create index ach_fund_moves_by_trace on ach_fund_moves (trace_number);

-- The operator's settings for a client; without a row the defaults apply (A9).
create table ach_clients (
  client_id text primary key,
  enabled bigint not null, -- 1: debits are made; 0: there is no payment provider (211).
  single_amount_max text not null, -- Largest trade total of one debit.
  updated_at bigint not null
);

-- An account that cannot be debited (773).
create table ach_blocks (
  account_id text primary key,
  client_id text not null,
  reason text not null,
  created_at bigint not null
);

-- The batch of a bank business day: made once, also without payments.
create table ach_batches (
  batch_day text primary key, -- YYYY-MM-DD.
  entries bigint not null,
  total text not null,
  made_at bigint not null
);

-- A file of a batch for the bank.
create table ach_files (
  file_name text primary key,
  batch_day text not null references ach_batches (batch_day),
  modifier text not null,
  entries bigint not null,
  content_sealed text not null,
  written_at bigint, -- Null until the file is in its folder.
  constraint ach_files_of_day unique (batch_day, modifier)
);

-- A file of returns and notifications of change that was read: each content once.
create table ach_notice_files (
  sha256 text primary key, -- Of the content, in hex.
  file_name text not null,
  read_at bigint not null
);

-- A notice of the bank about a debit, and its outcome.
create table ach_notices (
  sha256 text not null references ach_notice_files (sha256),
  line bigint not null,
  code text not null, -- R01 ... or C01 ...
  trace_number text not null,
  ref_num bigint,
  outcome text not null,
  constraint ach_notices_key primary key (sha256, line)
);

-- The stored data of a card, never its number. An account has at most one card that is not deleted.
create table linked_cards (
  card_id integer primary key,
  client_id text not null,
  account_id text not null,
  card_holder text not null,
  card_type text not null, -- The brand, for example Visa.
  last_four text not null,
  expiration text not null, -- MMYY.
  billing_zip text not null,
  token_sealed text not null, -- The processor's token of the card; encrypted at rest.
  created_at bigint not null,
  updated_at bigint,
  deleted_at bigint
);
create unique index linked_cards_by_account on linked_cards (account_id) where deleted_at is null;

-- A payment by card for a trade.
create table card_fund_moves (
  ref_num integer primary key, -- Counts up from 600001.
  trade_id bigint not null,
  offering_id bigint not null,
  client_id text not null,
  account_id text not null,
  total_amount text not null, -- Dollars: decimal text with six decimals, in whole cents.
  fund_status text not null, -- Pending, Submitted, Settled, Returned or Voided.
  transaction_status text not null, -- Pending, Approved or Declined.
  errors text,
  processor_transaction_id text,
  processor_transaction_message text,
  processor_token_message text,
  payment_key text, -- The key of the payment at the processor; null until it is submitted.
  token_sealed text, -- The token of the card that pays, from the submission on; encrypted at rest.
  created_ip_address text,
  submitted_at bigint,
  ask_at bigint, -- When the processor is asked again for the outcome; null when no outcome is pending.
  asked bigint not null, -- How often the processor was asked.
  created_at bigint not null,
  updated_at bigint,
  deleted_at bigint,
  refunded_amount text not null -- The amount refunded at the processor so far; as total_amount.
);
create unique index card_fund_moves_live on card_fund_moves (trade_id)
  where fund_status in ('Pending', 'Submitted', 'Settled');
create index card_fund_moves_pending on card_fund_moves (ref_num) where fund_status = 'Pending';
create index card_fund_moves_asked on card_fund_moves (ask_at) where ask_at is not null;
create unique index card_fund_moves_by_key on card_fund_moves (payment_key) where payment_key is not null;
create index card_fund_moves_by_account on card_fund_moves (client_id, account_id, ref_num);

-- The largest payment of a client, if the operator set it.
create table card_limits (
  client_id text primary key,
  amount_max text not null, -- Dollars: decimal text with six decimals.
  updated_at bigint not null
);

-- The latest attestation of the custody agreement for each account.
create table custody_attestations (
  account_id text primary key references accounts (account_id),
  client_id text not null,
  document_url text not null,
  created_ip_address text,
  created_at bigint not null, -- Microseconds since 1970 UTC, as every *_at.
  deleted_at bigint
);

-- A request for a custody account; the newest of an account counts.
create table custody_account_requests (
  request_id text primary key, -- Ten random letters and digits.
  client_id text not null,
  account_id text not null references accounts (account_id),
  request_status text not null, -- Pending, Need More Info, New Info Added, Approved or Rejected.
  account_status text not null, -- Pending, Open or Closed.
  restricted bigint not null, -- 1: restricted, 0: not.
  reason text, -- What the operator said of the status.
  notes text, -- What the client said last.
  created_ip_address text,
  updated_ip_address text,
  created_at bigint not null,
  updated_at bigint,
  deleted_at bigint
);
create index custody_account_requests_by_account on custody_account_requests (account_id, created_at);
create index custody_account_requests_by_status on custody_account_requests (request_status, created_at, request_id);
create unique index custody_account_requests_current on custody_account_requests (account_id)
  where request_status <> 'Rejected' and account_status <> 'Closed';

create table custody_account_supplements (
  account_id text primary key,
  client_id text not null,
  details_sealed text not null,
  created_ip_address text,
  updated_ip_address text,
  created_at bigint not null,
  updated_at bigint,
  deleted_at bigint
);

create table custody_party_supplements (
  party_id text primary key, -- A party or an entity.
  client_id text not null,
  details_sealed text not null,
  created_ip_address text,
  updated_ip_address text,
  created_at bigint not null,
  updated_at bigint,
  deleted_at bigint
);

-- Money that leaves a custody account.
create table custody_fund_disbursements (
  request_id text primary key, -- A UUID.
  client_id text not null,
  account_id text not null references accounts (account_id),
  amount text not null, -- Decimal text with two decimals.
  type text not null, -- ach, wire_domestic or wire_international.
  bank_id text,
  bank_account_id_sealed text,
  details_sealed text,
  status text not null,
  reason text, -- What the operator said of the status.
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint
);
create index custody_fund_disbursements_by_account on custody_fund_disbursements (client_id, account_id);
create index custody_fund_disbursements_by_status on custody_fund_disbursements (client_id, status);

-- A deposit: money debited from the external account for the custody account.
create table custody_fund_moves (
  reference_number integer primary key, -- From the shared sequence of all debits.
  client_id text not null,
  account_id text not null references accounts (account_id),
  trade_id bigint references trades (trade_id), -- The trade that the money is for.
  amount text not null, -- Decimal text with six decimals.
  description text,
  bank_name text,
  account_name text not null, -- From the external account at the time of the deposit.
  account_number_sealed text not null,
  routing_number_sealed text not null,
  account_type text not null, -- Checking or Savings.
  approval_status text not null, -- Pending, Approved or TEST ENTRY.
  status text not null, -- Pending, Submitted, Settled, Returned, Voided or Declined.
  errors text not null,
  batch_day text, -- The bank business day of its file, YYYY-MM-DD.
  trace_number text, -- 15 digits: its name in the network.
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint
);
create index custody_fund_moves_by_account on custody_fund_moves (client_id, account_id);
create index custody_fund_moves_by_status on custody_fund_moves (status, reference_number);
create index custody_fund_moves_by_trace on custody_fund_moves (trace_number);
create unique index custody_fund_moves_live on custody_fund_moves (trade_id)
  where status in ('Pending', 'Submitted', 'Settled');

-- The largest deposit of a client, below the limit for all clients.
create table custody_deposit_limits (
  client_id text primary key,
  amount text not null, -- Decimal text with six decimals.
  updated_at bigint not null
);

-- The first id of each kind of record.
insert into id_sequences (kind, next_id) values
  ('trade', 100001), ('external_account', 1001), ('ach_fund_move', 1000001), ('card', 1), ('card_move', 600001);
