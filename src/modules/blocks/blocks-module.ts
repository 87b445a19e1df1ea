import { inGroup, type Method } from '../../http/methods/index.ts';
import { type BlockDeps, cancelBlock, confirmBlock, declineBlock, getBlocks, reportBlock } from './block-methods.ts';

/** Negotiated blocks (docs/venue/venue.md, V59 to V63). */
export function blocksModule(deps: BlockDeps): Method[] {
  return inGroup('ATS', [
    reportBlock(deps),
    confirmBlock(deps),
    declineBlock(deps),
    cancelBlock(deps),
    getBlocks(deps),
  ]);
}
