import Type from 'typebox';
import { defineMethod, type Method } from '../../../http/method.ts';
import { numericId, required } from '../../../http/parameters/index.ts';
import { change } from '../../shared/change.ts';
import type { ModuleServices } from '../../shared/services.ts';
import { GROUP } from './custody-parameters.ts';
import { fundMoveFields } from './fund-move-fields.ts';
import { moveDeposit } from './fund-move-records.ts';

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
      const of = { clientId: client.clientId, id: values.RefNum };
      const { row } = await moveDeposit(db, of, 'void', { nowUs: services.nowUs() });
      const webhook = fundMoveFields(services.secrets, { ...row, status: 'void' });
      return { fields: { investorExternalAccountDetails: 'Status updated' }, webhook };
    }),
  });
}
