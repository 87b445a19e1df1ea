import Type from 'typebox';
import type { CustodyPartySupplementRow } from '../../../database/schema/index.ts';
import type { Client } from '../../../http/methods/index.ts';
import { required, text } from '../../../http/parameters/index.ts';
import { detailSchema, openDetails, shownDetails } from '../../shared/details/index.ts';
import type { Secrets } from '../../shared/record/index.ts';
import { PARTY_SUPPLEMENT } from './party-supplement-kind.ts';

const KEY = 'party details';

export const partyId = required(text({ description: 'party id (P) or entity id (E)', maxLength: 100 }));

export const partySupplementAnswer = Type.Object({
  [KEY]: Type.Object({ partyId: Type.String(), ...detailSchema(PARTY_SUPPLEMENT.fields).properties }),
});

export function partySupplementFields(secrets: Secrets, client: Client, row: CustodyPartySupplementRow) {
  const details = openDetails(secrets, PARTY_SUPPLEMENT, row);
  const shown = shownDetails(PARTY_SUPPLEMENT.fields, details, { client, scope: 'party.read' });
  return { [KEY]: { partyId: row.party_id, ...shown } };
}
