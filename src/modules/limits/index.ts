export { limitsModule } from './limits-module.ts';
