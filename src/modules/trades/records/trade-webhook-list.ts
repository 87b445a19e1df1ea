/** The webhooks of trades with their fields, for the reference page. */
import { webhooksIn } from '../../../http/openapi/index.ts';

const APPROVALS = [
  ...['RRApprovalStatus', 'RRName', 'RRApprovalDate', 'PrincipalApprovalStatus', 'PrincipalName', 'PrincipalDate'],
];

export const TRADE_WEBHOOKS = webhooksIn('Trades', {
  updateEligibleToCloseStatus: {
    summary: 'A trade can be closed now',
    fields: ['tradeId', 'offeringId', 'accountId', 'closeId', 'eligibleToClose', 'escrowStatus'],
  },
  createTrade: {
    summary: 'A trade was created',
    fields: [
      ...['tradeId', 'transactionId', 'transactionAmount', 'transactionDate', 'transactionStatus', ...APPROVALS],
      ...['closeId', 'eligibleToClose'],
    ],
  },
  updateTrade: {
    summary: 'A trade was changed',
    fields: [
      ...['tradeId', 'accountId', 'offeringId', 'orderStatus', ...APPROVALS, 'field1', 'field2', 'field3', 'closeId'],
    ],
  },
  updateTradeStatus: {
    summary: 'The state of a trade has changed: by this method, by a payment, or by cancelInvestment',
    fields: [
      ...['tradeId', 'id', 'offeringId', 'accountId', 'partyId', 'party_type', 'escrowId', 'transactionType'],
      ...['totalAmount', 'totalShares', 'orderStatus', 'createdDate', 'createdIpAddress', 'errors', 'documentKey'],
      ...['esignStatus', 'users', 'field1', 'field2', 'field3', ...APPROVALS, 'archived_status', 'closeId'],
      'eligibleToClose',
    ],
  },
  editTrade: {
    summary: 'The units of a trade were changed',
    fields: ['tradeId', 'shares', 'sharePrice', 'totalShares', 'remainingShares', 'closeId'],
  },
  editTradeUnits: {
    summary: 'Units or unit price of a trade were changed',
    fields: ['tradeId', 'sharePrice', 'unitPrice', 'totalShares'],
  },
  updateTradeTransactionType: {
    summary: 'The way in which a trade is paid was changed',
    fields: ['tradeId', 'transactionType'],
  },
  updateTradeArchivestatus: {
    summary: 'A trade was archived, or made active again',
    fields: ['tradeId', 'partyId', 'offeringId', 'orderStatus', 'archiveStatus'],
  },
  deleteTrade: { summary: 'A trade was withdrawn', fields: ['tradeId'] },
  cancelInvestment: {
    summary: 'An investment was cancelled',
    fields: ['accountId', 'OrderId', 'Transaction Type', 'OrderStatus'],
  },
  uploadTradeDocument: {
    summary: 'Documents of a trade were uploaded',
    fields: ['tradeId'],
  },
  updateTradeDocArchivestatus: {
    summary: 'A document of a trade was archived, or made active again',
    fields: [
      ...['tradeId', 'documentid', 'documentTitle', 'documentFileName', 'documentFileReferenceCode', 'virtualStatus'],
      ...['createdDate', 'archiveStatus'],
    ],
  },
});
