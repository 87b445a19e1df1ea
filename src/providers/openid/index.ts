/** Sign-in at providers of OpenID Connect. */
export { type Flow, loadOpenId, OpenIdProvider, type ProviderIdentity } from './openid-provider.ts';
export { type ClaimMap, type ProviderSettings, readProviders } from './provider-settings.ts';
export { ProviderRefusal } from './refusal.ts';
