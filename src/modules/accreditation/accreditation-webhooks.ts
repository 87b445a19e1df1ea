/** The webhooks of accreditation, with their fields, for the reference page (I5). */
import type { WebhookDeclaration } from '../../http/openapi/index.ts';

const VERIFIED = ['accountId', 'aiRequestStatus', 'airequestId', 'accreditedStatus'];

export const ACCREDITATION_WEBHOOKS: readonly WebhookDeclaration[] = [
  {
    name: 'requestAiVerification',
    group: 'Accreditation',
    summary: 'A verification was requested',
    fields: [...VERIFIED, 'notes'],
  },
  {
    name: 'updateAiVerification',
    group: 'Accreditation',
    summary: 'The operator has decided on a verification, or it has expired',
    fields: [...VERIFIED, 'notes'],
  },
  {
    name: 'updateAiRequest',
    group: 'Accreditation',
    summary: 'A request for verification was changed by the client',
    fields: VERIFIED,
  },
  {
    name: 'uploadVerificationDocument',
    group: 'Accreditation',
    summary: 'A document for a verification was uploaded',
    fields: ['accountId'],
  },
];
