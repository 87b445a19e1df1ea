import { inGroup, type Method } from '../../http/methods/index.ts';
import {
  type BlockServices,
  cancelBlock,
  confirmBlock,
  declineBlock,
  getBlocks,
  reportBlock,
} from './block-methods.ts';

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
