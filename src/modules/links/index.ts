export { primaryPartyOf } from './link-records.ts';
export { linksModule } from './links-module.ts';
