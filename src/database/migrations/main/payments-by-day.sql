-- For the reconciliation of a day.

create index ach_fund_moves_by_batch on ach_fund_moves (batch_day, client_id);
create index custody_fund_moves_by_batch on custody_fund_moves (batch_day, client_id);
create index card_fund_moves_by_submission on card_fund_moves (submitted_at, client_id);
