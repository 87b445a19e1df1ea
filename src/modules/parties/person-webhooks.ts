/** What webhooks tell of parties and entities. */
import type { WebhookDeclaration } from '../../http/openapi/webhooks.ts';

const STATUSES = ['partyId', 'KYCstatus', 'AMLstatus'];

const SUPPLEMENT = [
  ...['entityID', 'poliCont', 'poliContDate', 'CFTC', 'CFTCrole', 'CFIUS', 'BankHoldingCo', 'InvCompanyAct'],
  ...['InvCompanyAct_individualowners', 'InvCompanyAct_entityowners', 'boName', 'boSSN', 'planassetLimit'],
  ...['insassetLimit', 'TaxYEmonth', 'USPerson', 'BPpurchaser', 'BPemployers', 'BPaffiliates', 'BPsponsor'],
  ...['PurchaserRep', 'OtherOccupations', 'notes', 'createdDate'],
];

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
  {
    name: 'uploadPartyDocument',
    group: 'Parties',
    summary: 'Documents of a party or an entity were uploaded',
    fields: ['partyId'],
  },
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
