/** Who has which shares: positions, lots and costs, of one source. */

export { checkRegister } from './check-register.ts';
export { costOfShares } from './cost.ts';
export { holderHistory } from './holder-history.ts';
export { positionOf } from './holders.ts';
export type { Lot } from './lots.ts';
export { Register } from './register.ts';
export { REGISTER_LOADERS, type RegisterLine, registerLines } from './register-lines.ts';
export { registerPage, registerSums } from './register-pages.ts';
export { isAtLeast, minus, type Units, unitsOf } from './units.ts';
