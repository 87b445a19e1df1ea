import Type from 'typebox';
import { defineMethod, type Method, TRADING_SCOPE } from '../../http/methods/index.ts';
import { numericId, optional, required } from '../../http/parameters/index.ts';
import { orderParameters } from '../ats/index.ts';
import { blockDetailsSchema } from './block-details.ts';
import { answerOf, type BlockServices, requireAccount } from './block-services.ts';

/** V61. */
export function confirmBlock(services: BlockServices): Method {
  return defineMethod({
    name: 'confirmBlock',
    scope: TRADING_SCOPE,
    summary: 'Confirms a negotiated block: it trades',
    description:
      'An extension (V61). By the client that the report names; for others, and when the block has ended: 404. The ' +
      'venue makes two orders and executes them against each other. When an order or the price is refused, the ' +
      'block stays as it is (190).',
    refusals: [148, 190, 404, 503],
    parameters: {
      blockId: required(numericId()),
      memberid: required(orderParameters.memberId),
      accountid: optional(orderParameters.accountId),
      token: optional(orderParameters.token),
    },
    response: Type.Object({ blockDetails: blockDetailsSchema }),
    idempotent: true,
    handler: async (call) => {
      const { client, ip, values } = call;
      await requireAccount(services, call, values.accountid);
      return answerOf(services, call, {
        type: 'confirmBlock',
        clientId: client.clientId,
        blockId: values.blockId,
        memberId: values.memberid,
        accountId: values.accountid ?? null,
        token: values.token ?? null,
        ip,
      });
    },
  });
}
