/** The webhooks of custody accounts, with their fields, for the reference page. */
import { webhooksIn } from '../../../http/openapi/index.ts';

const CUSTODY_REQUEST = ['accountId', 'custAccStatus', 'accountStatus', 'custAccRequestID', 'createdDate'];

const DEPOSIT = [
  ...['accountId', 'bankName', 'amount', 'accountNumber', 'routingNumber', 'accountName', 'referenceNumber'],
  ...['description', 'tradeId', 'approvalStatus', 'status', 'routingNumberStatus', 'errors', 'createdDate'],
  'updatedDate',
];

const REQUESTED = { summary: 'A custody account was requested', fields: [...CUSTODY_REQUEST, 'approvalStatus'] };
const CHANGED = { summary: 'A request for a custody account was changed by the client', fields: CUSTODY_REQUEST };
const DEPOSITED = { summary: 'A deposit was made', fields: DEPOSIT };
const VOIDED = { summary: 'A deposit was voided', fields: DEPOSIT };

/** Some also go by their older name, where that is called and registered. */
export const CUSTODY_WEBHOOKS = webhooksIn('Custody', {
  createCustodyAccountRequest: REQUESTED,
  requestCustodialAccount: REQUESTED,
  updateCustodyAccountRequest: CHANGED,
  updateCustodialAccountRequest: CHANGED,
  createCustodyFundMove: DEPOSITED,
  fundCustodyAccount: DEPOSITED,
  updateCustodyFundMove: {
    ...VOIDED,
    summary: 'A deposit was voided, by the call, by the end of what it is for or by the batch',
  },
  requestForVoidCustodyACH: VOIDED,
  createCustodyFundDisbursement: {
    summary: 'A disbursement was asked for',
    fields: [
      ...['requestId', 'accountId', 'amount', 'type', 'bankId', 'additionalDetails', 'status', 'createdDate'],
      'updatedDate',
    ],
  },
});
