export { ACCREDITATION_WEBHOOKS } from './accreditation-fields.ts';
export { accreditationModule } from './accreditation-module.ts';
export { type ExpiryServices, expireAccreditations } from './expiry.ts';
