/** Cards of accounts, and trades that are paid with them. */

export { cardCallback } from './card-callback.ts';
export { cardPage } from './card-page.ts';
export { CardPayments } from './card-payments.ts';
export { cardRail } from './card-rail.ts';
export { CARD_WEBHOOKS, processedWebhook } from './card-webhooks.ts';
export type { CardDeps } from './cards-deps.ts';
export { cardsModule } from './cards-module.ts';
