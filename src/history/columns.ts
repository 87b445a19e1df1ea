import type { Columns } from '../database/queries/index.ts';
import { weightOf } from '../database/queries/index.ts';
import type {
  EventUserRow,
  FeeChangeRow,
  MarketEventRow,
  MatchRow,
  NoticeRow,
  OrderRenameRow,
  OrderTokenRow,
  OrderUpdateRow,
  RegisterEntryChangeRow,
  StoredOrderEntryRow,
} from '../database/schema/index.ts';
import { type Amount, type MarketEvent, type OrderEvent, replacedTermsText } from '../exchange/api/index.ts';
import type { ChangeOfEvent, EventOfUser, Execution, FeeOfEvent, NoteOfEvent } from './recorded-events.ts';
import { TICKET_COLUMNS } from './ticket-columns.ts';

export const ORDER_ENTRY_COLUMNS: Columns<StoredOrderEntryRow, OrderEvent> = {
  order_id: ({ order }) => order.orderId,
  seq: ({ seq }) => seq,
  ...TICKET_COLUMNS,
  issuer_id: ({ order }) => order.issuerId,
  created_at: ({ order }) => order.createdAt,
  price: ({ order }) => order.price,
  quantity: ({ order }) => order.quantity,
  minimum: ({ order }) => order.minimum,
  kind: ({ order }) => kindOf(order),
};

function kindOf({ ticket, contingency, status, selfTrade, inSession }: OrderEvent['order']): number {
  return (
    weightOf('type', ticket.type) +
    weightOf('side', ticket.side) +
    weightOf('expiration', ticket.expiration) +
    weightOf('contingency', contingency) +
    weightOf('status', status) +
    weightOf('self_trade', selfTrade) +
    weightOf('disclosed', Number(ticket.disclosed)) +
    weightOf('solicited', Number(ticket.solicited)) +
    weightOf('in_session', Number(inSession))
  );
}

export const ORDER_UPDATE_COLUMNS: Columns<OrderUpdateRow, OrderEvent> = {
  seq: ({ seq }) => seq,
  order_id: ({ order }) => order.orderId,
  client_id: ({ order }) => order.ticket.clientId,
  change: ({ change }) => change,
  status: ({ order }) => order.status,
  remaining: ({ order }) => order.remaining,
  quantity: ({ order }) => order.quantity,
  price: ({ order }) => order.price,
  contingency: ({ order }) => order.contingency,
  minimum: ({ order }) => order.minimum,
  reason: ({ reason }) => reason,
  optional: ({ order }) => replacedTermsText(order.ticket.optional),
  executed: ({ order }) => (order.executed === 0 ? null : String(order.executed)),
  changed_at: ({ time }) => time,
};

export const MATCH_COLUMNS: Columns<MatchRow, Execution> = {
  match_id: ({ match }) => match.matchId,
  seq: ({ seq }) => seq,
  security_id: ({ match }) => match.securityId,
  matched_at: ({ match }) => match.time,
  price: ({ match }) => match.price,
  quantity: ({ match }) => match.quantity,
  buy_order_id: ({ match }) => match.buyOrderId,
  sell_order_id: ({ match }) => match.sellOrderId,
  buy_client_id: ({ match }) => match.buyClientId,
  sell_client_id: ({ match }) => match.sellClientId,
  hub_order_id: ({ match }) => match.initiatorOrderId,
  buy_remaining: ({ buy }) => buy.remaining,
  sell_remaining: ({ sell }) => sell.remaining,
  buy_executed: ({ buy }) => String(buy.executed),
  sell_executed: ({ sell }) => String(sell.executed),
  block: ({ match }) => (match.block ? 1 : null),
  auction: ({ match }) => match.auction ?? null,
  buy_fee: ({ match }) => match.buyFee ?? null,
  sell_fee: ({ match }) => match.sellFee ?? null,
};

export const MARKET_EVENT_COLUMNS: Columns<MarketEventRow, MarketEvent> = {
  seq: ({ seq }) => seq,
  security_id: ({ securityId }) => securityId,
  market: ({ market }) => market,
  reason: ({ reason }) => reason,
  cause: ({ cause }) => cause,
  occurred_at: ({ time }) => time,
};

export const NOTICE_COLUMNS: Columns<NoticeRow, NoteOfEvent> = {
  seq: ({ seq }) => seq,
  notice_id: ({ noticeId }) => noticeId,
  client_id: ({ clientId }) => clientId,
  security_id: ({ securityId }) => securityId,
  kind: ({ kind }) => kind,
  fields: ({ fields }) => JSON.stringify(fields),
  published_at: ({ time }) => time,
};

export const EVENT_USER_COLUMNS: Columns<EventUserRow, EventOfUser> = {
  seq: ({ seq }) => seq,
  user_id: ({ user }) => user.userId,
  client_id: ({ user }) => user.clientId,
};

const costText = (cost: Amount | null) => (cost === null ? null : String(cost));

export const REGISTER_CHANGE_COLUMNS: Columns<RegisterEntryChangeRow, ChangeOfEvent> = {
  seq: ({ seq }) => seq,
  part: ({ part }) => part,
  security_id: ({ securityId }) => securityId,
  entry: ({ entry }) => entry,
  client_id: ({ clientId }) => clientId,
  account_id: ({ accountId }) => accountId ?? '',
  kind: ({ kind }) => kind,
  match_id: ({ matchId }) => matchId,
  trade_id: ({ tradeId }) => tradeId,
  changed: ({ changed }) => changed,
  quantity_before: ({ before }) => before.quantity,
  rest_before: ({ before }) => before.rest,
  quantity_after: ({ after }) => after.quantity,
  rest_after: ({ after }) => after.rest,
  price_before: ({ priceBefore }) => priceBefore,
  price_after: ({ priceAfter }) => priceAfter,
  cost_before: ({ costBefore }) => costText(costBefore),
  cost_after: ({ costAfter }) => costText(costAfter),
  by_client: ({ byClient }) => byClient,
  by_operator: ({ byOperator }) => Number(byOperator),
  reason: ({ reason }) => reason,
  report_id: ({ reportId }) => reportId ?? null,
  changed_at: ({ time }) => time,
  action_id: ({ actionId }) => actionId ?? null,
  pending: ({ pending }) => pending ?? null,
};

export const FEE_COLUMNS: Columns<FeeChangeRow, FeeOfEvent> = {
  seq: ({ seq }) => seq,
  order_id: ({ orderId }) => orderId,
  match_id: ({ matchId }) => matchId,
  client_id: ({ clientId }) => clientId,
  account_id: ({ accountId }) => accountId,
  security_id: ({ securityId }) => securityId,
  cause: ({ cause }) => cause,
  role: ({ role }) => role,
  fee: ({ fee }) => fee,
  fees: ({ fees }) => JSON.stringify(fees),
  changed_at: ({ time }) => time,
};

export const ORDER_RENAME_COLUMNS: Columns<OrderRenameRow, OrderEvent> = {
  seq: ({ seq }) => seq,
  order_id: ({ order }) => order.orderId,
  client_id: ({ order }) => order.ticket.clientId,
  token: ({ order }) => order.ticket.token ?? '',
  previous_token: ({ previousToken }) => previousToken ?? null,
};

export const ORDER_TOKEN_COLUMNS: Columns<OrderTokenRow, OrderTokenRow> = {
  run: ({ run }) => run,
  token_key: ({ token_key }) => token_key,
  order_id: ({ order_id }) => order_id,
};
