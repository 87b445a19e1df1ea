export { AccountDirectory } from './account-directory.ts';
export { findAccount } from './account-records.ts';
export { accountsModule } from './accounts-module.ts';
