import Type from 'typebox';
import type { Method } from '../../../http/methods/index.ts';
import { choice, optional, required, text } from '../../../http/parameters/index.ts';
import { change } from '../../shared/change/index.ts';
import { operatorMethod } from '../../shared/methods/index.ts';
import { EVERY_CLIENT, findRecord, found, holdRecord, stateAfter, writeRecord } from '../../shared/record/index.ts';
import type { ModuleServices } from '../../shared/services.ts';
import { disbursementFields, disbursementSchema } from './disbursement-fields.ts';
import { DISBURSEMENT } from './disbursement-kind.ts';
import { DISBURSEMENT_LIFECYCLE, DISBURSEMENT_STATUSES } from './disbursement-lifecycle.ts';

export function reviewCustodyFundDisbursement(services: ModuleServices): Method {
  return operatorMethod({
    name: 'reviewCustodyFundDisbursement',
    summary: 'Sets the status of a disbursement, as its review and the bank have it',
    description: 'A status that the lifecycle does not lead to from the present one is 190.',
    refusals: [190, 404],
    fourEyes: true,
    parameters: {
      requestId: required(text({ description: 'requestId of the disbursement', maxLength: 100 })),
      status: required(choice(DISBURSEMENT_STATUSES)),
      reason: optional(text({ description: 'why; kept for the operator' })),
    },
    response: Type.Object({ custodyFundDisbursement: disbursementSchema }),
    handler: change(services, async ({ values }, db) => {
      const id = values.requestId;
      const { client_id } = found(DISBURSEMENT, await findRecord(db, DISBURSEMENT, EVERY_CLIENT, id));
      const of = { clientId: client_id, id };
      const { status } = found(DISBURSEMENT, await holdRecord(db, DISBURSEMENT, of));
      const changes = {
        status: stateAfter(DISBURSEMENT_LIFECYCLE, status, values.status),
        reason: values.reason,
        updated_at: services.nowUs(),
      };
      const row = found(DISBURSEMENT, await writeRecord(db, DISBURSEMENT, of, changes));
      return { fields: { custodyFundDisbursement: disbursementFields(services.secrets, row) } };
    }),
  });
}
