export { LINK_WEBHOOKS } from './link-fields.ts';
export { primaryPartiesOf, primaryPartyOf } from './link-records.ts';
export { linksModule } from './links-module.ts';
