import { demoAccount } from './demo.ts';
import type { ExampleIds } from './ids.ts';

/** Calls of the methods of accounts. */
export function accountRequests(ids: ExampleIds) {
  const { accountId } = ids;
  return {
    createAccount: demoAccount('Example Investor'),
    getAccount: { accountId },
    listAccounts: { limit: 10 },
    readAccount: { accountId },
    changeAccount: { accountId, account: { city: 'Example Town' } },
    updateAccount: { accountId, ...demoAccount('Example Investor') },
    getAllAccounts: {},
    searchAccount: { searchKeyword: 'Example' },
    calculateSuitability: { accountId, riskProfile: '3' },
    updateSuitability: { accountId, riskProfile: '4' },
    getSuitability: { accountId },
    uploadAccountDocument: {
      accountId,
      documentTitle: 'documentTitle0=Statement',
      file_name: 'filename0=statement.pdf',
    },
    getAccountDocument: { accountId },
    addAccountNote: { accountId, authorName: 'Example Adviser', notes: 'Asked for statements by post' },
    getAccountNotes: { accountId },
    updateAccountArchiveStatus: { accountId, archiveStatus: '0' },
  };
}
