/** What banks understand: files of debits and credits, files of returns, routing numbers. */
export type { CorrectedDetails } from './corrections.ts';
export * from './nacha-file.ts';
export { NachaFault } from './nacha-layout.ts';
export { type BankNotice, readBankNotices } from './nacha-returns.ts';
export { checkEntryFile } from './nacha-totals.ts';
export { ALL_RETURN_CODES, isUnauthorized, RETURN_CODES, returnText, takesEntryBack } from './return-codes.ts';
export { RoutingDirectory } from './routing-directory.ts';
export { hasRoutingForm, isRoutingNumber } from './routing-number.ts';
export { CHANGES, correctedData, noticeFile } from './sandbox-notices.ts';
