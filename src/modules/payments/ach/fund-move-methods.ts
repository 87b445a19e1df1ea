import Type from 'typebox';
import type { AchFundMoveRow, Db } from '../../../database/schema/index.ts';
import { ApiError, defineMethod, type Method } from '../../../http/methods/index.ts';
import { choice, optional, required, text } from '../../../http/parameters/index.ts';
import { findAccount } from '../../accounts/index.ts';
import { findOffering } from '../../offerings/index.ts';
import { change } from '../../shared/change/index.ts';
import { EVERY_CLIENT, ownedBy, readerOf } from '../../shared/record/index.ts';
import { line, MASKED, textOrNull, textsSchema, timestamp } from '../../shared/values/index.ts';
import { REPORTED, stateFields } from '../lifecycle/index.ts';
import type { AchDeps } from './accounts/index.ts';
import { achRail } from './ach-rail.ts';
import {
  DETAILS_KEY,
  fundMoveFields,
  fundMoveOfOwner,
  fundMoveSchema,
  pendingMoveFields,
  pendingMoveSchema,
  refNum,
  requireOwner,
} from './fund-move-fields.ts';

export function getExternalFundMove({ db, secrets }: AchDeps): Method {
  return defineMethod({
    name: 'getExternalFundMove',
    summary: 'Reads a fund move',
    description: 'The numbers of bank and account are in base64. errors has the code of the return, once there is one.',
    refusals: [148, 212],
    parameters: {
      accountId: required(text({ description: 'account or issuer id', maxLength: 100 })),
      RefNum: required(refNum()),
    },
    response: Type.Object({ [DETAILS_KEY]: Type.Array(fundMoveSchema) }),
    handler: async ({ client, values }) => {
      const row = await fundMoveOfOwner(db, readerOf(client), values.accountId, values.RefNum);
      return { fields: { [DETAILS_KEY]: [fundMoveFields(row, secrets)] } };
    },
  });
}

export function getExternalFundMoveHistory(deps: AchDeps): Method {
  return defineMethod({
    name: 'getExternalFundMoveHistory',
    summary: 'Reads all fund moves of an account, newest first, at most 10,000',
    description: 'The numbers of bank and account are in base64. Empty without fund moves.',
    refusals: [148],
    parameters: { accountId: required(text({ description: 'account or issuer id', maxLength: 100 })) },
    response: Type.Object({ accountDetails: Type.Array(fundMoveSchema) }),
    handler: async ({ client, values }) => {
      const reader = readerOf(client);
      const accountId = await requireOwner(deps.db, reader, values.accountId);
      const shown = (row: AchFundMoveRow) => fundMoveFields(row, deps.secrets);
      return { fields: { accountDetails: await achRail.ofAccount(deps, reader, { accountId }, shown) } };
    },
  });
}

export function getExternalFundMoveInfo({ db }: AchDeps): Method {
  return defineMethod({
    name: 'getExternalFundMoveInfo',
    summary: 'Reads the state of a fund move, and whom it is about',
    description: 'error has the code of the return, once there is one.',
    refusals: [148, 212],
    parameters: {
      accountId: required(text({ description: 'account or issuer id', maxLength: 100 })),
      RefNum: required(refNum()),
    },
    response: Type.Object({
      [DETAILS_KEY]: Type.Object({ fundStatus: Type.String(), error: textOrNull() }),
      ACHDetails: Type.Object({
        ...textsSchema('accountId', 'fundStatus', 'tradeId', 'createdDate').properties,
        ...textsSchema('accountName', 'clientName', 'issueName', 'clientId', 'developerAPIKey').properties,
      }),
    }),
    handler: async ({ client, values }) => {
      const row = await fundMoveOfOwner(db, readerOf(client), values.accountId, values.RefNum);
      const ACHDetails = {
        accountId: row.account_id,
        fundStatus: row.fund_status,
        tradeId: String(row.trade_id),
        createdDate: timestamp(row.created_at),
        ...(await namesOf(db, row)),
        clientId: MASKED,
        developerAPIKey: MASKED,
      };
      return { fields: { [DETAILS_KEY]: { fundStatus: row.fund_status, error: row.errors }, ACHDetails } };
    },
  });
}

/** Empty for what was deleted since. */
async function namesOf(db: Db, row: AchFundMoveRow) {
  const { client_id: clientId } = row;
  const account = await findAccount(db, clientId, row.account_id);
  const offering = await findOffering(db, clientId, row.offering_id);
  const client = await db.selectFrom('clients').select('name').where(ownedBy(clientId)).executeTakeFirst();
  return {
    accountName: account?.account_name ?? '',
    clientName: client?.name ?? '',
    issueName: offering?.issue_name ?? '',
  };
}

export function getAchPendingId(deps: AchDeps): Method {
  return defineMethod({
    name: 'getAchPendingId',
    summary: 'Reads the fund moves of an account that wait for the batch of the day, newest first',
    description: 'Without any the answer is 212. The numbers of bank and account are in base64.',
    refusals: [148, 212],
    parameters: { accountId: required(text({ description: 'account or issuer id', maxLength: 100 })) },
    response: Type.Object({ [DETAILS_KEY]: Type.Array(pendingMoveSchema) }),
    handler: async ({ client, values }) => {
      const reader = readerOf(client);
      const accountId = await requireOwner(deps.db, reader, values.accountId);
      const shown = (row: AchFundMoveRow) => pendingMoveFields(row, deps.secrets);
      const moves = await achRail.ofAccount(deps, reader, { accountId, state: 'Pending' }, shown);
      if (moves.length === 0) throw new ApiError(212);
      return { fields: { [DETAILS_KEY]: moves } };
    },
  });
}

export function requestForVoidACH(deps: AchDeps): Method {
  return defineMethod({
    name: 'requestForVoidACH',
    summary: 'Takes back a fund move that has not gone to the bank',
    description: 'Only a Pending one (224). It is Voided, and another one may be made for the trade.',
    signInAgain: true,
    amount: ({ RefNum }, client) => achRail.amountOf(deps.db, readerOf(client), RefNum),
    refusals: [212, 224],
    parameters: { RefNum: required(refNum()) },
    response: Type.Object({ [DETAILS_KEY]: Type.String() }),
    handler: change(deps, async ({ client, values }, db) => {
      const held = await achRail.require(db, client.clientId, values.RefNum);
      const { webhooks } = await achRail.step(db, held, 'void', { nowUs: deps.nowUs() });
      return { fields: { [DETAILS_KEY]: 'Status updated' }, alsoFires: webhooks };
    }),
  });
}

export function updateExternalFundMoveApprovedStatus(deps: AchDeps): Method {
  const { secrets, nowUs } = deps;
  return defineMethod({
    name: 'updateExternalFundMoveApprovedStatus',
    summary: 'Approves or declines a fund move that waits for the batch',
    description:
      'For operators, of every client; Pending ones only (224). A declined one waits until it is approved or voided.',
    amount: ({ RefNum }, client) => achRail.amountOf(deps.db, readerOf(client), RefNum),
    refusals: [212, 224],
    operator: true,
    fourEyes: ({ transactionstatus }) => transactionstatus !== 'Declined',
    parameters: {
      RefNum: required(refNum()),
      transactionstatus: required(choice(['Pending', 'Approved', 'Declined'])),
    },
    response: Type.Object({ [DETAILS_KEY]: Type.Array(fundMoveSchema) }),
    handler: change(deps, async ({ values, methodName }, db) => {
      const held = await achRail.require(db, EVERY_CLIENT, values.RefNum);
      if (held.payment.fund_status !== 'Pending') throw new ApiError(224);
      const changes = { transaction_status: values.transactionstatus, updated_at: nowUs() };
      const row = await achRail.write(db, held.payment, changes);
      const webhook = { clientId: row.client_id, method: methodName, fields: stateFields(row) };
      return { fields: { [DETAILS_KEY]: [fundMoveFields(row, secrets)] }, alsoFires: [webhook] };
    }),
  });
}

export function updateExternalFundMoveStatus(deps: AchDeps): Method {
  const { secrets, nowUs } = deps;
  return defineMethod({
    name: 'updateExternalFundMoveStatus',
    summary: 'Records the outcome at the bank of a fund move',
    description:
      'For operators, of every client. Settled makes the trade FUNDED, Returned CREATED. Its client gets the ' +
      'webhook. A Pending one that the batch would void (T14) does not become Submitted.',
    amount: ({ RefNum }, client) => achRail.amountOf(deps.db, readerOf(client), RefNum),
    refusals: [135, 138, 148, 190, 211, 212, 224, 234, 773],
    operator: true,
    fourEyes: true,
    parameters: {
      RefNum: required(refNum()),
      accountId: optional(text({ description: 'account of the fund move; another one is refused', maxLength: 100 })),
      fundStatus: required(
        choice(['Pending', 'Submitted', 'Settled', 'Returned'], { description: 'Voided: use requestForVoidACH' }),
      ),
      errors: optional(line('code and text of a return; kept when it is Returned')),
    },
    response: Type.Object({ [DETAILS_KEY]: Type.Array(fundMoveSchema) }),
    handler: change(deps, async ({ values }, db) => {
      const held = await achRail.require(db, EVERY_CLIENT, values.RefNum);
      if (values.accountId !== undefined && values.accountId !== held.payment.account_id) throw new ApiError(212);
      if (values.fundStatus === 'Pending') throw new ApiError(224);
      const errors = values.fundStatus === 'Returned' ? (values.errors ?? null) : null;
      const details = { nowUs: nowUs(), errors };
      if (values.fundStatus === 'Submitted') await achRail.requireCanBeSent(db, held);
      const { payment, webhooks } = await achRail.step(db, held, REPORTED[values.fundStatus], details);
      return { fields: { [DETAILS_KEY]: [fundMoveFields(payment, secrets)] }, alsoFires: webhooks };
    }),
  });
}
