export { custodyModule } from './custody-module.ts';
export { CUSTODY_WEBHOOKS } from './custody-webhooks.ts';
