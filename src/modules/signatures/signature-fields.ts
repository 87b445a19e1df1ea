/** Templates and signatures as the API shows them. */
import Type from 'typebox';
import type { SignatureRow, SubscriptionTemplateRow, TradeRow } from '../../database/schema/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import type { EsignTemplate } from '../../providers/esign/index.ts';
import type { RecordKind } from '../shared/record/index.ts';
import { changedTimestamp, line, MASKED, textOrNull, textsSchema, timestamp } from '../shared/values/index.ts';

/** The three ids of a subscription document. */
export const sendParameters = {
  offeringId: required(numericId({ description: 'offering id' })),
  accountId: required(line('A and 6 to 10 digits')),
  tradeId: required(numericId({ description: 'trade id' })),
};

export const sentSchema = Type.Object({
  ...textsSchema('documentKey', 'esignStatus', 'accountId').properties,
  tradeId: Type.Optional(Type.String()),
});

/** tradeId is absent for an NDA. */
export function sentFields(row: SignatureRow) {
  return {
    documentKey: row.envelope_id,
    esignStatus: row.status,
    accountId: row.account_id,
    ...(row.trade_id === null ? {} : { tradeId: String(row.trade_id) }),
  };
}

export const templateSchema = Type.Object({
  templateId: Type.Integer(),
  ...textsSchema('templateKey', 'templateName', 'offeringId', 'templateUrl', 'createdDate').properties,
});

export function templateFields(row: SubscriptionTemplateRow, url: string) {
  return {
    templateId: row.template_id,
    templateKey: row.template_key,
    templateName: row.template_name,
    offeringId: String(row.offering_id),
    templateUrl: url,
    createdDate: timestamp(row.created_at),
  };
}

/** A template of the connected account. */
export const accountTemplateSchema = Type.Object({
  ...textsSchema('templateId', 'name', 'shared', 'description', 'created', 'lastModified', 'uri', 'folderName')
    .properties,
  pageCount: Type.Integer(),
  owner: textsSchema('userName', 'email', 'userId'),
});

export function accountTemplateFields(template: EsignTemplate) {
  return {
    templateId: template.templateId,
    name: template.name,
    shared: 'false',
    description: template.description,
    created: new Date(template.createdMs).toISOString(),
    lastModified: new Date(template.modifiedMs).toISOString(),
    pageCount: template.pages,
    uri: `/templates/${template.templateId}`,
    folderName: '',
    owner: { userName: '', email: '', userId: '' },
  };
}

export const signedSchema = Type.Object({
  ...textsSchema(
    ...['id', 'documentId', 'esignstatus', 'templateName', 'signcreatedDate', 'signupdatedDate', 'createdDate'],
    ...['developerAPIKey', 'offeringId', 'accountId', 'partyId', 'orderId', 'orderStatus', 'totalShares'],
    ...['totalAmount', 'transactionType'],
  ).properties,
  documentUrl: textOrNull('the signed document with its certificate; null until it is signed'),
});

/** `url`: of the signed document. */
export function signedFields(row: SignatureRow, trade: TradeRow, url: string | null) {
  return {
    id: String(row.signature_id),
    documentId: row.envelope_id,
    esignstatus: row.status,
    templateName: row.template_name,
    signcreatedDate: timestamp(row.created_at),
    signupdatedDate: changedTimestamp(row.updated_at),
    createdDate: timestamp(trade.created_at),
    developerAPIKey: MASKED,
    offeringId: String(trade.offering_id),
    accountId: trade.account_id,
    partyId: trade.party_id,
    orderId: String(trade.trade_id),
    orderStatus: trade.order_status,
    totalShares: trade.total_shares,
    totalAmount: trade.total_amount,
    transactionType: trade.transaction_type,
    documentUrl: url,
  };
}

/** A document that was sent to be signed. */
export const SIGNATURE = {
  table: 'signatures',
  id: 'signature_id',
  unknown: 404,
} as const satisfies RecordKind<'signatures'>;

/** A template of an offering, from which the documents of its investors are made. */
export const TEMPLATE = {
  table: 'subscription_templates',
  id: 'template_id',
  unknown: 404,
} as const satisfies RecordKind<'subscription_templates'>;
