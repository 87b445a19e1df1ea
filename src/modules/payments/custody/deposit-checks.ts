/** What createCustodyFundMove asks before it makes a deposit, in this order (U9). */
import type { Decimal } from 'decimal.js';
import type { Db, ExternalAccountRow, TradeRow } from '../../../database/schema/index.ts';
import { ApiError } from '../../../http/methods/index.ts';
import { requireActiveAccount } from '../../accounts/index.ts';
import { sixDecimals } from '../../shared/values/index.ts';
import {
  holdTrade,
  type PaymentRail,
  refusePartial,
  refuseSecondPayment,
  requirePayableOffering,
} from '../../trades/index.ts';
import {
  type AchServices,
  achClient,
  type BankNumbers,
  blockOf,
  findExternalAccount,
  isDebited,
  openBankNumbers,
} from '../ach/accounts/index.ts';
import { checkRouting } from '../ach/index.ts';
import { requireOpenAccount } from './account-request-records.ts';
import { depositLimitOf } from './deposit-limits.ts';

export interface SentDeposit {
  readonly clientId: string;
  readonly accountId: string;
  readonly amount: Decimal;
  readonly tradeId: number | undefined;
}

export interface CheckedDeposit {
  readonly accountId: string;
  readonly bank: ExternalAccountRow;
  readonly numbers: BankNumbers;
  /** Six-decimal text. */
  readonly amount: string;
}

/** Holds the trade. Throws ApiError for what is wrong first. */
export async function checkDeposit(
  { secrets, ach }: AchServices,
  db: Db,
  sent: SentDeposit,
  rails: readonly PaymentRail[],
): Promise<CheckedDeposit> {
  const { clientId } = sent;
  const { account_id: accountId } = await requireActiveAccount(db, clientId, sent.accountId);
  const limit = await depositLimitOf(db, clientId);
  if (sent.amount.gt(limit)) throw new ApiError(234, `amount: must be at most ${limit.toFixed(2)}`);
  const trade = await tradeOf(db, sent, accountId);
  await requireOpenAccount(db, clientId, accountId);
  const bank = await findExternalAccount(db, clientId, accountId);
  if (bank === undefined) throw new ApiError(149);
  if ((await blockOf(db, accountId)) !== undefined) throw new ApiError(773);
  const numbers = openBankNumbers(secrets, bank);
  checkRouting(numbers.routingNumber);
  if (!isDebited(await achClient(db, clientId), ach)) throw new ApiError(211);
  const amount = sixDecimals(sent.amount);
  if (trade !== undefined) await requirePayable(db, trade, sent.amount, rails);
  return { accountId, bank, numbers, amount };
}

/** The trade that the money is for, which must be the account's; undefined when none was named. */
async function tradeOf(db: Db, { clientId, tradeId }: SentDeposit, accountId: string): Promise<TradeRow | undefined> {
  if (tradeId === undefined) return undefined;
  const trade = await holdTrade(db, { clientId, tradeId });
  if (trade?.account_id !== accountId) throw new ApiError(188);
  return trade;
}

/** The trade must be CREATED, not above the amount, and not paid already (T13). */
async function requirePayable(db: Db, trade: TradeRow, amount: Decimal, rails: readonly PaymentRail[]): Promise<void> {
  await refuseSecondPayment(db, trade, rails);
  if (trade.order_status !== 'CREATED') throw new ApiError(190, `the trade is ${trade.order_status}`);
  await requirePayableOffering(db, trade);
  refusePartial(trade, amount);
}
