export { adminModule } from './admin-module.ts';
export { recordId } from './admin-parameters.ts';
export { Administration, type AdministrationSettings } from './administration.ts';
export { ClientDirectory } from './client-directory.ts';
export { allClientIds, clientsRegisteredFor, clientsUnder } from './client-records.ts';
export { newApiKey } from './credentials.ts';
export type { AdminDeps } from './deps.ts';
export { requireWebhookLevels } from './permissions.ts';
export * from './webhook-fields.ts';
