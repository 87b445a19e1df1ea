export { AccountDirectory } from './account-directory.ts';
export { accountFieldsWithLinks, accountWithLinksSchema } from './account-fields.ts';
export { changeAccount, findAccount } from './account-records.ts';
export { accountsModule } from './accounts-module.ts';
