/** The webhooks of custody accounts, with their fields, for the reference page. */
import type { WebhookDeclaration } from '../../../http/openapi/index.ts';

const CUSTODY_REQUEST = ['accountId', 'custAccStatus', 'accountStatus', 'custAccRequestID', 'createdDate'];
const CUSTODY_REQUESTED = [...CUSTODY_REQUEST, 'approvalStatus'];

const DEPOSIT = [
  ...['accountId', 'bankName', 'amount', 'accountNumber', 'routingNumber', 'accountName', 'referenceNumber'],
  ...['description', 'tradeId', 'approvalStatus', 'status', 'routingNumberStatus', 'errors', 'createdDate'],
  'updatedDate',
];

/** Some also go by their older name, where that is called and registered. */
export const CUSTODY_WEBHOOKS: readonly WebhookDeclaration[] = [
  ...['createCustodyAccountRequest', 'requestCustodialAccount'].map((name) => ({
    name,
    group: 'Custody',
    summary: 'A custody account was requested',
    fields: CUSTODY_REQUESTED,
  })),
  ...['updateCustodyAccountRequest', 'updateCustodialAccountRequest'].map((name) => ({
    name,
    group: 'Custody',
    summary: 'A request for a custody account was changed by the client',
    fields: CUSTODY_REQUEST,
  })),
  {
    name: 'createCustodyFundDisbursement',
    group: 'Custody',
    summary: 'A disbursement was asked for',
    fields: [
      ...['requestId', 'accountId', 'amount', 'type', 'bankId', 'additionalDetails', 'status', 'createdDate'],
      'updatedDate',
    ],
  },
  ...[
    ['createCustodyFundMove', 'A deposit was made'],
    ['fundCustodyAccount', 'A deposit was made'],
    ['updateCustodyFundMove', 'A deposit was voided'],
    ['requestForVoidCustodyACH', 'A deposit was voided'],
  ].map(([name = '', summary = '']) => ({ name, group: 'Custody', summary, fields: DEPOSIT })),
];
