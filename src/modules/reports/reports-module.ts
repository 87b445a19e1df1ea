import type { Method } from '../../http/methods/index.ts';
import { getReport } from './get-report.ts';
import { listReports } from './list-reports.ts';
import type { ReportServices } from './report-services.ts';

/** The reports of trading days (docs/venue/end-of-day.md). */
export function reportsModule(services: ReportServices): Method[] {
  return [listReports(services), getReport(services)];
}
