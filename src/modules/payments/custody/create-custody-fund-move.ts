import Type from 'typebox';
import type { CustodyFundMoveRow } from '../../../database/schema/index.ts';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { decimal, numericId, optional, required, text } from '../../../http/parameters/index.ts';
import { change } from '../../shared/change/index.ts';
import { nextId } from '../../shared/ids/index.ts';
import { insertRecord, type Secrets } from '../../shared/record/index.ts';
import type { PaymentRail } from '../../trades/index.ts';
import { type AchServices, sealDetails } from '../ach/accounts/index.ts';
import { simulate, simulatedOutcome } from '../ach/index.ts';
import { accountId, GROUP } from './custody-parameters.ts';
import { type CheckedDeposit, checkDeposit, type SentDeposit } from './deposit-checks.ts';
import { depositRail } from './deposit-rail.ts';
import { fundMoveFields, fundMoveSchema } from './fund-move-fields.ts';

/** fundCustodyAccount is its older name. */
export function createCustodyFundMove(services: AchServices, rails: readonly PaymentRail[]): Method {
  const { secrets, nowUs, ach } = services;
  const work = change<typeof parameters, { readonly custodyTransaction: ReturnType<typeof fundMoveFields> }>(
    services,
    async ({ client, values }, db) => {
      const { clientId } = client;
      const sent = { clientId, accountId: values.accountId, amount: values.amount, tradeId: values.tradeId };
      const checked = await checkDeposit(services, db, sent, rails);
      const outcome = simulatedOutcome(ach, checked.bank.nickname);
      const at = nowUs();
      const made: CustodyFundMoveRow = {
        ...depositOf(secrets, sent, checked, await nextId(db, 'ach_fund_move')),
        description: values.description ?? null,
        approval_status: outcome === undefined ? 'Pending' : 'TEST ENTRY',
        created_at: at,
        updated_at: at,
      };
      await insertRecord(db, depositRail.instrument.kind, made);
      const { payment, webhooks } = await simulate(depositRail, db, { payment: made, outcome }, at);
      return {
        fields: { custodyTransaction: fundMoveFields(secrets, payment, client) },
        webhook: fundMoveFields(secrets, payment),
        alsoFires: webhooks,
      };
    },
  );
  return defineMethod({
    name: 'createCustodyFundMove',
    deprecatedAliases: ['fundCustodyAccount'],
    verb: 'POST',
    group: GROUP,
    summary: 'Debits the external account of an account and puts the money into its custody account',
    description:
      'The custody account must be open (190) and the account have an external account (149). The deposit is ' +
      'Pending until 18:00 Eastern of the bank business day. With a tradeId, a trade of the account is funded ' +
      'when it settles. The rules are U9 and U10.',
    refusals: [138, 148, 149, 150, 188, 190, 207, 211, 215, 234, 773],
    parameters,
    response: Type.Object({ custodyTransaction: fundMoveSchema }),
    handler: work,
  });
}

const parameters = {
  accountId,
  amount: required(decimal({ description: 'dollars, at most 100,000.00', places: 2, exclusiveMinimum: 0 })),
  description: optional(text({ description: 'free text' })),
  tradeId: optional(numericId({ description: 'a CREATED trade of the account that the money is for' })),
};

/** As it is at first, with the bank details as they are now. */
function depositOf(secrets: Secrets, sent: SentDeposit, checked: CheckedDeposit, reference_number: number) {
  const { bank, numbers } = checked;
  return {
    reference_number,
    client_id: sent.clientId,
    account_id: checked.accountId,
    trade_id: sent.tradeId ?? null,
    amount: checked.amount,
    bank_name: bank.bank_name,
    account_name: bank.full_name,
    ...sealDetails(secrets, 'custody_fund_moves', reference_number, numbers),
    account_type: bank.account_type,
    status: 'Pending',
    errors: '',
    batch_day: null,
    trace_number: null,
    deleted_at: null,
  };
}
