import { inGroup, type Method } from '../../http/methods/index.ts';
import type { BlockServices } from './block-services.ts';
import { confirmBlock } from './confirm-block.ts';
import { cancelBlock, declineBlock } from './end-block.ts';
import { getBlocks } from './get-blocks.ts';
import { reportBlock } from './report-block.ts';

/** Negotiated blocks (docs/venue/venue.md, V59 to V63). */
export function blocksModule(services: BlockServices): Method[] {
  return inGroup('ATS', [
    reportBlock(services),
    confirmBlock(services),
    declineBlock(services),
    cancelBlock(services),
    getBlocks(services),
  ]);
}
