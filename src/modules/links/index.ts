export { primaryPartyOf } from './link-records.ts';
export { LINK_WEBHOOKS } from './link-webhooks.ts';
export { linksModule } from './links-module.ts';
