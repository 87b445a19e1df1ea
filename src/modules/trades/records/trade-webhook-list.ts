/** The webhooks of trades with their fields, for the reference page. */
import type { WebhookDeclaration } from '../../../http/openapi/index.ts';

const APPROVALS = [
  ...['RRApprovalStatus', 'RRName', 'RRApprovalDate', 'PrincipalApprovalStatus', 'PrincipalName', 'PrincipalDate'],
];

export const TRADE_WEBHOOKS: readonly WebhookDeclaration[] = [
  {
    name: 'createTrade',
    group: 'Trades',
    summary: 'A trade was created',
    fields: [
      ...['tradeId', 'transactionId', 'transactionAmount', 'transactionDate', 'transactionStatus', ...APPROVALS],
      ...['closeId', 'eligibleToClose'],
    ],
  },
  {
    name: 'updateTrade',
    group: 'Trades',
    summary: 'A trade was changed',
    fields: [
      ...['tradeId', 'accountId', 'offeringId', 'orderStatus', ...APPROVALS, 'field1', 'field2', 'field3', 'closeId'],
    ],
  },
  {
    name: 'updateTradeStatus',
    group: 'Trades',
    summary: 'The state of a trade has changed: by this method, by a payment, or by cancelInvestment',
    fields: [
      ...['tradeId', 'id', 'offeringId', 'accountId', 'partyId', 'party_type', 'escrowId', 'transactionType'],
      ...['totalAmount', 'totalShares', 'orderStatus', 'createdDate', 'createdIpAddress', 'errors', 'documentKey'],
      ...['esignStatus', 'users', 'field1', 'field2', 'field3', ...APPROVALS, 'archived_status', 'closeId'],
      'eligibleToClose',
    ],
  },
  {
    name: 'editTrade',
    group: 'Trades',
    summary: 'The units of a trade were changed',
    fields: ['tradeId', 'shares', 'sharePrice', 'totalShares', 'remainingShares', 'closeId'],
  },
  {
    name: 'editTradeUnits',
    group: 'Trades',
    summary: 'Units or unit price of a trade were changed',
    fields: ['tradeId', 'sharePrice', 'unitPrice', 'totalShares'],
  },
  {
    name: 'updateTradeTransactionType',
    group: 'Trades',
    summary: 'The way in which a trade is paid was changed',
    fields: ['tradeId', 'transactionType'],
  },
  {
    name: 'updateTradeArchivestatus',
    group: 'Trades',
    summary: 'A trade was archived, or made active again',
    fields: ['tradeId', 'partyId', 'offeringId', 'orderStatus', 'archiveStatus'],
  },
  { name: 'deleteTrade', group: 'Trades', summary: 'A trade was withdrawn', fields: ['tradeId'] },
  {
    name: 'cancelInvestment',
    group: 'Trades',
    summary: 'An investment was cancelled',
    fields: ['accountId', 'OrderId', 'Transaction Type', 'OrderStatus'],
  },
  {
    name: 'updateEligibleToCloseStatus',
    group: 'Trades',
    summary: 'A trade can be closed now',
    fields: ['tradeId', 'offeringId', 'accountId', 'closeId', 'eligibleToClose', 'escrowStatus'],
  },
  {
    name: 'uploadTradeDocument',
    group: 'Trades',
    summary: 'Documents of a trade were uploaded',
    fields: ['tradeId'],
  },
  {
    name: 'updateTradeDocArchivestatus',
    group: 'Trades',
    summary: 'A document of a trade was archived, or made active again',
    fields: [
      ...['tradeId', 'documentid', 'documentTitle', 'documentFileName', 'documentFileReferenceCode', 'virtualStatus'],
      ...['createdDate', 'archiveStatus'],
    ],
  },
];
