import type { RecordKind } from '../shared/record/index.ts';

export const ACCREDITATION_REQUEST: RecordKind<'accreditation_requests'> = {
  table: 'accreditation_requests',
  id: 'request_id',
  unknown: 404,
};

export const GROUP = 'Accreditation';
