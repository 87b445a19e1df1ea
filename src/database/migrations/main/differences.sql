-- Differences between the books and the bank (A27 to A29 of docs/api/payments.md). They are read from the records
-- that they are about; here are what a person did about one, and indexes that lead to them.

create table difference_cases (
  kind text not null,
  record text not null, -- What it is about.
  owner text not null, -- The user who took it, or the client of a key that nobody is known to have made; '': nobody.
  note text not null,
  taken_at bigint not null, -- Microseconds since 1970 UTC, as every *_at.
  done_because text, -- Why nothing is to be done any more; null: it is open.
  done_amount text, -- Its dollars then: a difference of another amount is open again. Null: it had none.
  done_at bigint,
  constraint difference_cases_key primary key (kind, record)
);

-- When its file was read; 0: by a node of the release before.
alter table ach_notices add column file_read_at bigint not null default 0;
update ach_notices set file_read_at = (select f.read_at from ach_notice_files as f where f.sha256 = ach_notices.sha256);
create index ach_notices_by_outcome on ach_notices (outcome, file_read_at, sha256, line);

-- By the status, too: SQLite would take another index of it.
create index ach_fund_moves_sent on ach_fund_moves (fund_status, batch_day, updated_at, ref_num)
  where fund_status = 'Submitted';
create index ach_fund_moves_by_hand on ach_fund_moves (fund_status, updated_at, ref_num)
  where fund_status = 'Submitted' and batch_day is null;
create index custody_fund_moves_sent on custody_fund_moves (status, batch_day, updated_at, reference_number)
  where status = 'Submitted';
create index custody_fund_moves_by_hand on custody_fund_moves (status, updated_at, reference_number)
  where status = 'Submitted' and batch_day is null;
create index card_fund_moves_sent on card_fund_moves (fund_status, submitted_at, ref_num)
  where fund_status = 'Submitted';
