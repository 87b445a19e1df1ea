import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { optional, required, wholeNumber } from '../../http/parameters/index.ts';
import { answerTo, submit } from '../ats/index.ts';
import { ruleParameters, securityId } from './transfer-parameters.ts';
import { rulesFields, rulesOf, rulesSchema } from './transfer-rules-fields.ts';
import { GROUP, ownedSecurity, type TransferServices } from './transfer-services.ts';

export function setTransferRules(services: TransferServices): Method {
  return defineMethod({
    name: 'setTransferRules',
    verb: 'POST',
    group: GROUP,
    summary: 'Sets who may trade a security, and when',
    description:
      'An extension (F1). The whole document: what is not sent is no rule. Orders that are live are judged anew at ' +
      'once; those that must not trade now are held. By the client that owns the offering, or with a master key; ' +
      'others: 162. Unknown security: 138. With version, that of another document by now: 190.',
    refusals: [138, 162, 190, 503],
    parameters: {
      securityId: required(securityId),
      version: optional(wholeNumber({ minimum: 0, description: 'The version that the change is made to.' })),
      ...ruleParameters,
    },
    response: Type.Object({ transferRules: rulesSchema }),
    idempotent: true,
    handler: async (call) => {
      const { client, values } = call;
      const security = ownedSecurity(services, client, values.securityId);
      const accepted = await submit(services.exchange, call, {
        type: 'transferRules',
        clientId: client.clientId,
        byOperator: client.master,
        securityId: security.securityId,
        rules: rulesOf(values),
        version: values.version ?? null,
      });
      return answerTo(accepted, {
        transferRules: rulesFields(services.exchange.transferRules(security.securityId)!),
      });
    },
  });
}
