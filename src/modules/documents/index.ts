export { documentsModule } from './documents-module.ts';
