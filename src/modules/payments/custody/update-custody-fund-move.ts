import Type from 'typebox';
import { defineMethod, type Method } from '../../../http/method.ts';
import { choice, numericId, required } from '../../../http/parameters/index.ts';
import { change } from '../../shared/change.ts';
import type { ModuleServices } from '../../shared/services.ts';
import { GROUP } from './custody-parameters.ts';
import { fundMoveFields, fundMoveSchema } from './fund-move-fields.ts';
import { moveDeposit } from './fund-move-records.ts';

export function updateCustodyFundMove(services: ModuleServices): Method {
  return defineMethod({
    name: 'updateCustodyFundMove',
    verb: 'POST',
    group: GROUP,
    summary: 'Voids a deposit that is Pending',
    description: 'The answer says void, reads say Voided. One that is not Pending is 224, an unknown one 212.',
    refusals: [212, 224],
    parameters: {
      referenceNumber: required(numericId({ description: 'referenceNumber of the deposit' })),
      status: required(choice(['void'])),
    },
    response: Type.Object({ custodyTransaction: fundMoveSchema }),
    handler: change(services, async ({ client, values }, db) => {
      const of = { clientId: client.clientId, id: values.referenceNumber };
      const { row } = await moveDeposit(db, of, 'void', { nowUs: services.nowUs() });
      const said = { ...row, status: values.status };
      return {
        fields: { custodyTransaction: fundMoveFields(services.secrets, said, client) },
        webhook: fundMoveFields(services.secrets, said),
      };
    }),
  });
}
