import type { Method } from '../../http/methods/index.ts';
import type { ReportStore } from '../../providers/files/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { getReport } from './get-report.ts';
import { listReports } from './list-reports.ts';

export interface ReportServices extends Pick<ModuleServices, 'db'> {
  readonly reports: ReportStore;
}

/** The reports of trading days (docs/venue/end-of-day.md). */
export function reportsModule(services: ReportServices): Method[] {
  return [listReports(services), getReport(services)];
}
