export { CORPORATE_ACTION_WEBHOOKS } from './action-webhooks.ts';
export { transferModule } from './transfer-module.ts';
