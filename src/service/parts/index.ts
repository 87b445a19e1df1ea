/** Databases, document store and outside providers, each opened as the settings say. */

export { achSettings, openAch } from './ach.ts';
export { addCardPaymentJob, openCardProcessor } from './card-processor.ts';
export { NODE_CONNECTIONS, nodeName } from './connections.ts';
export { addDatabaseSizes } from './database-sizes.ts';
export { addDatabaseMetrics } from './database-watch.ts';
export { type Databases, databaseName, historyLocation, mainLocation, openDatabases } from './databases.ts';
export { documentSigner } from './document-signer.ts';
export { openEsign } from './e-signatures.ts';
export { type FileStorage, openFileStorage, reportFolder, uploadFolder } from './file-storage.ts';
export { type IdentityChecks, openIdentityChecks, screeningRules } from './identity-checks.ts';
export type { LeaderDatabases, LeaderDeps } from './leader-databases.ts';
export { loadLibraries } from './libraries.ts';
export { addSandbox } from './sandbox-keys.ts';
export { ensureSandboxUsers, openSignIn } from './sign-in.ts';
export { streamHistory } from './stream-history.ts';
