import type { ExampleIds } from './ids.ts';

/** Calls of the methods of accreditation. */
export function accreditationRequests(ids: ExampleIds) {
  const { accountId, aiRequestId: airequestId } = ids;
  return {
    requestAiVerification: { accountId, aiMethod: 'Upload' },
    uploadVerificationDocument: { accountId, documentTitle: 'Letter of a bank' },
    updateAiRequest: { airequestId, aiRequestStatus: 'New Info Added' },
    getAiRequests: { aiRequestStatus: 'New Info Added' },
    updateAiVerification: {
      airequestId,
      aiRequestStatus: 'Approved',
      reviewedBy: 'Example Reviewer',
      allow: 'Income',
    },
    getAiRequest: { accountId },
    getAiDocument: { accountId },
    getAiLetter: { accountId },
  };
}
