-- The ledger of money (docs/api/ledger.md); written by triggers only, which postings.ts makes.

-- What a change of a trade, a payment or a disbursement moved: the entries of a posting sum to 0. Never changed.
create table ledger_entries (
  entry_id integer primary key /* counted */,
  posting bigint not null,
  event text not null, -- What happened: subscribe, pay, settle, ...
  kind text not null, -- Of the account.
  owner text not null, -- Of the account: an offering, a trade, a custody account, a rail, or the bank.
  amount bigint not null check (amount between -9000000000000000000 and 9000000000000000000), -- Millionths of a dollar.
  trade_id bigint,
  payment text, -- The rail and number of a payment, or the id of a disbursement; null: the trade itself.
  posted_at bigint not null, -- Microseconds since 1970 UTC.
  reason text
);
create index ledger_entries_of_account on ledger_entries (kind, owner, entry_id);
create index ledger_entries_of_trade on ledger_entries (trade_id, entry_id);
create index ledger_entries_of_posting on ledger_entries (posting);

-- The sum of the entries of each account, but of those that all payments share: outside and in transit.
create table ledger_balances (
  kind text not null,
  owner text not null,
  amount bigint not null check (amount between -9000000000000000000 and 9000000000000000000), -- Millionths of a dollar.
  constraint ledger_balances_pk primary key (kind, owner)
) without rowid;
