import Type from 'typebox';
import type { CustodyFundMoveRow } from '../../../database/schema/index.ts';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { choice, decimal, numericId, optional, required, text } from '../../../http/parameters/index.ts';
import { ACCOUNT, findAccount } from '../../accounts/index.ts';
import { change } from '../../shared/change/index.ts';
import type { ModuleDeps } from '../../shared/deps.ts';
import { nextId } from '../../shared/ids/index.ts';
import { answerList, listParameters, listSchema, type Resource } from '../../shared/list/index.ts';
import { operatorMethod } from '../../shared/methods/index.ts';
import {
  EVERY_CLIENT,
  found,
  insertRecord,
  numberField,
  readerOf,
  type Secrets,
  shownTo,
  shownToSchema,
  textField,
} from '../../shared/record/index.ts';
import { type AchDeps, sealDetails } from '../ach/accounts/index.ts';
import { simulate, simulatedOutcome } from '../ach/index.ts';
import { REPORTED } from '../lifecycle/index.ts';
import { accountId } from './custody-parameters.ts';
import { type CheckedDeposit, checkDeposit, type SentDeposit } from './deposit-checks.ts';
import { fundMoveFields, fundMoveWebhook, MOVE_VIEW, voidedWebhook } from './deposit-fields.ts';
import { depositRail } from './deposit-rail.ts';

/** fundCustodyAccount is its older name. */
export function createCustodyFundMove(deps: AchDeps): Method {
  const { secrets, nowUs, ach } = deps;
  const work = change<typeof parameters, { readonly custodyTransaction: ReturnType<typeof fundMoveFields> }>(
    deps,
    async ({ client, values }, db) => {
      const { clientId } = client;
      const sent = { clientId, accountId: values.accountId, amount: values.amount, tradeId: values.tradeId };
      const checked = await checkDeposit(deps, db, sent);
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
        fields: { custodyTransaction: fundMoveFields(secrets, payment) },
        webhook: fundMoveWebhook(secrets, payment),
        alsoFires: webhooks,
      };
    },
  );
  return defineMethod({
    name: 'createCustodyFundMove',
    deprecatedAliases: ['fundCustodyAccount'],
    summary: 'Debits the external account of an account and puts the money into its custody account',
    description:
      'From an external account (149 without one) into an open custody account (190). The deposit is Pending until ' +
      '18:00 Eastern of the bank business day; settled it funds the trade that tradeId names (U9, U10).',
    signInAgain: true,
    amount: ({ amount }) => amount.toFixed(2),
    refusals: [135, 138, 148, 149, 150, 188, 190, 207, 211, 215, 234, 773],
    parameters,
    response: Type.Object({ custodyTransaction: shownToSchema(MOVE_VIEW.schema) }),
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

export function getCustodyFundMove({ db, secrets }: ModuleDeps): Method {
  return defineMethod({
    name: 'getCustodyFundMove',
    summary: 'Reads a deposit into a custody account',
    description: 'An unknown one is refused (212).',
    refusals: [212],
    parameters: { referenceNumber: required(numericId({ description: 'referenceNumber of the deposit' })) },
    response: Type.Object({ custodyTransaction: shownToSchema(MOVE_VIEW.schema) }),
    handler: async ({ client, values }) => {
      const { kind } = depositRail.instrument;
      const row = found(kind, await depositRail.find(db, readerOf(client), values.referenceNumber));
      return { fields: { custodyTransaction: shownTo(client, row, fundMoveFields(secrets, row)) } };
    },
  });
}

const KEY = 'custodyTransactions';

export function getCustodyFundMoves(deps: ModuleDeps): Method {
  const resource: Resource<'custody_fund_moves'> = {
    deps,
    table: 'custody_fund_moves',
    id: 'reference_number',
    hides: 'deleted',
    scope: 'account.read',
    fields: {
      referenceNumber: numberField('reference_number', { filter: 'indexed' }),
      accountId: textField('account_id', { filter: 'indexed' }),
      status: textField('status'),
    },
    itemSchema: MOVE_VIEW.schema,
    items: (rows) => rows.map((row) => fundMoveFields(deps.secrets, row)),
  };
  const { offset, limit } = listParameters('getCustodyFundMoves', resource.fields);
  return defineMethod({
    name: 'getCustodyFundMoves',
    summary: 'Lists deposits into custody accounts, newest first; of one account, or of all',
    description: 'A page after the end is 239.',
    refusals: [148, 239, 1422],
    parameters: {
      accountId: optional(text({ description: 'A and 6 to 10 digits; all accounts when absent', maxLength: 100 })),
      offset,
      limit,
    },
    response: listSchema(resource, KEY),
    handler: async ({ client, values, ...call }) => {
      const page = { offset: values.offset, limit: values.limit, deleted: undefined, sort: undefined };
      if (values.accountId === undefined) {
        return answerList(resource, KEY, { ...call, client, values: { ...page, filter: undefined } });
      }
      const account = found(ACCOUNT, await findAccount(deps.db, readerOf(client), values.accountId));
      const filter = { accountId: account.account_id };
      return answerList(resource, KEY, { ...call, client, values: { ...page, filter } });
    },
  });
}

export function requestForVoidCustodyACH(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'requestForVoidCustodyACH',
    summary: 'Voids a deposit that is Pending; the older form of updateCustodyFundMove',
    deprecated: true,
    description: 'One that is not Pending is 224, an unknown one 212.',
    signInAgain: true,
    amount: ({ RefNum }, client) => depositRail.amountOf(deps.db, readerOf(client), RefNum),
    refusals: [212, 224],
    parameters: { RefNum: required(numericId({ description: 'referenceNumber of the deposit' })) },
    response: Type.Object({ investorExternalAccountDetails: Type.String() }),
    handler: change(deps, async ({ client, values }, db) => {
      const held = await depositRail.require(db, client.clientId, values.RefNum);
      const { payment } = await depositRail.step(db, held, 'void', { nowUs: deps.nowUs() });
      const webhook = voidedWebhook(deps.secrets, payment);
      return { fields: { investorExternalAccountDetails: 'Status updated' }, webhook };
    }),
  });
}

export function updateCustodyFundMove(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'updateCustodyFundMove',
    summary: 'Voids a deposit that is Pending',
    description: 'The answer says void, reads say Voided. One that is not Pending is 224, an unknown one 212.',
    signInAgain: true,
    amount: ({ referenceNumber }, client) => depositRail.amountOf(deps.db, readerOf(client), referenceNumber),
    refusals: [212, 224],
    parameters: {
      referenceNumber: required(numericId({ description: 'referenceNumber of the deposit' })),
      status: required(choice(['void'])),
    },
    response: Type.Object({ custodyTransaction: shownToSchema(MOVE_VIEW.schema) }),
    handler: change(deps, async ({ client, values }, db) => {
      const held = await depositRail.require(db, client.clientId, values.referenceNumber);
      const { payment } = await depositRail.step(db, held, 'void', { nowUs: deps.nowUs() });
      return {
        fields: { custodyTransaction: fundMoveFields(deps.secrets, { ...payment, status: values.status }) },
        webhook: voidedWebhook(deps.secrets, payment),
      };
    }),
  });
}

const TRIGGERS = { ...REPORTED, Declined: 'decline' } as const;

export function updateCustodyFundMoveStatus(deps: ModuleDeps): Method {
  return operatorMethod({
    name: 'updateCustodyFundMoveStatus',
    summary: 'Records what the bank did with a deposit',
    description:
      'A deposit that settles funds the trade that it is for; one that comes back takes that back. ' +
      'A Pending one that the batch would void (T14) does not become Submitted.',
    amount: ({ referenceNumber }, client) => depositRail.amountOf(deps.db, readerOf(client), referenceNumber),
    refusals: [135, 138, 148, 190, 211, 212, 224, 234, 773],
    fourEyes: true,
    parameters: {
      referenceNumber: required(numericId({ description: 'referenceNumber of the deposit' })),
      status: required(choice(['Submitted', 'Settled', 'Returned', 'Declined'])),
      errors: optional(text({ description: 'code and text of the bank; cleared when absent' })),
    },
    response: Type.Object({ custodyTransaction: shownToSchema(MOVE_VIEW.schema) }),
    handler: change(deps, async ({ values }, db) => {
      const held = await depositRail.require(db, EVERY_CLIENT, values.referenceNumber);
      const details = { nowUs: deps.nowUs(), errors: values.errors };
      if (values.status === 'Submitted') await depositRail.requireCanBeSent(db, held);
      const { payment, webhooks } = await depositRail.step(db, held, TRIGGERS[values.status], details);
      return { fields: { custodyTransaction: fundMoveFields(deps.secrets, payment) }, alsoFires: webhooks };
    }),
  });
}
