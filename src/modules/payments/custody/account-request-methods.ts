import Type from 'typebox';
import type { CustodyAccountRequestRow, Db } from '../../../database/schema/index.ts';
import { ApiError, defineMethod, type Method } from '../../../http/methods/index.ts';
import { choice, optional, required, text, yesNo } from '../../../http/parameters/index.ts';
import { ACCOUNT, findAccount, requireActiveAccount, voidPaymentsOf } from '../../accounts/index.ts';
import { change } from '../../shared/change/index.ts';
import type { ModuleDeps } from '../../shared/deps.ts';
import { operatorMethod } from '../../shared/methods/index.ts';
import { EVERY_CLIENT, findRecord, found, readerOf, shownTo, shownToSchema } from '../../shared/record/index.ts';
import { requestsInStatus } from '../../shared/request-queue.ts';
import {
  at,
  atOrNull,
  ipAddress,
  orNull,
  pageFrom,
  says,
  textOrNull,
  totalSchema,
  view,
} from '../../shared/values/index.ts';
import { ACCOUNT_REQUEST, ASKED, DECIDED, REQUEST_STATUSES } from './account-request-lifecycle.ts';
import { closeAccount, insertRequest, moveRequest, newestRequest, openAccounts } from './account-request-records.ts';
import { ATTESTATION } from './attestation.ts';
import { accountId } from './custody-parameters.ts';
import { depositRail } from './deposit-rail.ts';

const UPDATED_REQUEST_VIEW = view<CustodyAccountRequestRow>('UpdatedCustodyRequest')({
  accountId: 'account_id',
  custAccStatus: 'request_status',
  accountStatus: 'account_status',
  custAccRequestID: 'request_id',
  createdDate: at('created_at'),
});

/** A request, and the approval status of its account. */
type OfAccount = CustodyAccountRequestRow & { readonly approval: string };

const CREATED_REQUEST_VIEW = view<OfAccount>('NewCustodyRequest')({
  ...UPDATED_REQUEST_VIEW.parts,
  approvalStatus: [textOrNull('approval status of the account'), ({ approval }) => approval],
});

const REVIEW = {
  restrictedStatus: says((row: CustodyAccountRequestRow) => (row.restricted === 1 ? 'Yes' : 'No'), 'Yes or No'),
  reasonForStatus: orNull('reason'),
} as const;

const REQUEST_VIEW = view<OfAccount>('CustodyRequest')({ ...CREATED_REQUEST_VIEW.parts, ...REVIEW });

/** A request as lists have it. */
export const LISTED_REQUEST_VIEW = view<CustodyAccountRequestRow>()({
  ...UPDATED_REQUEST_VIEW.parts,
  ...REVIEW,
  notes: orNull('notes', 'what the client said last'),
  updatedDate: atOrNull('updated_at'),
});

/** A request as the operator sees it. */
const REVIEWED_REQUEST_VIEW = view<CustodyAccountRequestRow>('CustodyReview')({
  ...LISTED_REQUEST_VIEW.parts,
  clientId: 'client_id',
});

/** requestCustodialAccount is its older name. */
export function createCustodyAccountRequest(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'createCustodyAccountRequest',
    deprecatedAliases: ['requestCustodialAccount'],
    summary: 'Requests a custody account for an account',
    description:
      'The custody agreement must be attested (404). A second request: ' +
      '116, unless the first was rejected or has ended.',
    refusals: [116, 148, 404],
    parameters: { accountId, createdIpAddress: optional(ipAddress()) },
    response: Type.Object({ custodialAccountDetails: Type.Array(CREATED_REQUEST_VIEW.schema) }),
    handler: change(deps, async ({ client, values, ip }, db) => {
      const account = await requireActiveAccount(db, client.clientId, values.accountId);
      const of = { clientId: client.clientId, accountId: account.account_id };
      if ((await findRecord(db, ATTESTATION, of.clientId, of.accountId)) === undefined) {
        throw new ApiError(404, undefined, { statusDesc: 'The custody agreement was not attested' });
      }
      const at = { nowUs: deps.nowUs(), ip: values.createdIpAddress ?? ip };
      const row = await insertRequest(db, of, at);
      if (row === undefined) {
        throw new ApiError(116, undefined, { statusDesc: 'The account already has a request for a custody account' });
      }
      const fields = CREATED_REQUEST_VIEW.show({ ...row, approval: account.approval_status });
      return { fields: { custodialAccountDetails: [fields] }, webhook: fields };
    }),
  });
}

/** getCustodialAccountRequest is its older name. */
export function getCustodyAccountRequest({ db }: ModuleDeps): Method {
  return defineMethod({
    name: 'getCustodyAccountRequest',
    deprecatedAliases: ['getCustodialAccountRequest'],
    summary: 'Reads the request for the custody account of an account',
    description: 'The one that counts, else the newest. An account without any is refused (404).',
    refusals: [148, 404],
    parameters: { accountId },
    response: Type.Object({ custodialAccountDetails: Type.Array(shownToSchema(REQUEST_VIEW.schema)) }),
    handler: async ({ client, values }) => {
      const account = found(ACCOUNT, await findAccount(db, readerOf(client), values.accountId));
      const row = found(ACCOUNT_REQUEST, await newestRequest(db, account.client_id, account.account_id));
      return {
        fields: {
          custodialAccountDetails: [
            shownTo(client, row, REQUEST_VIEW.show({ ...row, approval: account.approval_status })),
          ],
        },
      };
    },
  });
}

/** updateCustodialAccountRequest is its older name. */
export function updateCustodyAccountRequest(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'updateCustodyAccountRequest',
    deprecatedAliases: ['updateCustodialAccountRequest'],
    summary: 'Says that information was added to a request, or asks for a new review',
    description:
      'New Info Added starts a new review. An open custody account stays open meanwhile; a closed one is 190.',
    refusals: [190, 404],
    parameters: {
      custAccRequestID: required(text({ description: 'custAccRequestID of the request', maxLength: 100 })),
      custAccRequestStatus: required(choice(ASKED)),
      notes: optional(text({ description: 'for the reviewer' })),
      updatedIpAddress: optional(ipAddress()),
    },
    response: Type.Object({ custodialAccountDetails: Type.Array(UPDATED_REQUEST_VIEW.schema) }),
    handler: change(deps, async ({ client, values, ip }, db) => {
      const row = await moveRequest(
        db,
        { clientId: client.clientId, id: values.custAccRequestID },
        {
          status: values.custAccRequestStatus,
          notes: values.notes,
          ip: values.updatedIpAddress ?? ip,
          nowUs: deps.nowUs(),
        },
      );
      const fields = UPDATED_REQUEST_VIEW.show(row);
      return { fields: { custodialAccountDetails: [fields] }, webhook: fields };
    }),
  });
}

export function reviewCustodyAccountRequest(deps: ModuleDeps): Method {
  return operatorMethod({
    name: 'reviewCustodyAccountRequest',
    summary: 'Decides on a request for a custody account, or asks for more information',
    description: 'Approved opens the custody account. The client reads the outcome with getCustodyAccountRequest.',
    refusals: [190, 404],
    parameters: {
      custAccRequestID: required(text({ description: 'custAccRequestID of the request', maxLength: 100 })),
      custAccStatus: required(choice(DECIDED)),
      reasonForStatus: optional(text({ description: 'reason shown to the client; none when absent' })),
      restrictedStatus: optional(yesNo({ description: 'whether the custody account is restricted; kept when absent' })),
    },
    response: Type.Object({ request: REVIEWED_REQUEST_VIEW.schema }),
    handler: change(deps, async ({ values, ip }, db) => {
      const request = found(
        ACCOUNT_REQUEST,
        await findRecord(db, ACCOUNT_REQUEST, EVERY_CLIENT, values.custAccRequestID),
      );
      const { restrictedStatus: restricted } = values;
      const row = await moveRequest(
        db,
        { clientId: request.client_id, id: request.request_id },
        {
          status: values.custAccStatus,
          reason: values.reasonForStatus ?? null,
          restricted: restricted === undefined ? undefined : restricted === 'Yes' ? 1 : 0,
          ip,
          nowUs: deps.nowUs(),
        },
      );
      return { fields: { request: REVIEWED_REQUEST_VIEW.show(row) } };
    }),
  });
}

export function closeCustodyAccount(deps: ModuleDeps): Method {
  return operatorMethod({
    name: 'closeCustodyAccount',
    summary: 'Closes a custody account, or the request for one',
    description:
      'Pending deposits are voided, and nothing more is put in or asked for; earlier disbursements are completed. ' +
      'The account may request another one.',
    refusals: [190, 404],
    parameters: {
      custAccRequestID: required(text({ description: 'custAccRequestID of its request', maxLength: 100 })),
      reasonForStatus: optional(text({ description: 'reason shown to the client; none when absent' })),
    },
    response: Type.Object({ request: REVIEWED_REQUEST_VIEW.schema }),
    handler: change(deps, async ({ values }, db) => {
      const id = values.custAccRequestID;
      const request = found(ACCOUNT_REQUEST, await findRecord(db, ACCOUNT_REQUEST, EVERY_CLIENT, id));
      const at = { reason: values.reasonForStatus ?? null, nowUs: deps.nowUs() };
      const row = await closeAccount(db, { clientId: request.client_id, id }, at);
      const of = { clientId: row.client_id, accountId: row.account_id };
      const isSo = async (transaction: Db) => !(await openAccounts(transaction, [of.accountId])).has(of.accountId);
      const ended = { reason: 'The custody account was closed', isSo };
      return {
        fields: { request: REVIEWED_REQUEST_VIEW.show(row) },
        afterCommit: () => voidPaymentsOf(deps, [depositRail], of, ended),
      };
    }),
  });
}

export function getCustodyAccountReviews({ db }: ModuleDeps): Method {
  return operatorMethod({
    name: 'getCustodyAccountReviews',
    summary: 'Lists the requests for custody accounts of all clients in one status, the oldest first',
    description: 'For reviewers: open reviews are Pending or New Info Added.',
    parameters: {
      custAccStatus: optional(choice(REQUEST_STATUSES, { description: 'Pending when absent' })),
      ...pageFrom('requests'),
    },
    response: Type.Object({ requests: Type.Array(REVIEWED_REQUEST_VIEW.schema), ...totalSchema }),
    handler: async ({ values: { custAccStatus = 'Pending', ...page } }) => {
      const { rows, totalRecords } = await requestsInStatus(db, 'custody_account_requests', custAccStatus, page);
      return { fields: { requests: rows.map(REVIEWED_REQUEST_VIEW.show), totalRecords } };
    },
  });
}
