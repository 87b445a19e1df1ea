/** Files of the bank: returns of debits and corrections of bank accounts. */

export { getAchNotices } from './get-ach-notices.ts';
export { readIncomingFiles } from './incoming-files.ts';
