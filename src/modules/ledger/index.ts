/** The ledger of money: what its balances are, and whether they are right. The database posts (docs/api/ledger.md). */
export {
  ACCOUNTS,
  balanceOf,
  balancesOfOwner,
  custodyBalances,
  holdCash,
  holdReceived,
  millionthsOfBalance,
  subscribedOf,
} from './balances.ts';
export { ledgerProblems } from './check-ledger.ts';
export { cursorAfterEntry, type EntryQuery, type LedgerEntry, readEntries } from './entries.ts';
