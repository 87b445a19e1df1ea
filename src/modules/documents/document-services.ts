import type { PdfWorkshop } from '../../providers/pdf/index.ts';
import type { ModuleServices } from '../shared/services.ts';

export interface DocumentServices extends ModuleServices {
  readonly pdf: PdfWorkshop;
}
