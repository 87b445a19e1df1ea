import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { findPerson, PERSON } from '../../parties/index.ts';
import { findDetails } from '../../shared/details/index.ts';
import { found, readerOf } from '../../shared/record/index.ts';
import type { ModuleServices } from '../../shared/services.ts';
import { GROUP } from './custody-parameters.ts';
import { partyId, partySupplementAnswer, partySupplementFields } from './party-supplement-answers.ts';
import { PARTY_SUPPLEMENT } from './party-supplement-kind.ts';

export function getCustodyPartySupplement({ db, secrets }: ModuleServices): Method {
  return defineMethod({
    name: 'getCustodyPartySupplement',
    verb: 'POST',
    group: GROUP,
    summary: 'Reads the supplement of a party or an entity',
    description: 'A party without a supplement is refused (200).',
    refusals: [198, 200],
    parameters: { partyId },
    response: partySupplementAnswer,
    handler: async ({ client, values }) => {
      const person = found(PERSON, await findPerson(db, readerOf(client), values.partyId));
      const row = found(PARTY_SUPPLEMENT, await findDetails(db, PARTY_SUPPLEMENT, person.client_id, person.party_id));
      return { fields: partySupplementFields(secrets, client, row) };
    },
  });
}
