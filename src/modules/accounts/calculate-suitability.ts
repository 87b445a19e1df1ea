import { defineMethod, type Method } from '../../http/methods/index.ts';
import { changeAfter } from '../shared/change/index.ts';
import { idParameter, type RecordOwner } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { accountOf } from './account-owner.ts';
import { sentAnswers, suitabilityParameters, suitabilityWritten } from './suitability-fields.ts';
import { putAnswers } from './suitability-records.ts';

export function calculateSuitability(services: ModuleServices, account: RecordOwner): Method {
  return defineMethod({
    name: 'calculateSuitability',
    verb: 'PUT',
    group: 'Accounts',
    summary: 'Stores the answers to the questions of suitability, in the place of those that are there',
    description: 'Stores the answers for getSuitability; calculates nothing.',
    refusals: [148],
    parameters: { ...idParameter(account), ...suitabilityParameters },
    response: suitabilityWritten,
    handler: changeAfter(services, accountOf(account), async ({ client, values }, db, accountId) => {
      await putAnswers(db, { clientId: client.clientId, accountId }, sentAnswers(values), services.nowUs());
      return { fields: { accountDetails: [{ accountId }] } };
    }),
  });
}
