-- Wires and checks as the operator records them (A23 to A25 of docs/api/payments.md).

-- What came to the escrow account of an offering.
create table receipts (
  receipt_id integer primary key,
  kind text not null, -- WIRE or CHECK.
  client_id text not null, -- Of the offering.
  offering_id bigint not null references offerings (offering_id),
  amount text not null, -- Decimal text with six decimals.
  received_on text not null, -- YYYY-MM-DD.
  reference text not null, -- Of the bank, or the number of the check.
  payer_sealed text not null,
  trade_id bigint, -- The trade that the call named; null: none.
  status text not null, -- Unmatched, Partly, Matched or Returned.
  reason text, -- Why it was returned; null if it was not.
  created_at bigint not null, -- Microseconds since 1970 UTC.
  updated_at bigint,
  deleted_at bigint
);
create unique index receipts_by_reference on receipts (offering_id, reference, received_on, kind)
  where status <> 'Returned';
create index receipts_newest on receipts (received_on, receipt_id);
create index receipts_by_offering on receipts (offering_id, received_on, receipt_id);
create index receipts_by_status on receipts (status, received_on, receipt_id);
create index receipts_by_state on receipts (offering_id, status, received_on, receipt_id);
create index receipts_returned on receipts (offering_id, reference, receipt_id) where status = 'Returned';

-- What of a receipt is for a trade.
create table receipt_matches (
  receipt_id bigint not null references receipts (receipt_id),
  trade_id bigint not null references trades (trade_id),
  client_id text not null, -- Of both.
  offering_id bigint not null, -- Of both.
  amount text not null, -- Decimal text with six decimals; 0: it was taken back.
  reason text, -- Why it was taken back, or a part of it; null if it was not.
  created_at bigint not null, -- Microseconds since 1970 UTC.
  updated_at bigint,
  constraint receipt_matches_key primary key (receipt_id, trade_id)
);
create index receipt_matches_by_trade on receipt_matches (trade_id, receipt_id);

insert into id_sequences (kind, next_id) values ('receipt', 700001);

alter table ledger_entries add column offering_id bigint; -- Of the trade or receipt.
create index ledger_entries_of_offering on ledger_entries (offering_id, entry_id) where offering_id is not null;
create index ledger_entries_by_time on ledger_entries (posted_at, entry_id);
