export { AccountDirectory, hasAccount } from './account-directory.ts';
export { ACCOUNT, accountFieldsWithLinks, accountWithLinksSchema } from './account-fields.ts';
export { type AccountMoney, type AccountOf, type VoidedSlice, voidPaymentsOf } from './account-money.ts';
export {
  type AccountChange,
  changeAccount,
  findAccount,
  holdAccount,
  requireActiveAccount,
} from './account-records.ts';
export { ACCOUNT_LEVELS } from './account-resource.ts';
export { ACCOUNT_WEBHOOKS } from './account-webhooks.ts';
export { accountsModule } from './accounts-module.ts';
