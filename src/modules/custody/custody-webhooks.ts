/** The webhooks of custody accounts, with their fields, for the reference page. */
import type { WebhookDeclaration } from '../../http/openapi/webhooks.ts';

const CUSTODY_REQUEST = ['accountId', 'custAccStatus', 'accountStatus', 'custAccRequestID', 'createdDate'];
const CUSTODY_REQUESTED = [...CUSTODY_REQUEST, 'approvalStatus'];

/** Two of them also go by their older name, where that is called and registered. */
export const CUSTODY_WEBHOOKS: readonly WebhookDeclaration[] = [
  ...['createCustodyAccountRequest', 'requestCustodialAccount'].map((name) => ({
    name,
    group: 'Custody',
    summary: 'A custody account was requested',
    fields: CUSTODY_REQUESTED,
  })),
  ...['updateCustodyAccountRequest', 'updateCustodialAccountRequest'].map((name) => ({
    name,
    group: 'Custody',
    summary: 'A request for a custody account was changed by the client',
    fields: CUSTODY_REQUEST,
  })),
];
