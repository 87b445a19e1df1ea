import Type from 'typebox';
import type { KycReviewRow } from '../../database/schema/index.ts';
import { textOrNull, timestamp } from '../shared/values/index.ts';

export const reviewSchema = Type.Object({
  requestId: Type.String(),
  clientId: Type.String(),
  investorId: Type.String(),
  kycStatus: Type.String(),
  amlStatus: Type.String(),
  open: Type.Boolean(),
  notes: textOrNull(),
  createdDate: Type.String(),
  updatedDate: Type.String(),
});

export function reviewFields(row: KycReviewRow, notes: string | null) {
  return {
    requestId: row.request_id,
    clientId: row.client_id,
    investorId: row.investor_id,
    kycStatus: row.kyc_status,
    amlStatus: row.aml_status,
    open: row.open === 1,
    notes,
    createdDate: timestamp(row.created_at),
    updatedDate: timestamp(row.updated_at),
  };
}
