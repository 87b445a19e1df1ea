export { adminModule } from './admin-module.ts';
export { Administration, type AdministrationSettings } from './administration.ts';
export { ClientDirectory } from './client-directory.ts';
export { allClientIds } from './client-records.ts';
export { ensureSandbox } from './sandbox.ts';
export type { AdminServices } from './services.ts';
