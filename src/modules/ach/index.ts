export { achModule, achPages } from './ach-module.ts';
export type { AchMeans, AchServices } from './ach-services.ts';
export { makeBatch } from './batch.ts';
export { writeBatchFiles } from './batch-files.ts';
export type { BatchServices } from './batch-services.ts';
export { readIncomingFiles } from './incoming-files.ts';
export { settleDue } from './settlement.ts';
export { achMoney } from './trade-money.ts';
