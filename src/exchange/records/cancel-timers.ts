import { Deadlines } from '../collections/index.ts';

/** When the orders of which clients are cancelled, unless they say otherwise before (V48). */
export class CancelTimers extends Deadlines<string> {}
