/** What must survive a kill of the gateway, in one file of SQLite. */
export { Store, type StoredMessage, type StoredNumbers } from './store.ts';
