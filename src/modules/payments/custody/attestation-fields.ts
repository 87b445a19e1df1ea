import Type from 'typebox';
import type { CustodyAttestationRow } from '../../../database/schema/index.ts';
import { textsSchema, timestamp } from '../../shared/values/index.ts';

export const attestationAnswer = Type.Object({
  attestation: textsSchema('accountId', 'isAttested', 'documentUrl', 'createdDate'),
});

export function attestationFields(row: CustodyAttestationRow) {
  return {
    accountId: row.account_id,
    isAttested: '1',
    documentUrl: row.document_url,
    createdDate: timestamp(row.created_at),
  };
}
