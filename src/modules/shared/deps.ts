import type {
  Called,
  ImportCommand,
  ImportReads,
  Outcome,
  SecurityCommand,
  SecurityView,
  UnitsCommand,
} from '../../exchange/api/index.ts';
import type { ChangeDeps } from './change/index.ts';
import type { Documents } from './documents/index.ts';
import type { ReadDeps } from './list/index.ts';
import type { Secrets } from './record/index.ts';

/** The services that every module of reference data uses. */
export interface ModuleDeps extends ReadDeps, ChangeDeps {
  /** Now, in whole microseconds since 1970 UTC. */
  readonly nowUs: () => number;
  /**
   * What the clock of the system says, where that of the sandbox was moved: for what comes dated from outside. Absent:
   * the same as `nowUs`.
   */
  readonly systemUs?: () => number;
  readonly secrets: Secrets;
  readonly venue: Venue;
  readonly documents: Documents;
  /** The public address of the API without a final slash; links to hosted pages begin with it. */
  readonly publicUrl: () => string;
}

/** The part of the exchange that offerings and their trades use, because they are its securities. */
export interface Venue extends ImportReads {
  /** Resolves once the command is durable; rejects with VenueUnavailable when the venue takes no commands. */
  submit(command: (SecurityCommand | UnitsCommand | ImportCommand) & Called): Promise<Outcome>;
  /** By which it applies commands (J14). */
  readonly rules: number;
  securities(): readonly SecurityView[];
}
