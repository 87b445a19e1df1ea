import Type from 'typebox';
import { defineMethod, type Method, TRADING_SCOPE } from '../../http/methods/index.ts';
import { numericId, optional, required, text } from '../../http/parameters/index.ts';
import { blockDetailsSchema } from './block-details.ts';
import { answerOf, type BlockServices } from './block-services.ts';

/** V62. */
export function declineBlock(services: BlockServices): Method {
  return endBlock(services, 'declineBlock', 'Declined', 'Declines a negotiated block that another client reported');
}

/** V62. */
export function cancelBlock(services: BlockServices): Method {
  return endBlock(services, 'cancelBlock', 'Cancelled', 'Cancels a report of a negotiated block');
}

function endBlock(services: BlockServices, name: string, status: 'Declined' | 'Cancelled', summary: string): Method {
  const whose = status === 'Declined' ? 'that the report names' : 'that reported it';
  return defineMethod({
    name,
    scope: TRADING_SCOPE,
    summary,
    description: `An extension (V62). By the client ${whose}; for others, and when the block has ended: 404.`,
    refusals: [404, 503],
    parameters: {
      blockId: required(numericId()),
      reason: optional(text({ maxLength: 500, description: 'Shown to the other side.' })),
    },
    response: Type.Object({ blockDetails: blockDetailsSchema }),
    idempotent: true,
    handler: async (call) =>
      answerOf(services, call, {
        type: 'endBlock',
        clientId: call.client.clientId,
        blockId: call.values.blockId,
        status,
        reason: call.values.reason ?? null,
      }),
  });
}
