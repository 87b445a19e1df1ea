/** Files of the bank: returns of debits and corrections of bank accounts. */

export { NEEDS_A_PERSON, type NoticeOutcomes } from './bank-notices.ts';
export { getAchNotices } from './get-ach-notices.ts';
export { readIncomingFiles } from './incoming-files.ts';
export { unreadFiles } from './unread-files.ts';
