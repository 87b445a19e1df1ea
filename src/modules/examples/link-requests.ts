import type { ExampleIds } from './ids.ts';

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
