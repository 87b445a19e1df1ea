import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { changeAfter } from '../shared/change/index.ts';
import { idParameter, type RecordOwner } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { accountOf } from './account-owner.ts';
import { deleteAnswers } from './suitability-records.ts';

export function deleteSuitability(services: ModuleServices, account: RecordOwner): Method {
  return defineMethod({
    name: 'deleteSuitability',
    verb: 'POST',
    group: 'Accounts',
    summary: 'Deletes the answers to the questions of suitability',
    description: 'An account without answers is refused (404).',
    refusals: [148, 404],
    parameters: idParameter(account),
    response: Type.Object({}),
    handler: changeAfter(services, accountOf(account), async ({ client }, db, accountId) => {
      if (!(await deleteAnswers(db, client.clientId, accountId))) throw new ApiError(404);
      return {};
    }),
  });
}
