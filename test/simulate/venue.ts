import type { Logger } from 'pino';
import type { ClusterNode } from '../../src/cluster/index.ts';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import { LiveExchange } from '../../src/exchange/live-exchange.ts';
import type { Sessions } from '../../src/marketdata/connection/stream-context.ts';
import { HeldPorts } from '../../src/service/held-ports.ts';
import { EndRequest, type LivingService, live } from '../../src/service/life.ts';
import { healthOf, newState, type ServiceState } from '../../src/service/lifecycle/index.ts';
import type { Address, Request, Response } from './calls.ts';
import { ProcessFiles } from './disk.ts';
import { type History, openFollower, type ProcessFollower } from './history.ts';
import { type Machine, ProcessEnded, SimulatedProcess } from './machine.ts';
import type { Plant } from './plant.ts';
import { type Host, SimulatedPort, waitingHost } from './ports.ts';
import { Server } from './server.ts';
import { type StreamEnd, type StreamListener, StreamServer } from './streams.ts';

export const FOLDER = '/venue';
export const SEGMENT_BYTES_MAX = 24 * 1024;
const BEGIN_US_MIN = 50_000;
const BEGIN_US_MAX = 400_000;
/** Two starts that fail one after the other are further apart. */
const FAILED_US = 500_000;
/** As src/service/service.ts. */
const ANSWERED_MS_MAX = 100;

export interface Surroundings {
  readonly plant: Plant;
  /** Called with each event that a leader publishes. */
  readonly onEvent: (event: ExchangeEvent) => void;
  /** Called with each answer, before it is sent. */
  readonly onAnswer: () => void;
  /** What must not happen at all. */
  readonly onWrong: (what: string) => void;
}

/** What the parts of a service are opened with. */
export interface ServiceParts {
  /** Ends with the service, or with its process before. */
  readonly process: SimulatedProcess;
  readonly exchange: LiveExchange;
  readonly state: ServiceState;
  readonly follower: ProcessFollower;
}

/** The parts of a service that only a kind of machine has. */
export interface OwnDeps {
  /** Undefined where the process is alone. */
  readonly node: ClusterNode | undefined;
  readonly sessions: Sessions;
  /** Begins to take part, once calls are answered. */
  readonly begin: () => void;
  /** Of a leader that hands over: what the next one would send again is noted. */
  readonly flush: () => Promise<void>;
  /** Ends what the service has opened, after the venue. */
  readonly end: () => Promise<void>;
}

/** A service of a process, as src/service/service.ts. */
interface Running extends OwnDeps, LivingService {
  readonly process: SimulatedProcess;
  readonly exchange: LiveExchange;
  readonly state: ServiceState;
  readonly server: Server;
  readonly streams: StreamServer;
}

/** A machine on which somebody starts the program whenever it has ended. */
export abstract class VenueMachine implements Address {
  readonly machine: Machine;
  protected readonly surroundings: Surroundings;
  #process: SimulatedProcess | undefined;
  #port: SimulatedPort | undefined;
  #endRequest: EndRequest | undefined;
  #running: Running | undefined;
  #recovered: LiveExchange | undefined;
  #mayRun = true;
  starts = 0;
  lastFailure = '';

  constructor(machine: Machine, surroundings: Surroundings) {
    this.machine = machine;
    this.surroundings = surroundings;
  }

  get name(): string {
    return this.machine.name;
  }

  get process(): SimulatedProcess | undefined {
    return this.#process;
  }

  /** Of the service of now, or of the last one. */
  get exchange(): LiveExchange | undefined {
    return this.#recovered;
  }

  get node(): ClusterNode | undefined {
    return this.#running?.node;
  }

  /** The last event that the history holds. */
  abstract get historyEnd(): number;

  /** The last command that it knows to be durable, where it is a node of a cluster. */
  get durable(): number {
    return 0;
  }

  /** A history that is ahead of the journal that this machine has read. */
  protected onAhead(reason: string): void {
    this.surroundings.onWrong(reason);
  }

  /** Whether it leads the venue and answers calls. */
  get serves(): boolean {
    const { process, server, node } = this.#running ?? {};
    const leads = node === undefined || node.serves;
    return leads && process?.isAlive === true && server?.isOpen === true && !server.isClosing;
  }

  ask(request: Request, answer: (response: Response) => void): void {
    const process = this.#process;
    const sent = (response: Response) => {
      if (response.kind !== 'unavailable') this.surroundings.onAnswer();
      answer(response);
    };
    process?.deliver(() => this.#port?.present?.ask(request, sent));
  }

  /** A probe of liveness: undefined where nobody listens though the process lives, null where it does not run. */
  health(): ReturnType<Host['health']> | undefined | null {
    const process = this.#process;
    if (process?.isAlive !== true || process.isStopped || this.#endRequest?.isMade) return null;
    return this.#port?.present?.health();
  }

  /** To the process of now; undefined: it refuses. */
  openStream(clientId: string, listener: StreamListener): StreamEnd | undefined {
    return this.#running?.streams.open(clientId, listener);
  }

  #wrong(process: SimulatedProcess, error: unknown): void {
    if (!process.isAlive || error instanceof ProcessEnded) return;
    this.surroundings.onWrong(`${this.name} could not answer: ${error instanceof Error ? error.stack : String(error)}`);
  }

  /** Begins a new process of the program. */
  start(): void {
    const process = new SimulatedProcess(this.machine);
    const { world } = this.machine;
    this.#process = process;
    this.#running = undefined;
    this.#recovered = undefined;
    this.starts++;
    world.note(`${this.name} starts`);
    process.onEnd(() => this.#mayRun && this.startLater(world.dice.between(BEGIN_US_MIN, BEGIN_US_MAX)));
    const exit = (): never => {
      process.end();
      throw new ProcessEnded();
    };
    const endRequest = new EndRequest(() => process.end());
    const waiting = { reason: 'this node starts' };
    const port = new SimulatedPort(waitingHost(waiting));
    const ports = new HeldPorts<Host>([{ port, waiting: waitingHost(waiting) }], waiting);
    this.#port = port;
    this.#endRequest = endRequest;
    const { after } = process.timers;
    live<Running>({
      open: () => this.#open(process, ports),
      begin: async (service) => this.#begin(service, ports),
      ports: this.holdsPorts ? ports : undefined,
      endRequest,
      exit,
      restartProcess: async () => exit(),
      after,
      log: this.log,
    }).catch((error: unknown) => this.#failed(process, error));
  }

  /** Whether its ports listen while it waits. */
  protected abstract readonly holdsPorts: boolean;

  #failed(process: SimulatedProcess, error: unknown): void {
    if (!process.isAlive) return;
    this.lastFailure = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    this.machine.world.note(`${this.name} cannot start: ${this.lastFailure}`);
    this.#mayRun = false;
    process.end();
    this.#mayRun = true;
    this.startLater(FAILED_US);
  }

  startLater(delayUs: number): void {
    this.machine.world.after(delayUs, () => {
      if (this.#mayRun && this.process?.isAlive !== true) this.start();
    });
  }

  /** As SIGKILL. */
  kill(): void {
    this.machine.world.note(`${this.name} is killed`);
    this.process?.end();
  }

  powerCut(): void {
    this.machine.world.note(`${this.name} loses its power`);
    this.process?.end();
    this.machine.disk.powerCut();
  }

  /** As SIGTERM: finishes what is under way, and is started again. */
  stop(): void {
    const endRequest = this.#endRequest;
    this.machine.world.note(`${this.name} is asked to stop`);
    this.#process?.deliver(() => endRequest?.make());
  }

  async #open(whole: SimulatedProcess, ports: HeldPorts<Host>): Promise<Running> {
    const process = whole.part();
    try {
      return await this.#openService(process, ports);
    } catch (error) {
      process.end();
      throw error;
    }
  }

  async #openService(process: SimulatedProcess, ports: HeldPorts<Host>): Promise<Running> {
    const files = this.surroundings.plant.files(this.filesFor(process));
    const history = this.historyFor(process);
    // As src/service/venue/venue.ts: what the history holds now is in the journal that is read then.
    const projected = await history.position();
    const exchange = await this.recover(process, files);
    if (projected > exchange.lastEventSeq()) {
      const ends = `the journal ends at event ${exchange.lastEventSeq()}`;
      this.onAhead(`${this.name}: the order history holds event ${projected}, but ${ends}`);
    }
    this.#recovered = exchange;
    const state = newState();
    const onFailure = (reason: string) => {
      this.surroundings.onWrong(`${this.name}: the order history has stopped: ${reason}`);
      this.end(process, reason);
    };
    const follower = await openFollower(exchange, { process, files, folder: FOLDER, history, onFailure });
    const { durable, reached } = follower;
    const recovered = exchange.lastEventSeq();
    void reached(recovered).then(() => {
      state.isHistoryLevel = true;
    });
    const own = this.join({ process, exchange, state, follower });
    const { node, sessions } = own;
    state.node = node;
    exchange.onDurable((sequence) => {
      if (node === undefined || node.leads) durable(sequence);
    });
    node?.onSettled(durable);
    if (node === undefined) {
      durable(exchange.sequence);
      await reached(recovered);
    }
    const server = new Server({ process, exchange, history, state });
    const streams = new StreamServer({ process, exchange, server, sessions });
    exchange.subscribe((event) => {
      if (process.isAlive && server.isOpen) this.surroundings.onEvent(event);
    });
    const running: Running = {
      ...own,
      process,
      exchange,
      state,
      server,
      streams,
      restart: state.restart.promise,
      stop: (atOnce) => this.#close(running, { atOnce, follower, ports }),
      abandonDatabases: () => state.databasesAbandoned.abort(),
    };
    return running;
  }

  /** As Service.listen and Service.join. */
  #begin(running: Running, ports: HeldPorts<Host>): void {
    const { process, server, state, exchange, begin } = running;
    this.#running = running;
    ports.giveTo([
      {
        health: () => healthOf(exchange, state),
        ask: (request, answer) => {
          if (state.referencePending !== null) answer({ kind: 'unavailable' });
          else void server.ask(request, answer).catch((error: unknown) => this.#wrong(process, error));
        },
      },
    ]);
    begin();
  }

  /** As the end of Service: the venue is given up first, then the parts end, the last that was opened first. */
  async #close(running: Running, { atOnce, follower: { follower }, ports }: Closing): Promise<void> {
    const { process, exchange, node, server, streams, flush, end } = running;
    server.isClosing = true;
    streams.stop();
    try {
      await node?.end();
      if (node?.leads) {
        await Promise.race([flush(), new Promise<void>((resolve) => void process.after(ANSWERED_MS_MAX, resolve))]);
        await exchange.stop();
      }
      ports.release();
      await exchange.stop();
      if (!atOnce) await follower.finish();
      await end();
    } finally {
      process.end();
    }
  }

  protected open(process: SimulatedProcess, files: ProcessFiles, isStandby: boolean): LiveExchange {
    return new LiveExchange({
      folder: FOLDER,
      shard: 0,
      files,
      clock: process,
      timers: process,
      alwaysOpen: false,
      segmentBytesMax: SEGMENT_BYTES_MAX,
      waitingMax: 1000,
      unprojectedMax: 100_000,
      limits: null,
      isStandby,
      log: this.log,
    });
  }

  protected get log(): Logger {
    const say = (fields: object, message: string) =>
      this.machine.world.note(`${this.name} says: ${message} ${textOf(fields)}`);
    return { debug: () => {}, info: say, warn: say, error: say } as unknown as Logger;
  }

  /** The process ends by itself, and whoever watches over it starts it again. */
  protected end(process: SimulatedProcess, reason: string): void {
    if (!process.isAlive) return;
    this.machine.world.note(`${this.name} ends: ${reason}`);
    this.#process?.end();
  }

  protected filesFor(process: SimulatedProcess): ProcessFiles {
    return new ProcessFiles(this.machine.disk, process);
  }

  protected abstract historyFor(process: SimulatedProcess): History;
  protected abstract recover(process: SimulatedProcess, files: ProcessFiles): Promise<LiveExchange>;
  protected abstract join(parts: ServiceParts): OwnDeps;
}

interface Closing {
  /** The node lost the venue: nobody needs what it would still write. */
  readonly atOnce: boolean;
  readonly follower: ProcessFollower;
  readonly ports: HeldPorts<Host>;
}

/** Errors by their message: their traces name files. */
function textOf(fields: object): string {
  return JSON.stringify(fields, (_key, value) => (value instanceof Error ? `${value.name}: ${value.message}` : value));
}

export function sessionsOf(process: string, onLeader: Sessions['onLeader']): Sessions {
  let count = 0;
  return { name: () => `${process}/${++count}`, onLeader };
}
