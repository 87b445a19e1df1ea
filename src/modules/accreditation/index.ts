export { accreditationModule } from './accreditation-module.ts';
export { ACCREDITATION_WEBHOOKS } from './accreditation-webhooks.ts';
export { type ExpiryServices, expireAccreditations } from './expiry.ts';
