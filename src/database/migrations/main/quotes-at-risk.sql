-- How many mass cancels the venue knew when the quote was made: a later one may have cancelled it. Null: by a release
-- of before.
alter table quotes add column mass_cancels bigint;
create index quotes_open_by_client on quotes (client_id, quote_id) where status = 'Open';
