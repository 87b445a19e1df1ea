export type { ReportServices } from './reports-module.ts';
export { reportsModule } from './reports-module.ts';
