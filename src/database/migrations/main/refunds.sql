-- Money that goes back to investors (A30 to A35 of docs/api/payments.md).

create table refunds (
  refund_id integer primary key, -- From the sequence of all debits: a trace number names one entry of every kind.
  client_id text not null,
  offering_id bigint not null references offerings (offering_id),
  account_id text not null,
  trade_id bigint not null references trades (trade_id),
  rail text not null, -- ACH, CARD, CUSTODY, WIRE or CHECK.
  payment bigint, -- The number of the payment or receipt that it gives back; null: none in particular.
  amount text not null, -- Decimal text with six decimals.
  status text not null, -- Pending, Submitted, Settled, Returned or Voided.
  reference text, -- The operator's own.
  reason text, -- Why it was made, or what the operator said of its end.
  errors text, -- Why it was returned or voided; null if it was not.
  batch_day text, -- The bank business day of its file, YYYY-MM-DD.
  trace_number text, -- 15 digits: its name in the network.
  full_name text, -- Of the debit, as what follows; null unless the rail is ACH.
  routing_number_sealed text,
  account_number_sealed text,
  account_type text, -- Checking or Savings.
  refund_key text, -- The key of the refund at the card processor; null until it is submitted.
  refunded_before text, -- The amount of the payment by card that was refunded when this was submitted.
  counted text not null, -- What of it the refunded amount of the payment by card has.
  submitted_at bigint, -- Microseconds since 1970 UTC, as every *_at.
  ask_at bigint, -- When the processor is asked again for the outcome; null when no outcome is pending.
  asked bigint not null, -- How often the processor was asked.
  created_at bigint not null,
  updated_at bigint,
  deleted_at bigint
);
create unique index refunds_by_reference on refunds (trade_id, reference) where reference is not null;
create unique index refunds_by_key on refunds (refund_key) where refund_key is not null;
create index refunds_under_way on refunds (rail, status, refund_id) where status in ('Pending', 'Submitted');
create index refunds_of_trade_live on refunds (trade_id) where status in ('Pending', 'Submitted');
create index refunds_of_account_live on refunds (account_id) where status in ('Pending', 'Submitted');
create index refunds_asked on refunds (ask_at) where ask_at is not null;
create index refunds_by_trace on refunds (trace_number);
create index refunds_by_trade on refunds (trade_id, refund_id);
create index refunds_by_account on refunds (account_id, refund_id);
create index refunds_by_offering on refunds (offering_id, refund_id);
create index refunds_by_client on refunds (client_id, refund_id);
create index refunds_by_status on refunds (status, refund_id);
create index refunds_by_client_status on refunds (client_id, status, refund_id);
create index refunds_by_offering_status on refunds (offering_id, status, refund_id);

-- Trades of which something is overpaid.
create index ledger_balances_overpaid on ledger_balances ((cast(owner as bigint))) where kind = 'due' and amount < 0;

-- What a batch has of refunds; entries and total are of debits.
alter table ach_batches add column credits bigint not null default 0;
alter table ach_batches add column credit_total text not null default '0.000000';
