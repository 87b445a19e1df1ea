-- Money of a trade: what was recorded by hand, and payments of what is still due.

-- Dollars that updateTradeStatus says have come by other ways than a payment here, such as a wire; null: none.
alter table trades add column recorded_amount text;
-- Until now a trade that no payment has paid was made FUNDED by hand, with its total.
update trades set recorded_amount = total_amount
  where order_status in ('FUNDED', 'SETTLED', 'UNWIND PENDING')
    and not exists (select 1 from ach_fund_moves
      where ach_fund_moves.trade_id = trades.trade_id and fund_status in ('Pending', 'Submitted', 'Settled'))
    and not exists (select 1 from card_fund_moves
      where card_fund_moves.trade_id = trades.trade_id and fund_status in ('Pending', 'Submitted', 'Settled'))
    and not exists (select 1 from custody_fund_moves
      where custody_fund_moves.trade_id = trades.trade_id and status in ('Pending', 'Submitted', 'Settled'));

-- After a Settled payment by card, or deposit, another may pay what is due; a trade has one ACH debit (A11).
drop index card_fund_moves_live;
create index card_fund_moves_live on card_fund_moves (trade_id)
  where fund_status in ('Pending', 'Submitted', 'Settled');
create unique index card_fund_moves_under_way on card_fund_moves (trade_id)
  where fund_status in ('Pending', 'Submitted');
drop index custody_fund_moves_live;
create index custody_fund_moves_live on custody_fund_moves (trade_id)
  where status in ('Pending', 'Submitted', 'Settled');
create unique index custody_fund_moves_under_way on custody_fund_moves (trade_id)
  where status in ('Pending', 'Submitted');
