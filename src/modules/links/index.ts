export { LINK_WEBHOOKS } from './link-fields.ts';
export { primaryPartyOf } from './link-records.ts';
export { linksModule } from './links-module.ts';
