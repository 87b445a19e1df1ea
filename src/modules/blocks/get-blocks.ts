import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { moreSchema, pageAfter, pageOf } from '../shared/values/index.ts';
import { blockDetails, blockDetailsSchema } from './block-details.ts';
import type { BlockServices } from './block-services.ts';

/** Blocks of one page. */
const PAGE_MAX = 100;

/** V59. */
export function getBlocks(services: BlockServices): Method {
  return defineMethod({
    name: 'getBlocks',
    summary: 'Lists the negotiated blocks of the client that wait to be confirmed',
    description:
      'An extension (V59). Blocks that the client reported and blocks that name it, oldest first. While moreBlocks ' +
      'is Yes, call again with `after`, the blockId of the last block of this page.',
    parameters: pageAfter('Blocks', 'blockId', PAGE_MAX),
    response: Type.Object({
      blocks: Type.Array(blockDetailsSchema),
      moreBlocks: moreSchema,
    }),
    handler: ({ client: { clientId }, values: { after = 0, limit = PAGE_MAX } }) => {
      const { page, more } = pageOf(services.exchange.blocksOf(clientId, after, limit + 1), limit);
      return { fields: { blocks: page.map((block) => blockDetails(block, clientId)), moreBlocks: more } };
    },
  });
}
