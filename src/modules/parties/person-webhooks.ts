/** The webhooks of parties and entities. */
import type { WebhookDeclaration } from '../../http/openapi/index.ts';
import { ENTITY_SUPPLEMENT } from './entity-supplement.ts';

const STATUSES = ['partyId', 'KYCstatus', 'AMLstatus'];

const SUPPLEMENT = ['entityID', ...ENTITY_SUPPLEMENT.fields.map(({ name }) => name), 'createdDate'];

export const PARTY_WEBHOOKS: readonly WebhookDeclaration[] = [
  { name: 'createParty', group: 'Parties', summary: 'A party was created', fields: STATUSES },
  { name: 'updateParty', group: 'Parties', summary: 'A party was changed', fields: STATUSES },
  { name: 'updateEntity', group: 'Parties', summary: 'An entity was changed', fields: STATUSES },
  {
    name: 'updatePartyEntityArchivestatus',
    group: 'Parties',
    summary: 'A party or an entity was archived, or made active again',
    fields: ['partyId', 'archiveStatus'],
  },
  ...['uploadPartyDocument', 'requestUploadPartyDocument'].map((name) => ({
    name,
    group: 'Parties',
    summary: 'Documents of a party or an entity were uploaded',
    fields: ['partyId'],
  })),
  {
    name: 'createEntitySupp',
    group: 'Parties',
    summary: 'Supplemental details of an entity were stored',
    fields: [...SUPPLEMENT, 'createdIpAddress'],
  },
  {
    name: 'updateEntitySupp',
    group: 'Parties',
    summary: 'Supplemental details of an entity were changed',
    fields: [...SUPPLEMENT, 'updatedDate'],
  },
];
