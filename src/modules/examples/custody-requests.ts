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
    updateCustodyAccountRequest: { custAccRequestID: ids.custodyRequestId, custAccRequestStatus: 'New Info Added' },
    reviewCustodyAccountRequest: {
      custAccRequestID: ids.custodyRequestId,
      custAccStatus: 'Approved',
    },
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
    setCustodyDepositLimit: { clientId: ids.clientId, amountMax: '50000.00' },
    createCustodyFundMove: { accountId, amount: '2500.00', description: 'First deposit' },
    getCustodyFundMove: { referenceNumber: ids.depositNumber },
    getCustodyFundMoves: { accountId },
    updateCustodyFundMove: { referenceNumber: ids.depositNumber, status: 'void' },
    createCustodyFundDisbursement: {
      accountId,
      amount: '100.50',
      type: 'wire_domestic',
      bankId: '021000021',
      bankAccountId: '4000500060',
    },
    getCustodyFundDisbursements: { filter: { accountId } },
    reviewCustodyFundDisbursement: { requestId: ids.disbursementId, status: 'in_review' },
    closeCustodyAccount: { custAccRequestID: ids.custodyRequestId },
    getPayments: { limit: 10 },
  };
}
