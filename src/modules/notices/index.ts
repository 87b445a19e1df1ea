export { NOTICE_WEBHOOKS } from './notice-webhooks.ts';
export { noticesModule } from './notices-module.ts';
