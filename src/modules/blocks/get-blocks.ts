import Type from 'typebox';
import { defineMethod, type Method } from '../../http/method.ts';
import { numericId, optional, wholeNumber } from '../../http/parameters/index.ts';
import { blockDetails, blockDetailsSchema } from './block-details.ts';
import { type BlockServices, GROUP } from './block-services.ts';

/** Blocks of one page. */
const PAGE_MAX = 100;

/** V59. */
export function getBlocks(services: BlockServices): Method {
  return defineMethod({
    name: 'getBlocks',
    verb: 'POST',
    group: GROUP,
    summary: 'Lists the negotiated blocks of the client that wait to be confirmed',
    description:
      'An extension (V59). Those that it reported and those that name it. Oldest first; while moreBlocks is Yes, the ' +
      'next call reads on with `after`, the blockId of the last of this page.',
    parameters: {
      after: optional(numericId({ description: 'The blocks with a higher blockId than this.' })),
      limit: optional(
        wholeNumber({ minimum: 1, maximum: PAGE_MAX, description: `Blocks of a page; ${PAGE_MAX} when absent.` }),
      ),
    },
    response: Type.Object({
      blocks: Type.Array(blockDetailsSchema),
      moreBlocks: Type.Union([Type.Literal('Yes'), Type.Literal('No')]),
    }),
    handler: ({ client: { clientId }, values: { after = 0, limit = PAGE_MAX } }) => {
      const blocks = services.exchange.blocksOf(clientId, after, limit + 1);
      return {
        fields: {
          blocks: blocks.slice(0, limit).map((block) => blockDetails(block, clientId)),
          moreBlocks: blocks.length > limit ? 'Yes' : 'No',
        },
      };
    },
  });
}
