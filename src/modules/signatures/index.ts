export { callbackRoute } from './callback-route.ts';
export { documentRoute } from './document-route.ts';
export type { SignatureServices } from './signature-services.ts';
export { SIGNATURE_WEBHOOKS } from './signature-webhooks.ts';
export { signaturesModule } from './signatures-module.ts';
export { signingLink } from './signing-link.ts';
export { signingPage } from './signing-page.ts';
