export { BLOCK_WEBHOOKS } from './block-webhooks.ts';
export { blocksModule } from './blocks-module.ts';
