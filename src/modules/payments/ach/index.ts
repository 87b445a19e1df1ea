/** Debits of bank accounts for trades. */
export { achDebits } from './ach-debits.ts';
export { achModule, achPages } from './ach-module.ts';
export { checkRouting } from './fund-move-checks.ts';
export { liveFundMoves, moveFunds } from './fund-move-records.ts';
export { movedWebhooks } from './fund-move-webhooks.ts';
export { simulatedOutcome } from './sandbox-simulation.ts';
export { achMoney } from './trade-money.ts';
