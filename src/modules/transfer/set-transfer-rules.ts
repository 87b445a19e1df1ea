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
      'An extension (F1). Replaces the whole document: a rule that is not sent is removed. The venue checks live ' +
      'orders again at once and holds those that must not trade now. By the client that owns the offering, or with a ' +
      'master key; others: 162. Unknown security: 138. With a version that is no longer the current one: 190.',
    refusals: [138, 162, 190, 503],
    parameters: {
      securityId: required(securityId),
      version: optional(
        wholeNumber({
          minimum: 0,
          description: 'The version that the caller read; the change is refused when there is a newer one.',
        }),
      ),
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
