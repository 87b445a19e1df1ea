/** The securities that trade and their settings. */

export { getIssuerApprovedSecurities } from './approved-securities.ts';
export { getSecurities } from './securities.ts';
export { getSecurityReference, updateSecurityReference } from './security-reference.ts';
export { getSecuritySettings, updateSecuritySettings } from './security-settings.ts';
