/** The webhooks of ACH with their fields, for the reference page. */
import { webhooksIn } from '../../../http/openapi/index.ts';

const EXTERNAL_ACCOUNT = [
  ...['accountId', 'issuerId', 'ExtAccountfullname', 'Extnickname', 'ExtRoutingnumber', 'ExtAccountnumber', 'types'],
  'accountType',
];
const LINKED_ACCOUNT = [
  ...['id', 'accountId', 'refNum', 'institutionId', 'institution_name', 'account_number', 'account_name'],
  ...['account_subtype', 'account_mask', 'account_id', 'account_plaidId', 'routing_number', 'wire_routing'],
  ...['account_type', 'externalAccount', 'createdDate', 'createdIpAddress', 'updatedDate', 'updatedIpAddress'],
];
const FUND_STATUS = ['accountId', 'tradeId', 'transactionstatus', 'fundStatus', 'RefNum', 'errors'];

export const ACH_WEBHOOKS = webhooksIn('ACH', {
  createExternalAccount: {
    summary: 'The bank account of an account or issuer was added',
    fields: EXTERNAL_ACCOUNT,
  },
  updateExternalAccount: {
    summary: 'The bank account of an account or issuer was replaced, or corrected as the bank asked',
    fields: EXTERNAL_ACCOUNT,
  },
  deleteExternalAccount: {
    summary: 'The bank account of an account or issuer was deleted',
    fields: ['accountId', 'Ext_status', 'issuerId', 'status'],
  },
  linkExternalAccount: {
    summary: 'The holder of an account linked its bank account',
    fields: LINKED_ACCOUNT,
  },
  updateLinkExternalAccount: {
    summary: 'The holder of an account replaced its bank account',
    fields: LINKED_ACCOUNT,
  },
  externalFundMove: { summary: 'A debit was made', fields: ['tradeId', 'RefNum'] },
  updateExternalFundMoveStatus: {
    summary: 'A debit went to the bank, was settled or came back',
    fields: FUND_STATUS,
  },
  updateExternalFundMoveApprovedStatus: {
    summary: 'A debit was approved or declined',
    fields: FUND_STATUS,
  },
  requestForVoidACH: { summary: 'A debit was voided', fields: FUND_STATUS },
});
