/** The webhooks of an offering. */
import type { WebhookDeclaration } from '../../http/openapi/index.ts';

const OFFERING = [
  ...['issuerId', 'offeringId', 'issueName', 'issueType', 'targetAmount', 'minAmount', 'maxAmount', 'unitPrice'],
  ...['totalShares', 'remainingShares', 'startDate', 'endDate', 'offeringStatus', 'stampingText'],
  ...['escrowAccountNumber', 'field1', 'field2', 'field3', 'offeringText', 'createdDate', 'createdIPAddress'],
];
const ENDED = ['offeringId', 'offeringStatus'];

export const OFFERING_WEBHOOKS: readonly WebhookDeclaration[] = [
  { name: 'updateOffering', group: 'Offerings', summary: 'An offering was changed', fields: OFFERING },
  { name: 'closeOffering', group: 'Offerings', summary: 'An offering was closed', fields: ENDED },
  { name: 'cancelOffering', group: 'Offerings', summary: 'An offering was cancelled', fields: ENDED },
  { name: 'reopenOffering', group: 'Offerings', summary: 'An offering was reopened', fields: ENDED },
  { name: 'admitOffering', group: 'Offerings', summary: 'A closed offering was admitted to trading', fields: ENDED },
  { name: 'deleteOffering', group: 'Offerings', summary: 'An offering was deleted', fields: ENDED },
];
