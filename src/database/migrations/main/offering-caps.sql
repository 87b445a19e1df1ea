-- The cap of an offering in money, and whether it sells parts of a unit.

-- Yes or No; null: made before offerings said so, when all sold parts, and goes on with it.
alter table offerings add column fractional_units text;
-- The price of the units in sold_shares, each trade at its own price and without fees; null: not added up yet.
alter table offerings add column subscribed_amount text;
-- sold_shares as it was when subscribed_amount was stored; where it differs, the trades are added up again.
alter table offerings add column subscribed_shares text;
