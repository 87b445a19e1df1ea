-- The auction of the security in which the orders were matched (Q13). Null: in none.
alter table matches add column auction bigint;
