/** Templates and signatures as the API shows them. */
import Type from 'typebox';
import type { SignatureRow, SubscriptionTemplateRow, TradeRow } from '../../database/schema/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import type { EsignTemplate } from '../../providers/esign/index.ts';
import type { RecordKind } from '../shared/record/index.ts';
import {
  at,
  changedTimestamp,
  line,
  MASKED,
  says,
  textOrNull,
  textsSchema,
  timestamp,
  view,
} from '../shared/values/index.ts';

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

export const TEMPLATE_VIEW = view<SubscriptionTemplateRow & { readonly url: string }>()({
  templateId: [Type.Integer(), ({ template_id }) => template_id],
  templateKey: 'template_key',
  templateName: 'template_name',
  offeringId: 'offering_id',
  templateUrl: 'url',
  createdDate: at('created_at'),
});

/** A template of the connected account. */
export const ACCOUNT_TEMPLATE_VIEW = view<EsignTemplate>()({
  templateId: 'templateId',
  name: 'name',
  shared: says(() => 'false'),
  description: 'description',
  created: says(({ createdMs }) => new Date(createdMs).toISOString()),
  lastModified: says(({ modifiedMs }) => new Date(modifiedMs).toISOString()),
  pageCount: [Type.Integer(), ({ pages }) => pages],
  uri: says(({ templateId }) => `/templates/${templateId}`),
  folderName: says(() => ''),
  owner: [textsSchema('userName', 'email', 'userId'), () => ({ userName: '', email: '', userId: '' })],
});

/** A signature, its trade, and the address of the signed document. */
interface Signed {
  readonly row: SignatureRow;
  readonly trade: TradeRow;
  readonly url: string | null;
}

export const SIGNED_VIEW = view<Signed>()({
  id: says(({ row }) => String(row.signature_id)),
  documentId: says(({ row }) => row.envelope_id),
  esignstatus: says(({ row }) => row.status),
  templateName: says(({ row }) => row.template_name),
  signcreatedDate: says(({ row }) => timestamp(row.created_at)),
  signupdatedDate: says(({ row }) => changedTimestamp(row.updated_at)),
  createdDate: says(({ trade }) => timestamp(trade.created_at)),
  developerAPIKey: says(() => MASKED),
  offeringId: says(({ trade }) => String(trade.offering_id)),
  accountId: says(({ trade }) => trade.account_id),
  partyId: says(({ trade }) => trade.party_id),
  orderId: says(({ trade }) => String(trade.trade_id)),
  orderStatus: says(({ trade }) => trade.order_status),
  totalShares: says(({ trade }) => trade.total_shares),
  totalAmount: says(({ trade }) => trade.total_amount),
  transactionType: says(({ trade }) => trade.transaction_type),
  documentUrl: [textOrNull('the signed document with its certificate; null until it is signed'), ({ url }) => url],
});

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
