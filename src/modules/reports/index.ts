export type { ReportDeps } from './reports-module.ts';
export { reportsModule } from './reports-module.ts';
