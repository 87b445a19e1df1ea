import type { ExampleIds } from './ids.ts';

/** Calls that end records, after those that need them. */
export function deletionRequests(ids: ExampleIds) {
  const { issuerId, accountId, partyId, entityId, securityId: offeringId } = ids;
  return {
    deleteKycAml: { partyId },
    deleteDocumentsforOffering: { documentId: ids.offeringDocumentId },
    deletePartyDocument: { partyId, documentId: ids.partyDocumentId },
    deleteEntityDocument: { partyId: entityId, documentId: ids.entityDocumentId },
    deleteAccountDocument: { accountId, documentId: ids.accountDocumentId },
    deleteSuitability: { accountId },
    deleteLink: { id: ids.linkId },
    deleteParty: { partyId },
    deleteEntity: { partyId: entityId },
    deleteExternalAccount: { types: 'Account', accountId },
    deleteAccount: { accountId },
    closeOffering: { offeringId },
    admitOffering: { offeringId },
    cancelOffering: { offeringId },
    reopenOffering: { offeringId },
    deleteOffering: { offeringId },
    deleteIssuerAccount: { issuerId },
    deleteIssuer: { issuerId },
  };
}
