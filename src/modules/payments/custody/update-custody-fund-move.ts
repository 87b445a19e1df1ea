import Type from 'typebox';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { choice, numericId, required } from '../../../http/parameters/index.ts';
import { change } from '../../shared/change/index.ts';
import type { ModuleServices } from '../../shared/services.ts';
import { GROUP } from './custody-parameters.ts';
import { depositRail } from './deposit-rail.ts';
import { fundMoveFields, fundMoveSchema } from './fund-move-fields.ts';

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
      const held = await depositRail.require(db, client.clientId, values.referenceNumber);
      const { payment } = await depositRail.step(db, held, 'void', { nowUs: services.nowUs() });
      const said = { ...payment, status: values.status };
      return {
        fields: { custodyTransaction: fundMoveFields(services.secrets, said, client) },
        webhook: fundMoveFields(services.secrets, said),
      };
    }),
  });
}
