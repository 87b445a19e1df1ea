/** An offering as the API shows it. */
import Type, { type TObject } from 'typebox';
import type { OfferingRow } from '../../database/tables/reference.ts';
import { fromMillionths, toMillionths } from '../shared/amounts.ts';
import { textOrNull } from '../shared/answers.ts';
import { americanDate, timestamp } from '../shared/times.ts';

export const offeringStatusSchema = Type.Object({ offeringId: Type.String(), offeringStatus: Type.String() });

export function offeringStatusFields(row: OfferingRow): Record<string, string> {
  return { offeringId: String(row.offering_id), offeringStatus: row.offering_status };
}

export const offeringSchema = Type.Object({
  issuerId: Type.String(),
  offeringId: Type.String(),
  issueName: Type.String(),
  issueType: textOrNull(),
  targetAmount: Type.String(),
  minAmount: Type.String(),
  maxAmount: Type.String(),
  unitPrice: Type.String(),
  totalShares: Type.String(),
  remainingShares: Type.String(),
  startDate: Type.String(),
  endDate: Type.String(),
  offeringStatus: Type.String(),
  stampingText: Type.String(),
  escrowAccountNumber: textOrNull(),
  field1: textOrNull(),
  field2: textOrNull(),
  field3: textOrNull(),
  offeringText: Type.String(),
});

/** The fields of getOffering. */
export function offeringFields(row: OfferingRow): Record<string, string | null> {
  return {
    issuerId: String(row.issuer_id),
    offeringId: String(row.offering_id),
    issueName: row.issue_name,
    issueType: row.issue_type,
    targetAmount: row.target_amount,
    minAmount: row.min_amount,
    maxAmount: row.max_amount,
    unitPrice: row.unit_price,
    totalShares: row.total_shares,
    remainingShares: remainingShares(row),
    startDate: americanDate(row.start_date),
    endDate: americanDate(row.end_date),
    offeringStatus: row.offering_status,
    stampingText: row.stamping_text,
    escrowAccountNumber: row.escrow_account_number,
    field1: row.field1,
    field2: row.field2,
    field3: row.field3,
    offeringText: row.offering_text,
  };
}

/** What is left to invest in (C50). */
export function remainingShares(row: OfferingRow): string {
  return fromMillionths(toMillionths(row.total_shares) - toMillionths(row.sold_shares));
}

type Fields = Record<string, string | null>;

/** What searchOffering and getAllOffers leave out. */
const UNLISTED: ReadonlySet<string> = new Set(['escrowAccountNumber', 'field1', 'field2', 'field3']);

function listed<T>(fields: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !UNLISTED.has(name)));
}

export const listedOfferingSchema: TObject = Type.Object(listed(offeringSchema.properties));

/** The fields of searchOffering. */
export function listedOfferingFields(row: OfferingRow): Fields {
  return listed(offeringFields(row));
}

export const offeringWithCreationSchema: TObject = Type.Object({
  ...listedOfferingSchema.properties,
  createdDate: Type.String(),
  createdIPAddress: textOrNull(),
});

/** The fields of getAllOffers. */
export function offeringWithCreationFields(row: OfferingRow): Fields {
  return { ...listedOfferingFields(row), ...creationFields(row) };
}

function creationFields(row: OfferingRow): Fields {
  return { createdDate: timestamp(row.created_at), createdIPAddress: row.created_ip_address };
}

/** The webhook updateOffering: the whole offering after the change. */
export function offeringWebhook(row: OfferingRow): Fields {
  return { ...offeringFields(row), ...creationFields(row) };
}
