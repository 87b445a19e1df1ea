-- For lists of the payments of every rail.

create index ach_fund_moves_by_time on ach_fund_moves (created_at, ref_num);
create index ach_fund_moves_by_client on ach_fund_moves (client_id, created_at, ref_num);
create index card_fund_moves_by_time on card_fund_moves (created_at, ref_num);
create index card_fund_moves_by_client on card_fund_moves (client_id, created_at, ref_num);
create index card_fund_moves_by_trade on card_fund_moves (trade_id, ref_num);
create index custody_fund_moves_by_time on custody_fund_moves (created_at, reference_number);
create index custody_fund_moves_by_client on custody_fund_moves (client_id, created_at, reference_number);
create index custody_fund_moves_by_trade on custody_fund_moves (trade_id, reference_number);
