import type { RecordKind } from '../../shared/record/index.ts';

export const ATTESTATION: RecordKind<'custody_attestations'> = {
  table: 'custody_attestations',
  id: 'account_id',
  unknown: 404,
};
