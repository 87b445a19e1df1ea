/** What createCustodyFundMove asks before it makes a deposit, in this order (U9). */
import type { Decimal } from 'decimal.js';
import type { Db, ExternalAccountRow, TradeRow } from '../../../database/schema/index.ts';
import { ApiError } from '../../../http/methods/index.ts';
import { requireActiveAccount } from '../../accounts/index.ts';
import { sixDecimals, toMillionths } from '../../shared/values/index.ts';
import { holdTrade, refuseCovered, requireCanBePaid } from '../../trades/index.ts';
import { type AchDeps, type BankNumbers, findExternalAccount, openBankNumbers } from '../ach/accounts/index.ts';
import { checkRouting } from '../ach/index.ts';
import { depositRail } from './deposit-rail.ts';

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
export async function checkDeposit({ secrets, ach }: AchDeps, db: Db, sent: SentDeposit): Promise<CheckedDeposit> {
  const { clientId } = sent;
  const { account_id: accountId } = await requireActiveAccount(db, clientId, sent.accountId);
  const trade = await tradeOf(db, sent, accountId);
  if (trade !== undefined) await refuseSecond(db, trade);
  const amount = sixDecimals(sent.amount);
  const payment = { client_id: clientId, account_id: accountId, trade_id: trade?.trade_id ?? null };
  await requireCanBePaid(db, { ...payment, amount: toMillionths(amount) }, depositRail.instrument.limits);
  const bank = await findExternalAccount(db, clientId, accountId);
  if (bank === undefined) throw new ApiError(149);
  const numbers = openBankNumbers(secrets, bank);
  checkRouting(numbers.routingNumber);
  if (ach.originator === null) throw new ApiError(211);
  return { accountId, bank, numbers, amount };
}

/** 150 while another deposit for the trade is under way, or where payments cover it (T13). */
async function refuseSecond(db: Db, trade: TradeRow): Promise<void> {
  const open = (await depositRail.live(db, [trade.trade_id])).find(({ status }) => status !== 'Settled');
  if (open !== undefined) throw new ApiError(150, `referenceNumber ${open.reference_number} is ${open.status}`);
  await refuseCovered(db, trade);
}

/** The trade that the money is for, which must be the account's; undefined when none was named. */
async function tradeOf(db: Db, { clientId, tradeId }: SentDeposit, accountId: string): Promise<TradeRow | undefined> {
  if (tradeId === undefined) return undefined;
  const trade = await holdTrade(db, { clientId, tradeId });
  if (trade?.account_id !== accountId) throw new ApiError(188);
  return trade;
}
