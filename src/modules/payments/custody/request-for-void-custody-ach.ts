import Type from 'typebox';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { numericId, required } from '../../../http/parameters/index.ts';
import { change } from '../../shared/change/index.ts';
import type { ModuleServices } from '../../shared/services.ts';
import { GROUP } from './custody-parameters.ts';
import { depositRail } from './deposit-rail.ts';
import { fundMoveFields } from './fund-move-fields.ts';

export function requestForVoidCustodyACH(services: ModuleServices): Method {
  return defineMethod({
    name: 'requestForVoidCustodyACH',
    verb: 'POST',
    group: GROUP,
    summary: 'Voids a deposit that is Pending; the older form of updateCustodyFundMove',
    deprecated: true,
    description: 'One that is not Pending is 224, an unknown one 212.',
    refusals: [212, 224],
    parameters: { RefNum: required(numericId({ description: 'referenceNumber of the deposit' })) },
    response: Type.Object({ investorExternalAccountDetails: Type.String() }),
    handler: change(services, async ({ client, values }, db) => {
      const held = await depositRail.require(db, client.clientId, values.RefNum);
      const { payment } = await depositRail.step(db, held, 'void', { nowUs: services.nowUs() });
      const webhook = fundMoveFields(services.secrets, { ...payment, status: 'void' });
      return { fields: { investorExternalAccountDetails: 'Status updated' }, webhook };
    }),
  });
}
