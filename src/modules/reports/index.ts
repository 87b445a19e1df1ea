export { type ReportServices, reportsModule } from './reports-module.ts';
