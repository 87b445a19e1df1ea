/** Debits of bank accounts for trades. */

export { achModule, achPages } from './ach-module.ts';
export { achDebits, achRail, escrowHeadings } from './ach-rail.ts';
export { ACH_WEBHOOKS } from './ach-webhooks.ts';
export { checkRouting } from './fund-move-checks.ts';
export { simulate, simulatedOutcome } from './sandbox-simulation.ts';
