import type { Logger } from 'pino';
import type { OpenApplication } from '../application/index.ts';
import type { Clocks } from '../session/index.ts';
import type { Store } from '../store/index.ts';
import type { Commits } from './commits.ts';
import type { Metrics } from './metrics.ts';
import type { Sender } from './sender.ts';
import type { GatewaySettings } from './settings.ts';
import type { WrongKeys } from './wrong-keys.ts';

/** What the sessions of a gateway share. */
export interface SessionContext {
  readonly settings: GatewaySettings;
  readonly store: Store;
  readonly commits: Commits;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly open: OpenApplication;
  readonly wrongKeys: WrongKeys;
  /** The clock of the day, and one that only rises. */
  readonly clocks: () => Clocks;
  /** Sessions have logged on from these addresses last. */
  readonly noteAddresses: () => void;
}

/** The connection of a session, as far as the session needs it. */
export interface Link {
  readonly sender: Sender;
  readonly address: string;
  /** Ends it once everything is written. */
  end(): void;
}
