/** The life of a process: services open and close in it, until it is to end. */
import type { Logger } from 'pino';
import type { Timers } from '../time/timers.ts';
import type { HeldPorts } from './held-ports.ts';
import { type Restart, unavailableReason } from './lifecycle/index.ts';

/** The delay between two attempts to open unavailable databases. */
const RETRY_MS = 300;

/** A service, as far as its process knows it. */
export interface LivingService {
  /** Resolves when this node must restart as a standby, and where the data folder of a sandbox is to change (Z14). */
  readonly restart: Promise<Restart>;
  stop(atOnce: boolean): Promise<void>;
  abandonDatabases(): void;
}

export interface Life<S extends LivingService> {
  readonly open: () => Promise<S>;
  /** The service takes calls from now on, and its node may lead. */
  readonly begin: (service: S) => Promise<void>;
  /** Undefined where the process is alone: its ports are those of its service. */
  readonly ports: Pick<HeldPorts<unknown>, 'waitsBecause' | 'endWithService'> | undefined;
  readonly endRequest: EndRequest;
  /** Ends the process. */
  readonly exit: (code: 0 | 1) => never;
  /** Of a process of which a part may not have ended. */
  readonly restartProcess: () => Promise<never>;
  readonly after: Timers['after'];
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

/**
 * Until the process is asked to end. A node that lost the venue, or handed it over, closes its service and opens
 * another one at the same ports: on a busy machine a new process takes many times longer. Rejects with what kept a
 * service from opening.
 */
export async function live<S extends LivingService>(life: Life<S>): Promise<never> {
  // Nothing here holds the service that was closed: its venue may fill the memory.
  for (;;) await serve(life);
}

/** Opens a service and closes it, to open another one; where the process is to end, it ends it. */
async function serve<S extends LivingService>(life: Life<S>): Promise<void> {
  const { begin, ports, endRequest, exit, restartProcess, log } = life;
  const service = await openPatiently(life);
  const isAsked = endRequest.wait();
  try {
    await begin(service);
  } catch (error) {
    await close(service, { ...life, cause: undefined });
    throw error;
  }
  const cause = await Promise.race([isAsked, service.restart]);
  if (endRequest.isMade) ports?.endWithService();
  if (cause !== undefined) {
    log.warn(
      { reason: cause.reason },
      ports === undefined ? 'the service restarts' : 'this node restarts as a standby',
    );
    ports?.waitsBecause(`this node restarts as a standby: ${cause.publicReason}`);
  }
  const end = await close(service, { ...life, cause });
  if (endRequest.isMade) exit(end === 'ended' ? 0 : 1);
  endRequest.release();
  if (end === 'left') await restartProcess();
}

/** A node of a cluster waits for its databases, which may be failing over; a process alone says what is wrong. */
async function openPatiently<S extends LivingService>({ open, ports, after, log }: Life<S>): Promise<S> {
  for (;;) {
    try {
      return await open();
    } catch (error) {
      const reason = unavailableReason(error);
      if (ports === undefined || reason === undefined) throw error;
      ports.waitsBecause(`this node waits for its databases: ${reason}`);
      log.warn({ reason: (error as Error).message }, 'the databases are unavailable; tried again');
      await new Promise<void>((resolve) => void after(RETRY_MS, resolve));
    }
  }
}

/** That the process ends in order; while no service is open, it ends at once. */
export class EndRequest {
  readonly #endAtOnce: () => void;
  #wake: (() => void) | undefined;
  isMade = false;

  constructor(endAtOnce: () => void) {
    this.#endAtOnce = endAtOnce;
  }

  /** Resolves at the next one. */
  wait(): Promise<undefined> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#wake = () => resolve(undefined);
    return promise;
  }

  release(): void {
    this.#wake = undefined;
  }

  make(): void {
    this.isMade = true;
    if (this.#wake === undefined) this.#endAtOnce();
    else this.#wake();
  }
}

/**
 * How a service ended. `unwritten`: every part has ended, and what one would have written to a database is gone, as
 * after a crash. `left`: a part may not have ended.
 */
type End = 'ended' | 'unwritten' | 'left';

interface Closing extends Pick<Life<LivingService>, 'after' | 'log'> {
  /** Undefined: the process ends. */
  readonly cause: Restart | undefined;
}

/** How long a stop waits for its databases, and for all of its parts. */
interface Patience {
  readonly databasesMs: number;
  readonly partsMs: number;
}

/** The process ends with the service; its supervisor may kill it after ten seconds. */
const LAST: Patience = { databasesMs: 7000, partsMs: 9500 };
/** The node is a standby next. A restart of the process would close its ports (J29). */
const HANDED_OVER: Patience = { databasesMs: 7000, partsMs: 20_000 };
/** The same for a node that lost the venue: nobody needs its remaining work. */
const LOST: Patience = { databasesMs: 4000, partsMs: 20_000 };

async function close(service: LivingService, { cause, after, log }: Closing): Promise<End> {
  const { promise: isLate, resolve } = Promise.withResolvers<'left'>();
  const atOnce = cause?.atOnce === true;
  const patience = cause === undefined ? LAST : atOnce ? LOST : HANDED_OVER;
  const cancels = [
    after(patience.databasesMs, () => {
      log.warn({}, 'stopping waits for the databases no longer');
      service.abandonDatabases();
    }),
    after(patience.partsMs, () => {
      log.error({}, 'stopping took too long');
      resolve('left');
    }),
  ];
  const isStopped = service.stop(atOnce).then(
    () => 'ended' as const,
    (error: unknown) => {
      log.error({ err: error }, 'stopping failed');
      return areUnavailable(error) ? 'unwritten' : 'left';
    },
  );
  const end = await Promise.race([isStopped, isLate]);
  for (const cancel of cancels) cancel();
  return end;
}

/** Whether all that failed failed because of a database. */
function areUnavailable(error: unknown): boolean {
  if (error instanceof SuppressedError) return areUnavailable(error.error) && areUnavailable(error.suppressed);
  return unavailableReason(error) !== undefined;
}
