/** Who has which shares: positions, lots and costs, of one source. */

export { checkRegister, holdersApart } from './check-register.ts';
export type { Followed } from './converting-holders.ts';
export { costOfUnits } from './cost.ts';
export { holderEntries, holderHistory, holderOpening } from './holder-history.ts';
export { positionOf } from './holders.ts';
export type { Lot } from './lots.ts';
export type { AmendedMatch } from './moves.ts';
export { Register } from './register.ts';
export { REGISTER_LOADERS, type RegisterLine, registerLines } from './register-lines.ts';
export { registeredHolders, registerPage, registerSums, settledHolders } from './register-pages.ts';
export { byOwner, type SplitHolding } from './security-holders.ts';
export type { Split } from './splits.ts';
export { isAtLeast, minus, NO_UNITS, plus, signOf, type Units, unitsOf } from './units.ts';
