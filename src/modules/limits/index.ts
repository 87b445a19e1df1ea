export { type LimitDeps, whoseOf, whoseParameters } from './limit-deps.ts';
export { limitsModule } from './limits-module.ts';
