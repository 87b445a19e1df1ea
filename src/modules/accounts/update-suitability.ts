import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { changeAfter } from '../shared/change/index.ts';
import { idParameter, type RecordOwner } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { accountOf } from './account-owner.ts';
import { sentAnswers, suitabilityParameters, suitabilityWritten } from './suitability-fields.ts';
import { mergeAnswers } from './suitability-records.ts';

export function updateSuitability(services: ModuleServices, account: RecordOwner): Method {
  return defineMethod({
    name: 'updateSuitability',
    verb: ['PUT', 'POST'],
    group: 'Accounts',
    summary: 'Changes the answers to the questions of suitability; what is not sent keeps its value',
    description: 'An account without answers is refused (404).',
    refusals: [148, 404],
    parameters: { ...idParameter(account), ...suitabilityParameters },
    response: suitabilityWritten,
    handler: changeAfter(services, accountOf(account), async ({ client, values }, db, accountId) => {
      if (!(await mergeAnswers(db, { clientId: client.clientId, accountId }, sentAnswers(values), services.nowUs())))
        throw new ApiError(404);
      return { fields: { accountDetails: [{ accountId }] } };
    }),
  });
}
