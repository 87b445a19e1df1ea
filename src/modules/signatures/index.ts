export { callbackRoute } from './callback-route.ts';
export { documentRoute } from './document-route.ts';
export { asked, type SignatureDeps } from './signature-deps.ts';
export { SIGNATURE } from './signature-fields.ts';
export { SIGNATURE_WEBHOOKS } from './signature-webhooks.ts';
export { signaturesModule } from './signatures-module.ts';
export { declineSignature } from './signing.ts';
export { signingLink } from './signing-link.ts';
export { signingPage } from './signing-page.ts';
