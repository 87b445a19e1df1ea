import type { ReportStore } from '../../providers/files/index.ts';
import type { ModuleServices } from '../shared/services.ts';

export interface ReportServices extends Pick<ModuleServices, 'db'> {
  readonly reports: ReportStore;
}
