/** What 0.1.0 left outside the register of the venue (F18): SETTLED trades, and settlements that were canceled. */

export { canceledSettlements } from './check-imports.ts';
export { type ImportDeps, importRegister } from './import-register.ts';
