-- A replacement may change optional terms of an order (M19): all that it has from this change on, as JSON. Null: those
-- of its entry.
alter table order_updates add column optional text;
