import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { Duties } from './duties.ts';
import type { Ends } from './ends.ts';
import type { ServiceState } from './state.ts';

/** What every part is made with. */
export interface PartContext {
  readonly config: Config;
  readonly log: Logger;
  readonly state: ServiceState;
  readonly ends: Ends;
  readonly duties: Duties;
}
