import type { Kysely } from 'kysely';
import Type from 'typebox';
import type { Schema } from '../../database/schema.ts';
import type { CustodyFundMoveRow } from '../../database/tables/custody.ts';
import type { TradeRow } from '../../database/tables/trades.ts';
import { defineMethod, type Method } from '../../http/method.ts';
import { decimal, numericId, optional, required, text } from '../../http/parameters/index.ts';
import { ApiError } from '../../http/status-codes.ts';
import { malformedCall } from '../../http/validation.ts';
import { ACCOUNT, findAccount } from '../accounts/index.ts';
import { type AchServices, findExternalAccount, openBankNumbers, simulatedOutcome } from '../ach/index.ts';
import { sixDecimals, toMillionths } from '../shared/amounts.ts';
import { changeAfter } from '../shared/change.ts';
import { nextId } from '../shared/next-id.ts';
import { found } from '../shared/record/index.ts';
import { holdTrade, refuseSecondPayment, type TradeMoney } from '../trades/index.ts';
import { requireOpenAccount } from './account-request-records.ts';
import { accountId, GROUP } from './custody-parameters.ts';
import { fundMoveFields, fundMoveSchema, numberContext } from './fund-move-fields.ts';
import { moveDeposit } from './fund-move-records.ts';

const AMOUNT_MAX = '100000';

/** fundCustodyAccount is its older name. */
export function createCustodyFundMove(services: AchServices, money: readonly TradeMoney[]): Method {
  const { db, secrets, nowUs, ach } = services;
  return defineMethod({
    name: 'createCustodyFundMove',
    aliases: ['fundCustodyAccount'],
    verb: 'POST',
    group: GROUP,
    summary: 'Debits the external account of an account and puts the money into its custody account',
    description:
      'The custody account must be open (190) and the account have an external account (149). The deposit is Pending until 18:00 Eastern of the bank business day. With a tradeId, a trade of the account is funded when it settles.',
    refusals: [148, 149, 150, 188, 190, 234],
    parameters: {
      accountId,
      amount: required(decimal({ description: 'dollars, at most 100,000.00', places: 2, exclusiveMinimum: 0 })),
      description: optional(text({ description: 'free text' })),
      tradeId: optional(numericId({ description: 'a CREATED trade of the account that the money is for' })),
    },
    response: Type.Object({ custodyTransaction: fundMoveSchema }),
    handler: changeAfter(
      services,
      () => nextId(db, 'custody_fund_move'),
      async ({ client, values }, transaction, reference_number) => {
        const { clientId } = client;
        const account = found(ACCOUNT, await findAccount(transaction, clientId, values.accountId));
        if (values.amount.gt(AMOUNT_MAX)) throw new ApiError(234, 'amount: must be at most 100000.00');
        const trade = await tradeOf(transaction, { clientId, accountId: account.account_id, tradeId: values.tradeId });
        await requireOpenAccount(transaction, clientId, account.account_id);
        const bank = await findExternalAccount(transaction, clientId, account.account_id);
        if (bank === undefined) throw new ApiError(149);
        const amount = sixDecimals(values.amount);
        if (trade !== undefined) await requirePayable(transaction, trade, amount, money);
        const numbers = openBankNumbers(secrets, bank);
        const outcome = simulatedOutcome(ach, bank.nickname);
        const at = nowUs();
        const id = { reference_number };
        const row: CustodyFundMoveRow = {
          ...id,
          client_id: clientId,
          account_id: account.account_id,
          trade_id: values.tradeId ?? null,
          amount,
          description: values.description ?? null,
          bank_name: bank.bank_name,
          account_name: bank.full_name,
          account_number_sealed: secrets.seal(numbers.accountNumber, numberContext(id, 'account_number')),
          routing_number_sealed: secrets.seal(numbers.routingNumber, numberContext(id, 'routing_number')),
          approval_status: outcome === undefined ? 'Pending' : 'TEST ENTRY',
          status: 'Pending',
          errors: '',
          created_at: at,
          updated_at: at,
          deleted_at: null,
        };
        await transaction.insertInto('custody_fund_moves').values(row).execute();
        const of = { clientId, id: reference_number };
        if (outcome !== undefined) await moveDeposit(transaction, of, 'submit', { nowUs: at });
        const end = { nowUs: at, errors: outcome?.errors ?? undefined };
        const trigger = outcome?.trigger === 'settle' ? 'settle' : 'return';
        const moved = outcome === undefined ? { row, webhooks: [] } : await moveDeposit(transaction, of, trigger, end);
        return {
          fields: { custodyTransaction: fundMoveFields(secrets, moved.row, client) },
          webhook: fundMoveFields(secrets, moved.row),
          alsoFires: moved.webhooks,
        };
      },
    ),
  });
}

/** The trade that the money is for, which must be the account's; undefined when none was named. */
async function tradeOf(
  db: Kysely<Schema>,
  wanted: { readonly clientId: string; readonly accountId: string; readonly tradeId: number | undefined },
): Promise<TradeRow | undefined> {
  const { tradeId, clientId, accountId } = wanted;
  if (tradeId === undefined) return undefined;
  const trade = await holdTrade(db, { clientId, tradeId });
  if (trade?.account_id !== accountId) throw new ApiError(188);
  return trade;
}

/** The trade must be CREATED, not above the amount, and not paid already (U9, T13). */
async function requirePayable(
  db: Kysely<Schema>,
  trade: TradeRow,
  amount: string,
  money: readonly TradeMoney[],
): Promise<void> {
  await refuseSecondPayment(db, trade, money);
  if (trade.order_status !== 'CREATED') throw new ApiError(190, `the trade is ${trade.order_status}`);
  if (toMillionths(amount) < toMillionths(trade.total_amount)) {
    throw malformedCall('method', 'amount', 'must not be below the total of the trade');
  }
}
