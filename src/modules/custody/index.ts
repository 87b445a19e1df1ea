export { custodyModule } from './custody-module.ts';
