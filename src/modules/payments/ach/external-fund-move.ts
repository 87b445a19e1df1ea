import Type from 'typebox';
import { defineMethod, type Method } from '../../../http/method.ts';
import { type Kind, optional, required, text, wholeNumber } from '../../../http/parameters/index.ts';
import { textsSchema } from '../../shared/answers.ts';
import { changeAfter } from '../../shared/change.ts';
import { nextId } from '../../shared/next-id.ts';
import { ipAddress, line } from '../../shared/parameters.ts';
import type { TradeMoney } from '../../trades/index.ts';
import type { AchServices } from './accounts/index.ts';
import { checkFundMove } from './fund-move-checks.ts';
import { insertFundMove } from './fund-move-records.ts';
import { simulate, simulatedOutcome } from './sandbox-simulation.ts';

/** An id of any form: one that no record has answers as an unknown one. */
const anyId = (description: string) => text({ description, maxLength: 100 });

/** Checked by the method, which has a code of its own for it: what is neither text nor a number reads as no amount. */
function sentAmount(): Kind<string> {
  const description = 'dollars, at most two decimals; up to 7 % more than the trade total';
  return {
    ...text({ description }),
    read: (value) => (typeof value === 'string' || typeof value === 'number' ? String(value) : ''),
  };
}

export function externalFundMove(services: AchServices, money: readonly TradeMoney[]): Method {
  const { secrets, nowUs, ach } = services;
  return defineMethod({
    name: 'externalFundMove',
    verb: 'POST',
    group: 'ACH',
    summary: 'Debits the bank account of an investor for a trade',
    description:
      'The debit is Pending, and goes to the bank at 18:00 US Eastern on bank business days; until then ' +
      'requestForVoidACH takes it back. A trade has one live payment. In the sandbox some nicknames of bank ' +
      'accounts simulate the outcome at once.',
    refusals: [135, 138, 148, 149, 150, 188, 190, 194, 207, 210, 211, 215, 234, 721, 732, 773],
    parameters: {
      accountId: required(anyId('account whose bank account is debited')),
      offeringId: required(anyId('offering of the trade')),
      tradeId: required(anyId('trade, of transaction type ACH')),
      amount: required(sentAmount()),
      description: required(line('what it is for; goes to the bank')),
      checkNumber: required(wholeNumber({ description: 'must be there; not used', minimum: 0 })),
      NickName: optional(line('not used any more')),
      createdIpAddress: optional(ipAddress()),
    },
    response: Type.Object({
      TradeFinancialDetails: Type.Array(
        textsSchema('accountId', 'tradeId', 'offeringId', 'totalAmount', 'RefNum', 'fundStatus'),
      ),
    }),
    handler: changeAfter(
      services,
      () => nextId(services.db, 'ach_fund_move'),
      async ({ client, values, ip }, db, refNum) => {
        const { from, trade, amount } = await checkFundMove(
          services,
          db,
          { clientId: client.clientId, ...values },
          money,
        );
        const move = {
          refNum,
          clientId: client.clientId,
          accountId: trade.account_id,
          tradeId: trade.trade_id,
          offeringId: trade.offering_id,
          amount,
          description: values.description,
          ip: values.createdIpAddress ?? ip,
        };
        const now = nowUs();
        const made = await insertFundMove({ db, secrets }, move, from, now);
        const outcome = simulatedOutcome(ach, from.nickname);
        const { row, webhooks } =
          outcome === undefined ? { row: made, webhooks: [] } : await simulate(db, made, outcome, now);
        const [tradeId, RefNum] = [String(row.trade_id), String(row.ref_num)];
        const details = {
          accountId: row.account_id,
          tradeId,
          offeringId: String(row.offering_id),
          totalAmount: row.amount,
          RefNum,
          fundStatus: row.fund_status,
        };
        return { fields: { TradeFinancialDetails: [details] }, webhook: { tradeId, RefNum }, alsoFires: webhooks };
      },
    ),
  });
}
