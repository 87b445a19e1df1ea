export { QuoteEndingJob } from './quote-ending-job.ts';
export { quotesOnOrders } from './quote-records.ts';
export type { QuoteServices } from './quote-services.ts';
export { QUOTE_WEBHOOKS } from './quote-webhooks.ts';
export { quotesModule } from './quotes-module.ts';
