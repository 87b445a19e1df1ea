import type { ExampleIds } from './ids.ts';

/** The right answers of the sandbox (src/providers/identity/README.md). */
const QUESTIONS = {
  type1: 'previous.street',
  qns1: 'Right Street',
  type2: 'previous.city',
  qns2: 'Rightville',
  type3: 'previous.county',
  qns3: 'Right County',
  type4: 'vehicle.colour',
  qns4: 'Right Red',
  type5: 'taxid.issued.in',
  qns5: 'State of Right',
};

/** Calls of the methods of KYC and AML. */
export function kycRequests(ids: ExampleIds) {
  const { partyId } = ids;
  return {
    performKycAmlBasic: { partyId },
    performAml: { partyId },
    performKycAml: { partyId },
    updateKycAml: { partyId, noOfqns: 5, idNumber: ids.kycIdNumber, ...QUESTIONS },
    getKycAml: { partyId },
    getKycAmlResponse: { partyId, type: 'Basic' },
    requestKycAml: { investorId: partyId },
    getKycAmlReviews: { limit: 10 },
    reviewKycAml: { requestId: ids.reviewId, type: 'KYC', status: 'Needs More Info', notes: 'A passport is missing' },
    'legacy.updateKycAmlStatus': { partyId, type: 'KYC', status: 'New Info Added' },
  };
}
