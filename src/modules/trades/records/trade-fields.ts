/** A trade as the API shows it, and what its methods take of it. */

import Type, { type TObject } from 'typebox';
import type { TradeRow } from '../../../database/schema/index.ts';
import { namedObject } from '../../../http/methods/index.ts';
import { choice, date, type Kind, Malformed, mapKind, text } from '../../../http/parameters/index.ts';
import { ACCOUNT_LEVELS } from '../../accounts/index.ts';
import { documentLevels } from '../../shared/documents/index.ts';
import { noteLevels } from '../../shared/notes/index.ts';
import {
  type Field,
  fieldsNamed,
  fieldsSchema,
  levelsIn,
  piiTable,
  type RecordKind,
  shownFields,
  TRADE_PII,
  uniteLevels,
} from '../../shared/record/index.ts';
import {
  americanDate,
  at,
  customField,
  line,
  MASKED,
  orNull,
  says,
  textOrNull,
  view,
} from '../../shared/values/index.ts';

export const TRADE = { table: 'trades', id: 'trade_id', unknown: 189 } as const satisfies RecordKind<'trades'>;

/** The states of an approval, by a registered representative (RR) or a principal. */
const APPROVALS = ['Pending', 'Approved', 'Disapproved', 'Under Review'] as const;

const approval = () => choice(APPROVALS, { description: 'Pending when a trade is created without' });

/** A date as it is stored and shown, MM-DD-YYYY (C14). */
function approvalDate(): Kind<string> {
  const kind = date({ description: 'MM-DD-YYYY' });
  return mapKind(kind, (read) => americanDate(read));
}

/** What createTrade, updateTrade and updateTradeStatus take alike; a field that is not sent keeps its value. */
export const EDITABLE_FIELDS = [
  { name: 'field1', kind: customField(), empty: '' },
  { name: 'field2', kind: customField(), empty: '' },
  { name: 'field3', kind: customField(), empty: '' },
  { name: 'RRApprovalStatus', column: 'rr_approval_status', kind: approval(), empty: 'Pending' },
  { name: 'RRName', column: 'rr_name', kind: line('registered representative'), list: false },
  { name: 'RRApprovalDate', column: 'rr_approval_date', kind: approvalDate(), list: false },
  { name: 'PrincipalApprovalStatus', column: 'principal_approval_status', kind: approval(), empty: 'Pending' },
  { name: 'PrincipalName', column: 'principal_name', kind: line('principal'), list: false },
  { name: 'PrincipalDate', column: 'principal_date', kind: approvalDate(), list: false },
  { name: 'closeId', kind: line('the closing that the trade belongs to') },
] as const satisfies readonly Field<TradeRow>[];

/** The levels of trades, with their documents, their notes and what they show of their accounts. */
export const TRADE_LEVELS = uniteLevels(
  TRADE_PII,
  // Of a sum, which is for those who may see its field (C99).
  piiTable('trade.read', { none: 'value' }),
  levelsIn(ACCOUNT_LEVELS, 'accountName', 'accreditedStatus', 'kycStatus', 'amlStatus', 'approvalStatus'),
  documentLevels('trade.read'),
  noteLevels('trade.read'),
);

/** The six fields of the two approvals. */
const APPROVAL_FIELDS = fieldsNamed(
  EDITABLE_FIELDS,
  ...(['RRApprovalStatus', 'RRName', 'RRApprovalDate'] as const),
  ...(['PrincipalApprovalStatus', 'PrincipalName', 'PrincipalDate'] as const),
);

export const approvalSchema = fieldsSchema(APPROVAL_FIELDS);

export function approvalFields(trade: TradeRow) {
  return shownFields(APPROVAL_FIELDS, trade);
}

/** A way to pay: stored in upper case without spaces and underscores, whatever it is (T3). */
export function transactionType(): Kind<string> {
  const kind = text({ description: 'for example ACH, WIRE, CHECK, CREDITCARD, TBD, IRA', maxLength: 100 });
  const nothing = new Malformed('must not be of spaces and underscores only');
  return mapKind(kind, (read) => {
    const folded = read.replaceAll(/[\s_]/g, '').toUpperCase();
    return folded === '' ? nothing : folded;
  });
}

/** The id of a trade where one that is no number answers as an unknown one. */
export function anyTradeId(): Kind<number> {
  const kind = text({ description: 'trade id', maxLength: 100 });
  return mapKind(kind, (read) => (/^[0-9]{1,15}$/.test(read) ? Number(read) : 0));
}

export function eligibleWord(trade: TradeRow): 'yes' | 'no' {
  return trade.eligible_to_close === 1 ? 'yes' : 'no';
}

/** The record without the key, the approvals and what follows from them: as cancelInvestment answers it. */
export const TRADE_CORE_VIEW = view<TradeRow>()({
  id: 'trade_id',
  offeringId: 'offering_id',
  accountId: 'account_id',
  partyId: 'party_id',
  party_type: says(() => 'IndivACParty'),
  escrowId: [textOrNull(), () => null],
  orderId: 'trade_id',
  transactionType: 'transaction_type',
  totalAmount: 'total_amount',
  totalShares: 'total_shares',
  orderStatus: 'order_status',
  createdDate: at('created_at'),
  createdIpAddress: orNull('created_ip_address'),
  errors: orNull('errors'),
  documentKey: orNull('document_key'),
  esignStatus: 'esign_status',
  users: [textOrNull(), () => null],
  field1: 'field1',
  field2: 'field2',
  field3: 'field3',
  archived_status: 'archived',
});

/**
 * The record as getTrade and getTradeStatus show it; orderId is the trade id, id the one of the row, which is the
 * same.
 */
export const tradeRecordSchema: TObject = namedObject('TradeRecord', {
  ...TRADE_CORE_VIEW.schema.properties,
  developerAPIKey: Type.String(),
  ...approvalSchema,
  closeId: Type.String(),
  eligibleToClose: Type.String({ enum: ['yes', 'no'] }),
});

export function tradeRecord(trade: TradeRow) {
  return {
    ...TRADE_CORE_VIEW.show(trade),
    developerAPIKey: MASKED,
    ...approvalFields(trade),
    closeId: trade.close_id ?? '',
    eligibleToClose: eligibleWord(trade),
  };
}

/** A cancelled trade, as deleteTrade answers. */
export const TRADE_END_VIEW = view<TradeRow>('EndedTrade')({
  partyId: 'party_id',
  offeringId: 'offering_id',
  orderStatus: 'order_status',
});
