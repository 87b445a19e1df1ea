import { DEMO_ENTITY, DEMO_PARTY, demoAccount } from './demo.ts';
import type { ExampleIds } from './ids.ts';

/** Calls of the methods of parties and entities. */
export function partyRequests(ids: ExampleIds) {
  const { partyId, entityId } = ids;
  return {
    createParty: DEMO_PARTY,
    updateParty: { partyId, occupation: 'Engineer' },
    getParty: { partyId },
    listParties: { limit: 10 },
    readParty: { partyId },
    createEntity: DEMO_ENTITY,
    updateEntity: { partyId: entityId, entityDesc: 'A fund' },
    getEntity: { partyId: entityId },
    listEntities: { limit: 10 },
    readEntity: { partyId: entityId },
    uploadPartyDocument: { partyId, documentTitle: 'documentTitle0=Passport', file_name: 'filename0=passport.pdf' },
    getPartyDocument: { partyId },
    uploadEntityDocument: {
      partyId: entityId,
      documentTitle: 'documentTitle0=Certificate',
      file_name: 'filename0=certificate.pdf',
    },
    getEntityDocument: { partyId: entityId },
    updatePartyEntityArchivestatus: { partyId, archiveStatus: '0' },
    createEntitySupp: { entityID: entityId },
    updateEntitySupp: { entityID: entityId },
    getEntitySupp: { entityID: entityId },
  };
}

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
    listKycReviews: { limit: 10 },
    readKycReview: { requestId: ids.reviewId },
    getStatusHistory: { investorId: partyId },
    reviewKycAml: { requestId: ids.reviewId, type: 'KYC', status: 'Needs More Info', notes: 'A passport is missing' },
    'legacy.updateKycAmlStatus': { partyId, type: 'KYC', status: 'New Info Added' },
  };
}

/** Calls of the methods of accounts. */
export function accountRequests(ids: ExampleIds) {
  const { accountId } = ids;
  return {
    createAccount: demoAccount('Example Investor'),
    getAccount: { accountId },
    listAccounts: { limit: 10 },
    readAccount: { accountId },
    changeAccount: { accountId, account: { city: 'Example Town' } },
    updateAccount: { accountId, ...demoAccount('Example Investor') },
    getAllAccounts: {},
    searchAccount: { searchKeyword: 'Example' },
    calculateSuitability: { accountId, riskProfile: '3' },
    updateSuitability: { accountId, riskProfile: '4' },
    getSuitability: { accountId },
    uploadAccountDocument: {
      accountId,
      documentTitle: 'documentTitle0=Statement',
      file_name: 'filename0=statement.pdf',
    },
    getAccountDocument: { accountId },
    addAccountNote: { accountId, authorName: 'Example Adviser', notes: 'Asked for statements by post' },
    getAccountNotes: { accountId },
    updateAccountArchiveStatus: { accountId, archiveStatus: '0' },
  };
}

/** Calls of the methods of links. */
export function linkRequests(ids: ExampleIds) {
  const { accountId, partyId, entityId } = ids;
  return {
    createLink: {
      firstEntryType: 'Account',
      firstEntry: accountId,
      relatedEntryType: 'EntityACParty',
      relatedEntry: entityId,
      linkType: 'manager',
    },
    getLink: { id: ids.linkId },
    getAllLinks: { accountId },
    listLinks: { limit: 10 },
    getAccountLinkId: { accountId },
    'legacy.getLinkedAccounts': { partyId },
  };
}

/** Calls of the methods of accreditation. */
export function accreditationRequests(ids: ExampleIds) {
  const { accountId, aiRequestId: airequestId } = ids;
  return {
    requestAiVerification: { accountId, aiMethod: 'Upload' },
    uploadVerificationDocument: { accountId, documentTitle: 'Letter of a bank' },
    updateAiRequest: { airequestId, aiRequestStatus: 'New Info Added' },
    listAiRequests: { limit: 10 },
    readAiRequest: { airequestId: ids.aiRequestId },
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

/** Calls of the methods of work on investors. */
export function investorWorkRequests({ reviewId, tradeId }: ExampleIds) {
  return {
    takeInvestorTask: { kind: 'payment', record: tradeId },
    getInvestorTasks: { kind: 'payment', records: [tradeId] },
    setReminderTemplate: {
      kind: 'check',
      subject: 'Your check',
      text: 'Dear {investor}, please send us your passport.',
    },
    getReminderTemplates: {},
    remindInvestor: { kind: 'check', record: reviewId },
  };
}
