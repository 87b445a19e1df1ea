-- Of a notice that was not followed: why, and what the bank wrote, sealed; null where it was followed.
alter table ach_notices add column text_sealed text;
