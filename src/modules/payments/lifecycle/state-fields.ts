/** What webhooks of debits and of card payments say of the state. */
export function stateFields(payment: {
  readonly account_id: string;
  readonly trade_id: number;
  readonly transaction_status: string;
  readonly fund_status: string;
  readonly ref_num: number;
  readonly errors: string | null;
}) {
  return {
    accountId: payment.account_id,
    tradeId: String(payment.trade_id),
    transactionstatus: payment.transaction_status,
    fundStatus: payment.fund_status,
    RefNum: String(payment.ref_num),
    errors: payment.errors ?? '',
  };
}
