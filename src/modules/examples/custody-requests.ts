import type { ExampleIds } from './ids.ts';

const MAILING = {
  mailingAddressLine1: '1 Example Street',
  mailingCity: 'Example City',
  mailingState: 'NY',
  mailingZipCode: '10001',
  mailingCountry: 'USA',
};

/** Calls of the methods of custody accounts. */
export function custodyRequests(ids: ExampleIds) {
  const { accountId, partyId } = ids;
  return {
    createCustodyAgreementAttestation: {
      accountId,
      isAttested: true,
      documentUrl: 'https://documents.example.com/custody-agreement.pdf',
    },
    getCustodyAgreementAttestation: { accountId },
    createCustodyAccountRequest: { accountId },
    getCustodyAccountReviews: { limit: 10 },
    reviewCustodyAccountRequest: {
      custAccRequestID: ids.custodyRequestId,
      custAccStatus: 'Need More Info',
      reasonForStatus: 'A signature is missing',
    },
    updateCustodyAccountRequest: { custAccRequestID: ids.custodyRequestId, custAccRequestStatus: 'New Info Added' },
    getCustodyAccountRequest: { accountId },
    createCustodyAccountSupplement: {
      accountId,
      appointmentOfInvestmentManager: '2',
      proxyVotingPreferences: '1',
      methodOfContributionOrFunding: '2',
      methodOfContributionTaxYear: '2026',
      bankFirmName1: 'Example Bank',
      bankAccountNumber1: '1000200030',
      ...MAILING,
    },
    updateCustodyAccountSupplement: { accountId, proxyVotingPreferences: '3' },
    getCustodyAccountSupplement: { accountId },
    createCustodyPartySupplement: { partyId, relationship: 'owner', salutation: '3', authorizedSigner: 'Yes' },
    updateCustodyPartySupplement: { partyId, controlPerson: 'No' },
    getCustodyPartySupplement: { partyId },
    closeCustodyAccount: { custAccRequestID: ids.custodyRequestId },
  };
}
