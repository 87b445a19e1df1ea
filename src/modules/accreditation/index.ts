export { ACCREDITATION_REQUEST, ACCREDITATION_WEBHOOKS } from './accreditation-fields.ts';
export { accreditationModule } from './accreditation-module.ts';
export { type ExpiryDeps, expireAccreditations } from './expiry.ts';
