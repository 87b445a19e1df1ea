import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { required } from '../../http/parameters/index.ts';
import { securityId } from './transfer-parameters.ts';
import { rulesFields, rulesSchema } from './transfer-rules-fields.ts';
import { GROUP, ownedSecurity, type TransferServices } from './transfer-services.ts';

export function getTransferRules(services: TransferServices): Method {
  return defineMethod({
    name: 'getTransferRules',
    verb: 'POST',
    group: GROUP,
    summary: 'Reads the transfer rules of a security',
    description:
      'An extension (F1). By the client that owns the offering, or with a master key; others: 162. Unknown ' +
      'security: 138.',
    refusals: [138, 162],
    parameters: { securityId: required(securityId) },
    response: Type.Object({ transferRules: rulesSchema }),
    handler: ({ client, values }) => {
      const security = ownedSecurity(services, client, values.securityId);
      return { fields: { transferRules: rulesFields(services.exchange.transferRules(security.securityId)!) } };
    },
  });
}
