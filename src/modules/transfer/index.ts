export { transferModule } from './transfer-module.ts';
