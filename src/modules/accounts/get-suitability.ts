import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { idParameter, type RecordOwner, readOwnerOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { type Answers, suitabilityFields, suitabilitySchema } from './suitability-fields.ts';
import { findAnswers } from './suitability-records.ts';

export function getSuitability(services: ModuleServices, account: RecordOwner): Method {
  return defineMethod({
    name: 'getSuitability',
    verb: 'POST',
    group: 'Accounts',
    summary: 'Reads the answers to the questions of suitability',
    description: 'An account without answers is refused (404).',
    refusals: [148, 404],
    parameters: idParameter(account),
    response: Type.Object({ accountDetails: Type.Array(suitabilitySchema) }),
    handler: async ({ client, values }) => {
      const { id: accountId, clientId } = await readOwnerOf(account, client, values);
      const row = await findAnswers(services.db, clientId, accountId);
      if (row === undefined) throw new ApiError(404);
      return { fields: { accountDetails: [suitabilityFields(accountId, JSON.parse(row.answers) as Answers)] } };
    },
  });
}
