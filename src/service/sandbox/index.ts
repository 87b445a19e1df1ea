/** The demo records and the ticking security of the sandbox, made through the API like any client's. */

export { readSandboxCredentials, type SandboxCredentials } from './credentials.ts';
export { ensureDemo } from './demo.ts';
export { changeFolder, FolderSnapshots } from './folder-snapshots.ts';
export { OwnCalls } from './own-calls.ts';
export { startTicker } from './ticker.ts';
export { ensureTicker, hasMovableClock, hasTicker, readTicker, type TickerIds } from './ticker-records.ts';
