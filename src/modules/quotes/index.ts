export type { QuoteDeps } from './quote-fields.ts';
export { quotesOnOrders } from './quote-records.ts';
export { QUOTE_WEBHOOKS } from './quote-webhooks.ts';
export { quotesModule } from './quotes-module.ts';
