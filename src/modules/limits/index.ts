export { type LimitServices, whoseOf, whoseParameters } from './limit-services.ts';
export { limitsModule } from './limits-module.ts';
