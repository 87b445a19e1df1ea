export type { ReportServices } from './report-services.ts';
export { reportsModule } from './reports-module.ts';
