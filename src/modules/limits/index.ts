export type { LimitServices } from './limit-services.ts';
export { limitsModule } from './limits-module.ts';
