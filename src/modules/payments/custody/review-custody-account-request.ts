import Type from 'typebox';
import type { Method } from '../../../http/methods/index.ts';
import { choice, optional, required, text, yesNo } from '../../../http/parameters/index.ts';
import { change } from '../../shared/change/index.ts';
import { operatorMethod } from '../../shared/methods/index.ts';
import { EVERY_CLIENT, findRecord, found } from '../../shared/record/index.ts';
import type { ModuleServices } from '../../shared/services.ts';
import { ACCOUNT_REQUEST } from './account-request-kind.ts';
import { DECIDED } from './account-request-lifecycle.ts';
import { moveRequest } from './account-request-records.ts';
import { reviewedRequestFields, reviewedRequestSchema } from './account-review-fields.ts';

export function reviewCustodyAccountRequest(services: ModuleServices): Method {
  return operatorMethod({
    name: 'reviewCustodyAccountRequest',
    summary: 'Decides on a request for a custody account, or asks for more information',
    description: 'Approved opens the custody account. The client reads the outcome with getCustodyAccountRequest.',
    refusals: [190, 404],
    parameters: {
      custAccRequestID: required(text({ description: 'custAccRequestID of the request', maxLength: 100 })),
      custAccStatus: required(choice(DECIDED)),
      reasonForStatus: optional(text({ description: 'reason shown to the client; none when absent' })),
      restrictedStatus: optional(yesNo({ description: 'whether the custody account is restricted; kept when absent' })),
    },
    response: Type.Object({ request: reviewedRequestSchema }),
    handler: change(services, async ({ values, ip }, db) => {
      const request = found(
        ACCOUNT_REQUEST,
        await findRecord(db, ACCOUNT_REQUEST, EVERY_CLIENT, values.custAccRequestID),
      );
      const { restrictedStatus: restricted } = values;
      const row = await moveRequest(
        db,
        { clientId: request.client_id, id: request.request_id },
        {
          status: values.custAccStatus,
          reason: values.reasonForStatus ?? null,
          restricted: restricted === undefined ? undefined : restricted === 'Yes' ? 1 : 0,
          ip,
          nowUs: services.nowUs(),
        },
      );
      return { fields: { request: reviewedRequestFields(row) } };
    }),
  });
}
