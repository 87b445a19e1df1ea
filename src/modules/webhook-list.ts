/**
 * The webhooks that are sent today, with their fields, for the reference page.
 * Tests compare every webhook with it. The webhooks of a module are in its <module>-webhooks.ts.
 */
import { SHOWN_TERMS } from '../exchange/api/index.ts';
import type { WebhookDeclaration } from '../http/openapi/index.ts';
import { ACCOUNT_WEBHOOKS } from './accounts/index.ts';
import { ACCREDITATION_WEBHOOKS } from './accreditation/index.ts';
import { BLOCK_WEBHOOKS } from './blocks/index.ts';
import { KYC_WEBHOOKS } from './kyc/index.ts';
import { LINK_WEBHOOKS } from './links/index.ts';
import { NOTICE_WEBHOOKS } from './notices/index.ts';
import { OFFERING_WEBHOOKS } from './offerings/index.ts';
import { PARTY_WEBHOOKS } from './parties/index.ts';
import { CARD_WEBHOOKS, CUSTODY_WEBHOOKS } from './payments/index.ts';
import { QUOTE_WEBHOOKS } from './quotes/index.ts';
import { SETTLEMENT_WEBHOOKS } from './settlement/index.ts';
import { SIGNATURE_WEBHOOKS } from './signatures/index.ts';

const APPROVALS = [
  ...['RRApprovalStatus', 'RRName', 'RRApprovalDate', 'PrincipalApprovalStatus', 'PrincipalName', 'PrincipalDate'],
];

const TRADES: readonly WebhookDeclaration[] = [
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

const ACH: readonly WebhookDeclaration[] = [
  {
    name: 'createExternalAccount',
    group: 'ACH',
    summary: 'The bank account of an account or issuer was added',
    fields: EXTERNAL_ACCOUNT,
  },
  {
    name: 'updateExternalAccount',
    group: 'ACH',
    summary: 'The bank account of an account or issuer was replaced, or corrected as the bank asked',
    fields: EXTERNAL_ACCOUNT,
  },
  {
    name: 'deleteExternalAccount',
    group: 'ACH',
    summary: 'The bank account of an account or issuer was deleted',
    fields: ['accountId', 'Ext_status', 'issuerId', 'status'],
  },
  {
    name: 'linkExternalAccount',
    group: 'ACH',
    summary: 'The holder of an account linked its bank account',
    fields: LINKED_ACCOUNT,
  },
  {
    name: 'updateLinkExternalAccount',
    group: 'ACH',
    summary: 'The holder of an account replaced its bank account',
    fields: LINKED_ACCOUNT,
  },
  { name: 'externalFundMove', group: 'ACH', summary: 'A debit was made', fields: ['tradeId', 'RefNum'] },
  {
    name: 'updateExternalFundMoveStatus',
    group: 'ACH',
    summary: 'A debit went to the bank, was settled or came back',
    fields: FUND_STATUS,
  },
  {
    name: 'updateExternalFundMoveApprovedStatus',
    group: 'ACH',
    summary: 'A debit was approved or declined',
    fields: FUND_STATUS,
  },
  { name: 'requestForVoidACH', group: 'ACH', summary: 'A debit was voided', fields: FUND_STATUS },
];

/** In each webhook of orders and matches: the venue's sequence number, and the time with microseconds. */
const HAPPENED = ['eventSeq', 'eventTime'];

const ORDER_TO_DECIDE = [
  ...['orderId', 'securityId', 'memberId', 'accountId', 'action', 'type', 'number_shares', 'shares_remaining'],
  ...['price_per_share', 'contingencies', 'minimumThreshold', 'expiration', 'expirationDate', 'orderStatus'],
  ...HAPPENED,
];

const ATS: readonly WebhookDeclaration[] = [
  {
    name: 'createOrder',
    group: 'ATS',
    summary: 'An order was placed',
    fields: [
      ...['id', 'securityId', 'orderId', 'memberId', 'accountId', 'action', 'type', 'quantity', 'price'],
      ...['orderStatus', 'token', ...SHOWN_TERMS, ...HAPPENED],
    ],
  },
  {
    name: 'updateOrder',
    group: 'ATS',
    summary: 'An order has changed: approved, refused, filled, replaced, cancelled, expired',
    fields: [
      ...['orderId', 'securityId', 'memberId', 'accountId', 'action', 'orderStatus', 'number_shares'],
      ...['shares_remaining', 'price_per_share', 'token', 'updatedDate', 'reason', 'reasonCode', 'held', ...HAPPENED],
    ],
    fromVenue: true,
  },
  {
    name: 'replaceOrder',
    group: 'ATS',
    summary: 'An order was replaced',
    fields: ['id', 'securityId', 'orderId', 'action', 'orderStatus', 'token', 'lostPriority', ...HAPPENED],
  },
  {
    name: 'cancelOrder',
    group: 'ATS',
    summary: 'An order was cancelled',
    fields: ['orderid', 'orderStatus', ...HAPPENED],
  },
  {
    name: 'orderForApproval',
    group: 'ATS',
    summary: 'An order waits for the approval of the client that owns the offering, or has changed while it waits',
    fields: ORDER_TO_DECIDE,
    fromVenue: true,
  },
  {
    name: 'orderForFirstRefusal',
    group: 'ATS',
    summary: 'An order to sell waits for the answer of the client that owns the offering, or has changed meanwhile',
    fields: ORDER_TO_DECIDE,
    fromVenue: true,
  },
  {
    name: 'matchedTradenotify',
    group: 'ATS',
    summary: 'Two orders were matched; both clients get it',
    fields: [
      'matchId',
      'securityId',
      'executionTime',
      'numberOfShares',
      'Price',
      'askOrderId',
      'bidOrderId',
      'block',
      ...HAPPENED,
    ],
    fromVenue: true,
  },
];

export const WEBHOOK_LIST: readonly WebhookDeclaration[] = [
  ...ACCOUNT_WEBHOOKS,
  ...PARTY_WEBHOOKS,
  ...LINK_WEBHOOKS,
  ...KYC_WEBHOOKS,
  ...OFFERING_WEBHOOKS,
  ...CUSTODY_WEBHOOKS,
  ...ACCREDITATION_WEBHOOKS,
  ...CARD_WEBHOOKS,
  ...TRADES,
  ...ACH,
  ...SIGNATURE_WEBHOOKS,
  ...ATS,
  ...QUOTE_WEBHOOKS,
  ...BLOCK_WEBHOOKS,
  ...SETTLEMENT_WEBHOOKS,
  ...NOTICE_WEBHOOKS,
];
