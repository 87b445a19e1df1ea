import Type from 'typebox';
import { easternDate } from '../../calendar/eastern-time.ts';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { required } from '../../http/parameters/index.ts';
import { answerTo, malformed, submit } from '../ats/index.ts';
import { holdings, securityId } from './transfer-parameters.ts';
import { GROUP, ownedSecurity, type TransferServices } from './transfer-services.ts';

export function setHoldings(services: TransferServices): Method {
  return defineMethod({
    name: 'setHoldings',
    verb: 'POST',
    group: GROUP,
    summary: 'Reports who holds shares of a security, and since when',
    description:
      'An extension (F4). The report of a holder replaces its entry in the register; other holders stay. Matches of ' +
      'the venue update the register automatically. By the client that owns the offering, or with a master key; ' +
      'others: 162. Unknown security: 138. A register that is full: 190.',
    refusals: [138, 162, 190, 503],
    parameters: { securityId: required(securityId), holdings: required(holdings) },
    response: Type.Object({ securityId: Type.String(), holders: Type.Integer() }),
    idempotent: true,
    handler: async (call) => {
      const { client, values } = call;
      const security = ownedSecurity(services, client, values.securityId);
      const today = easternDate(services.exchange.nowUs());
      for (const [index, { lots }] of values.holdings.entries()) {
        if (lots.some((lot) => lot.date > today)) throw malformed('holdings', `item ${index} was bought in the future`);
      }
      const accepted = await submit(services.exchange, call, {
        type: 'holdings',
        clientId: client.clientId,
        byOperator: client.master,
        securityId: security.securityId,
        holdings: values.holdings.map((holding) => ({ ...holding, accountId: holding.accountId ?? null })),
      });
      const { holders } = services.exchange.transferRules(security.securityId)!;
      return answerTo(accepted, { securityId: String(security.securityId), holders });
    },
  });
}
