/** The webhooks of parties and entities. */
import { webhooksIn } from '../../http/openapi/index.ts';
import { ENTITY_SUPPLEMENT } from './entity-supplement.ts';

const STATUSES = ['partyId', 'KYCstatus', 'AMLstatus'];

const SUPPLEMENT = ['entityID', ...ENTITY_SUPPLEMENT.fields.map(({ name }) => name), 'createdDate'];

const UPLOADED = { summary: 'Documents of a party or an entity were uploaded', fields: ['partyId'] };

export const PARTY_WEBHOOKS = webhooksIn('Parties', {
  createParty: { summary: 'A party was created', fields: STATUSES },
  updateParty: { summary: 'A party was changed', fields: STATUSES },
  updateEntity: { summary: 'An entity was changed', fields: STATUSES },
  updatePartyEntityArchivestatus: {
    sentBy: ['updatePartyEntityArchiveStatus'],
    summary: 'A party or an entity was archived, or made active again',
    fields: ['partyId', 'archiveStatus'],
  },
  uploadPartyDocument: { ...UPLOADED, sentBy: ['uploadEntityDocument'] },
  requestUploadPartyDocument: UPLOADED,
  createEntitySupp: {
    summary: 'Supplemental details of an entity were stored',
    fields: [...SUPPLEMENT, 'createdIpAddress'],
  },
  updateEntitySupp: {
    summary: 'Supplemental details of an entity were changed',
    fields: [...SUPPLEMENT, 'updatedDate'],
  },
});
