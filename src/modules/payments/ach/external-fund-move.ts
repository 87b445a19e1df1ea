import Type from 'typebox';
import type { AchFundMoveRow } from '../../../database/schema/index.ts';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { type Kind, optional, required, text } from '../../../http/parameters/index.ts';
import { change } from '../../shared/change/index.ts';
import { nextId } from '../../shared/ids/index.ts';
import { insertRecord } from '../../shared/record/index.ts';
import { ipAddress, line, notUsed, textsSchema } from '../../shared/values/index.ts';
import { type AchDeps, openBankNumbers, sealDetails } from './accounts/index.ts';
import { achRail } from './ach-rail.ts';
import { type CheckedFundMove, checkFundMove } from './fund-move-checks.ts';
import { simulate, simulatedOutcome } from './sandbox-simulation.ts';

/** An id of any form: one that no record has answers as an unknown one. */
const anyId = (description: string) => text({ description, maxLength: 100 });

/** Checked by the method, which refuses it with 732: a value that is neither text nor a number reads as no amount. */
function sentAmount(): Kind<string> {
  const description = 'dollars, at most two decimals; less than the trade total, or up to 7 % more';
  return {
    ...text({ description }),
    read: (value) => (typeof value === 'string' || typeof value === 'number' ? String(value) : ''),
  };
}

export function externalFundMove(deps: AchDeps): Method {
  const { nowUs, ach } = deps;
  return defineMethod({
    name: 'externalFundMove',
    summary: 'Debits the bank account of an investor for a trade',
    description:
      'The debit is Pending until the batch of 18:00 US Eastern on bank business days; until then ' +
      'requestForVoidACH voids it. A trade has one debit; other ways may pay what is still due. Some nicknames ' +
      'simulate an outcome in the ' +
      'sandbox.',
    signInAgain: true,
    amount: ({ amount }) => amount || undefined,
    refusals: [135, 138, 148, 149, 150, 188, 190, 194, 207, 210, 211, 215, 234, 721, 732, 773],
    parameters: {
      accountId: required(anyId('account whose bank account is debited')),
      offeringId: required(anyId('offering of the trade')),
      tradeId: required(anyId('trade, of transaction type ACH')),
      amount: required(sentAmount()),
      description: required(line('what it is for; goes to the bank')),
      checkNumber: required(notUsed('must be there; not used')),
      NickName: optional(notUsed('not used any more')),
      createdIpAddress: optional(ipAddress()),
    },
    response: Type.Object({
      TradeFinancialDetails: Type.Array(
        textsSchema('accountId', 'tradeId', 'offeringId', 'totalAmount', 'RefNum', 'fundStatus'),
      ),
    }),
    handler: change(deps, async ({ client, values, ip }, db) => {
      const sent = { clientId: client.clientId, ...values };
      const checked = await checkFundMove(deps, db, sent);
      const now = nowUs();
      const made = newDebit(deps, checked, await nextId(db, 'ach_fund_move'), {
        description: values.description,
        created_ip_address: values.createdIpAddress ?? ip,
        created_at: now,
      });
      await insertRecord(db, achRail.instrument.kind, made);
      const outcome = simulatedOutcome(ach, checked.from.nickname);
      const { payment, webhooks } = await simulate(achRail, db, { payment: made, outcome }, now);
      const [tradeId, RefNum] = [String(payment.trade_id), String(payment.ref_num)];
      const details = {
        accountId: payment.account_id,
        tradeId,
        offeringId: String(payment.offering_id),
        totalAmount: payment.amount,
        RefNum,
        fundStatus: payment.fund_status,
      };
      return { fields: { TradeFinancialDetails: [details] }, webhook: { tradeId, RefNum }, alsoFires: webhooks };
    }),
  });
}

/** A debit as it is stored first: Pending, with the bank details as they are now. */
function newDebit(
  { secrets }: Pick<AchDeps, 'secrets'>,
  { from, trade, amount }: CheckedFundMove,
  ref_num: number,
  sent: Pick<AchFundMoveRow, 'description' | 'created_ip_address' | 'created_at'>,
): AchFundMoveRow {
  return {
    ...sent,
    ref_num,
    client_id: trade.client_id,
    account_id: trade.account_id,
    trade_id: trade.trade_id,
    offering_id: trade.offering_id,
    amount,
    full_name: from.full_name,
    ...sealDetails(secrets, 'ach_fund_moves', ref_num, openBankNumbers(secrets, from)),
    account_type: from.account_type,
    bank_name: from.bank_name,
    fund_status: 'Pending',
    transaction_status: 'Pending',
    errors: null,
    batch_day: null,
    trace_number: null,
    updated_at: null,
    deleted_at: null,
  };
}
