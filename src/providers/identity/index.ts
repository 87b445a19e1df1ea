import { join } from 'node:path';

export * from './identity-provider.ts';
export { ListScreening } from './list-screening.ts';
export { SandboxProvider } from './sandbox-provider.ts';
export { ScreeningOnlyProvider } from './screening-only-provider.ts';
export { TimeLimitedProvider } from './time-limited-provider.ts';
export { UnreadableList } from './watch-list/entries.ts';
export { WatchListFolders } from './watch-list/watch-list-folders.ts';

/** A small list of made-up names in the format of the real one. */
export const SANDBOX_LIST_FOLDER = join(import.meta.dirname, 'sandbox-list');
