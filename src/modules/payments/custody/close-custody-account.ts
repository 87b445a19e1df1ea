import Type from 'typebox';
import type { Method } from '../../../http/methods/index.ts';
import { optional, required, text } from '../../../http/parameters/index.ts';
import { change } from '../../shared/change/index.ts';
import { operatorMethod } from '../../shared/methods/index.ts';
import { EVERY_CLIENT, findRecord, found } from '../../shared/record/index.ts';
import type { ModuleServices } from '../../shared/services.ts';
import { ACCOUNT_REQUEST } from './account-request-kind.ts';
import { closeAccount } from './account-request-records.ts';
import { reviewedRequestFields, reviewedRequestSchema } from './account-review-fields.ts';

export function closeCustodyAccount(services: ModuleServices): Method {
  return operatorMethod({
    name: 'closeCustodyAccount',
    summary: 'Closes a custody account, or the request for one',
    description: 'Nothing is put in or taken out any more, and the account may request another one.',
    refusals: [190, 404],
    parameters: {
      custAccRequestID: required(text({ description: 'custAccRequestID of its request', maxLength: 100 })),
      reasonForStatus: optional(text({ description: 'reason shown to the client; none when absent' })),
    },
    response: Type.Object({ request: reviewedRequestSchema }),
    handler: change(services, async ({ values }, db) => {
      const id = values.custAccRequestID;
      const request = found(ACCOUNT_REQUEST, await findRecord(db, ACCOUNT_REQUEST, EVERY_CLIENT, id));
      const at = { reason: values.reasonForStatus ?? null, nowUs: services.nowUs() };
      const row = await closeAccount(db, { clientId: request.client_id, id }, at);
      return { fields: { request: reviewedRequestFields(row) } };
    }),
  });
}
