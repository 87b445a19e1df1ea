-- Whether the cost of a holding rests on entries that the register keeps no longer (V52): 1 or 0.
alter table day_holdings add column is_folded bigint not null default 0;
