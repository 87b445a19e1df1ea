export { type DocumentServices, documentsModule } from './documents-module.ts';
