/** What externalFundMove asks before it makes a debit, in this order (A8). */
import { Decimal } from 'decimal.js';
import type { Db, ExternalAccountRow, TradeRow } from '../../../database/schema/index.ts';
import { ApiError } from '../../../http/methods/index.ts';
import { hasRoutingForm, isRoutingNumber } from '../../../providers/bank/index.ts';
import { requireActiveAccount } from '../../accounts/index.ts';
import { found } from '../../shared/record/index.ts';
import { sixDecimals, toMillionths } from '../../shared/values/index.ts';
import { holdTrade, refuseCovered, requireCanBePaid, requireLimits } from '../../trades/index.ts';
import {
  type AchDeps,
  achClient,
  EXTERNAL_ACCOUNT,
  findExternalAccount,
  notBlocked,
  openBankNumbers,
} from './accounts/index.ts';
import { achRail } from './ach-rail.ts';

/** What a call of externalFundMove sends. */
export interface SentFundMove {
  readonly clientId: string;
  readonly accountId: string;
  readonly offeringId: string;
  readonly tradeId: string;
  /** As sent. */
  readonly amount: string;
}

/** A debit that may be made. */
export interface CheckedFundMove {
  readonly from: ExternalAccountRow;
  readonly trade: TradeRow;
  /** Six-decimal text. */
  readonly amount: string;
}

/** How much more than the trade total may be debited. */
const OVER_FUNDING = '1.07';
const ACH = 'ACH';
/** Dollars and cents without sign, exponent or grouping; a debit has at most ten digits. */
const AMOUNT = /^[0-9]{1,8}(\.[0-9]{1,2})?$/;

/**
 * Holds the trade, so that of two calls at once one finds the other's debit. Throws ApiError for what is wrong first.
 */
export async function checkFundMove(deps: AchDeps, db: Db, sent: SentFundMove): Promise<CheckedFundMove> {
  const { clientId } = sent;
  const { account_id: accountId } = await requireActiveAccount(db, clientId, sent.accountId);
  const from = found(EXTERNAL_ACCOUNT, await findExternalAccount(db, clientId, accountId));
  const ofAccount = { client_id: clientId, account_id: accountId, trade_id: null, amount: 0n };
  await requireLimits(db, ofAccount, notBlocked);
  const trade = await achTrade(db, { ...sent, accountId });
  await refuseSecond(db, trade);
  checkRouting(openBankNumbers(deps.secrets, from).routingNumber);
  const settings = await achClient(db, clientId);
  if (new Decimal(trade.total_amount).gt(settings.single_amount_max)) throw new ApiError(234);
  const dollars = checkedAmount(sent.amount, trade);
  if (dollars.gt(settings.single_amount_max)) throw new ApiError(234);
  const amount = sixDecimals(dollars);
  if (deps.ach.originator === null) throw new ApiError(211);
  await requireCanBePaid(db, { ...trade, amount: toMillionths(amount) }, achRail.instrument.limits);
  return { from, trade, amount };
}

async function achTrade(db: Db, sent: SentFundMove): Promise<TradeRow> {
  const tradeId = /^[0-9]{1,15}$/.test(sent.tradeId) ? Number(sent.tradeId) : 0;
  const trade = await holdTrade(db, { clientId: sent.clientId, tradeId });
  const isNamed =
    trade !== undefined && String(trade.offering_id) === sent.offeringId && trade.account_id === sent.accountId;
  if (!isNamed) throw new ApiError(188);
  if (trade.transaction_type !== ACH) throw new ApiError(194);
  return trade;
}

/** 150 while the first debit can still be voided, 210 once it was sent to the bank; 150 where others cover it. */
async function refuseSecond(db: Db, trade: TradeRow): Promise<void> {
  const live = await achRail.liveState(db, trade);
  if (live === 'Pending') throw new ApiError(150);
  if (live !== undefined) throw new ApiError(210);
  await refuseCovered(db, trade);
}

/** 207 for what is not nine digits, 215 for nine digits that do not check each other. */
export function checkRouting(routingNumber: string): void {
  if (!hasRoutingForm(routingNumber)) throw new ApiError(207);
  if (!isRoutingNumber(routingNumber)) throw new ApiError(215);
}

function checkedAmount(sent: string, trade: TradeRow): Decimal {
  if (!AMOUNT.test(sent)) throw new ApiError(732);
  const amount = new Decimal(sent);
  if (amount.isZero()) throw new ApiError(732, 'amount must be more than 0');
  if (amount.gt(new Decimal(trade.total_amount).times(OVER_FUNDING))) throw new ApiError(721);
  return amount;
}
