/** A trade as the API shows it, and what its methods take of it. */
import Type, { type TObject } from 'typebox';
import type { TradeRow } from '../../../database/schema/index.ts';
import { choice, date, type Kind, Malformed, text } from '../../../http/parameters/index.ts';
import { type Field, fieldsNamed, fieldsSchema, type RecordKind, shownFields } from '../../shared/record/index.ts';
import {
  americanDate,
  customField,
  line,
  MASKED,
  textOrNull,
  textsSchema,
  timestamp,
} from '../../shared/values/index.ts';

export const TRADE = { table: 'trades', id: 'trade_id', unknown: 189 } as const satisfies RecordKind<'trades'>;

/** The states of an approval, by a registered representative (RR) or a principal. */
const APPROVALS = ['Pending', 'Approved', 'Disapproved', 'Under Review'] as const;

const approval = () => choice(APPROVALS, { description: 'Pending when a trade is created without' });

/** A date as it is stored and shown, MM-DD-YYYY (C14). */
function approvalDate(): Kind<string> {
  const kind = date({ description: 'MM-DD-YYYY' });
  return {
    ...kind,
    read: (value) => {
      const read = kind.read(value);
      return read instanceof Malformed ? read : americanDate(read);
    },
  };
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
  return {
    ...kind,
    read: (value) => {
      const read = kind.read(value);
      if (read instanceof Malformed) return read;
      const folded = read.replaceAll(/[\s_]/g, '').toUpperCase();
      return folded === '' ? nothing : folded;
    },
  };
}

/** The id of a trade where one that is no number answers as an unknown one. */
export function anyTradeId(): Kind<number> {
  const kind = text({ description: 'trade id', maxLength: 100 });
  return {
    ...kind,
    read: (value) => {
      const read = kind.read(value);
      if (read instanceof Malformed) return read;
      return /^[0-9]{1,15}$/.test(read) ? Number(read) : 0;
    },
  };
}

export function eligibleWord(trade: TradeRow): 'yes' | 'no' {
  return trade.eligible_to_close === 1 ? 'yes' : 'no';
}

/** What every method shows of a trade that shows the record. */
const CORE_TEXTS = [
  ...['id', 'offeringId', 'accountId', 'partyId', 'party_type', 'orderId', 'transactionType', 'totalAmount'],
  ...['totalShares', 'orderStatus', 'createdDate', 'esignStatus', 'archived_status', 'field1', 'field2', 'field3'],
] as const;
const CORE_NULLABLE = ['escrowId', 'createdIpAddress', 'errors', 'documentKey', 'users'] as const;

/** The record without the key, the approvals and what follows from them: as cancelInvestment answers it. */
export const tradeCoreSchema: TObject = Type.Object({
  ...textsSchema(...CORE_TEXTS).properties,
  ...Object.fromEntries(CORE_NULLABLE.map((name) => [name, textOrNull()])),
});

export function tradeCore(trade: TradeRow) {
  return {
    id: String(trade.trade_id),
    offeringId: String(trade.offering_id),
    accountId: trade.account_id,
    partyId: trade.party_id,
    party_type: 'IndivACParty',
    escrowId: null,
    orderId: String(trade.trade_id),
    transactionType: trade.transaction_type,
    totalAmount: trade.total_amount,
    totalShares: trade.total_shares,
    orderStatus: trade.order_status,
    createdDate: timestamp(trade.created_at),
    createdIpAddress: trade.created_ip_address,
    errors: trade.errors,
    documentKey: trade.document_key,
    esignStatus: trade.esign_status,
    users: null,
    field1: trade.field1,
    field2: trade.field2,
    field3: trade.field3,
    archived_status: String(trade.archived),
  };
}

/**
 * The record as getTrade and getTradeStatus show it; orderId is the trade id, id the one of the row, which is the
 * same.
 */
export const tradeRecordSchema: TObject = Type.Object({
  ...tradeCoreSchema.properties,
  developerAPIKey: Type.String(),
  ...approvalSchema,
  closeId: Type.String(),
  eligibleToClose: Type.String({ enum: ['yes', 'no'] }),
});

export function tradeRecord(trade: TradeRow) {
  return {
    ...tradeCore(trade),
    developerAPIKey: MASKED,
    ...approvalFields(trade),
    closeId: trade.close_id ?? '',
    eligibleToClose: eligibleWord(trade),
  };
}

/** What is left to say of a trade that was cancelled: as deleteTrade answers. */
export const tradeEndSchema = textsSchema('partyId', 'offeringId', 'orderStatus');

export function tradeEnd(trade: TradeRow) {
  return { partyId: trade.party_id, offeringId: String(trade.offering_id), orderStatus: trade.order_status };
}
