export { investorWorkModule } from './investor-work-module.ts';
export { INVESTOR_WORK_WEBHOOKS } from './work-fields.ts';
