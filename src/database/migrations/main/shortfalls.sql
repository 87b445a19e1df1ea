-- Balances that a person must look at, kept by triggers (shortfalls.ts): what is due of a trade that is FUNDED, or of
-- one that takes no payment any more, and cash and escrow below 0.
create table shortfalls (
  kind text not null, -- due, receivable, cash or escrow.
  owner text not null, -- The trade, custody account or offering.
  since bigint not null,
  constraint shortfalls_key primary key (kind, owner)
);
create index shortfalls_oldest on shortfalls (kind, since, owner);
