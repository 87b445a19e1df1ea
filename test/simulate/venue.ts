import type { Connect } from '../../src/cluster/connection.ts';
import {
  announceStart,
  type ClusterNode,
  DurableMark,
  exchangeNode,
  HostWatch,
  LeaseCell,
  LeaseKeeper,
  openConnection,
  PostgresLedger,
  recoverNode,
} from '../../src/cluster/index.ts';
import type { Ledger } from '../../src/cluster/ledger.ts';
import { HostTurn } from '../../src/database/postgres-client/index.ts';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import { decodeGroup } from '../../src/exchange/journal/format.ts';
import { LiveExchange } from '../../src/exchange/live-exchange.ts';
import type { HistoryFollower } from '../../src/history/follower.ts';
import type { Sessions } from '../../src/marketdata/connection/stream-context.ts';
import type { Address, Request, Response } from './calls.ts';
import type { SimulatedDatabase } from './database.ts';
import { ProcessFiles } from './disk.ts';
import { type History, historyIn, LocalHistory, openFollower } from './history.ts';
import { SimulatedLink } from './links.ts';
import { type Machine, ProcessEnded, SimulatedProcess } from './machine.ts';
import type { Network } from './network.ts';
import type { Plant } from './plant.ts';
import { Server } from './server.ts';
import { type StreamEnd, type StreamListener, StreamServer } from './streams.ts';

export const FOLDER = '/venue';
/** Of what outlives the copy of the journal. */
const MARK_FOLDER = '/node';
const HOSTS = ['postgres://db-1/openats', 'postgres://db-2/openats'];
export const LEASE_MS = 2000;
const SEGMENT_BYTES_MAX = 24 * 1024;
const BEGIN_US_MIN = 50_000;
const BEGIN_US_MAX = 400_000;
const RESTART_MS = 300;
/** How long the tasks of a takeover take on a busy machine. */
const SLOW_TASKS_CHANCE = 0.1;
const SLOW_TASKS_MS_MAX = 4 * LEASE_MS;
/** Two starts that fail one after the other are further apart. */
const FAILED_US = 500_000;

export interface Surroundings {
  readonly plant: Plant;
  /** Called with each event that a leader publishes. */
  readonly onEvent: (event: ExchangeEvent) => void;
  /** Called with each answer, before it is sent. */
  readonly onAnswer: () => void;
  /** What must not happen at all. */
  readonly onWrong: (what: string) => void;
}

export interface ClusterSurroundings extends Surroundings {
  readonly network: Network;
  readonly database: SimulatedDatabase;
  /** The links of the processes of now, by the name of their machine. */
  readonly links: Map<string, SimulatedLink>;
  readonly hasStreams: boolean;
}

interface Running {
  readonly process: SimulatedProcess;
  exchange?: LiveExchange;
  node?: ClusterNode;
  server?: Server;
  streams?: StreamServer;
  follower?: HistoryFollower;
}

/** What a node does when it comes to own the venue, and why it may not yet. */
interface LeaderTask {
  readonly begin: () => Promise<void>;
  readonly notEligibleReason: () => string | null;
  readonly confirmHistory: () => Promise<void>;
}

interface Joined {
  /** Undefined where the process is alone. */
  readonly node: ClusterNode | undefined;
  readonly sessions: Sessions;
}

/** A machine on which somebody starts the program whenever it has ended. */
export abstract class VenueMachine implements Address {
  readonly machine: Machine;
  protected readonly surroundings: Surroundings;
  #running: Running | undefined;
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
    return this.#running?.process;
  }

  get exchange(): LiveExchange | undefined {
    return this.#running?.exchange;
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
    const { process, server } = this.#running ?? {};
    const sent = (response: Response) => {
      if (response.kind !== 'unavailable') this.surroundings.onAnswer();
      answer(response);
    };
    process?.deliver(() => void server?.ask(request, sent).catch((error: unknown) => this.#wrong(process, error)));
  }

  /** To the process of now; undefined: it refuses. */
  openStream(clientId: string, listener: StreamListener): StreamEnd | undefined {
    return this.#running?.streams?.open(clientId, listener);
  }

  #wrong(process: SimulatedProcess, error: unknown): void {
    if (!process.isAlive || error instanceof ProcessEnded) return;
    this.surroundings.onWrong(`${this.name} could not answer: ${error instanceof Error ? error.stack : String(error)}`);
  }

  /** Begins a new process of the program. */
  start(): void {
    const process = new SimulatedProcess(this.machine);
    const running: Running = { process };
    this.#running = running;
    this.starts++;
    const { world } = this.machine;
    world.note(`${this.name} starts`);
    process.onEnd(() => this.#mayRun && this.startLater(world.dice.between(BEGIN_US_MIN, BEGIN_US_MAX)));
    this.#open(running).catch((error: unknown) => {
      if (!process.isAlive) return;
      this.lastFailure = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      world.note(`${this.name} cannot start: ${this.lastFailure}`);
      this.#mayRun = false;
      process.end();
      this.#mayRun = true;
      this.startLater(FAILED_US);
    });
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

  /** As SIGTERM: finishes what is under way, and restarts. */
  async stop(): Promise<void> {
    const { process, exchange, node, server, streams, follower } = this.#running ?? {};
    if (process === undefined || exchange === undefined || server === undefined || server.isClosing) return;
    this.machine.world.note(`${this.name} stops`);
    server.isClosing = true;
    streams?.stop();
    try {
      await node?.end();
      await exchange.stop();
      await follower?.finish();
    } catch (error) {
      if (process.isAlive) this.machine.world.note(`${this.name} stopped badly: ${String(error)}`);
    }
    process.end();
  }

  async #open(running: Running): Promise<void> {
    const { process } = running;
    const files = this.surroundings.plant.files(this.filesFor(process));
    const history = this.historyFor(process);
    // As src/service/venue/venue.ts: what the history holds now is in the journal that is read then.
    const projected = await history.position();
    const exchange = await this.recover(process, files);
    if (projected > exchange.lastEventSeq()) {
      const ends = `the journal ends at event ${exchange.lastEventSeq()}`;
      this.onAhead(`${this.name}: the order history holds event ${projected}, but ${ends}`);
    }
    running.exchange = exchange;
    const onFailure = (reason: string) => {
      this.surroundings.onWrong(`${this.name}: the order history has stopped: ${reason}`);
      this.restart(process, reason);
    };
    const { follower, durable, reached, confirm } = await openFollower(exchange, {
      process,
      files,
      folder: FOLDER,
      history,
      onFailure,
    });
    running.follower = follower;
    const recovered = exchange.lastEventSeq();
    let isLevel = false;
    void reached(recovered).then(() => {
      isLevel = true;
      running.server?.historyIsLevel();
    });
    const { node, sessions } = this.join(process, exchange, {
      begin: async () => {
        exchange.start();
        const { dice } = this.machine.world;
        if (dice.chance(SLOW_TASKS_CHANCE)) {
          await new Promise<void>((resolve) => void process.after(dice.between(0, SLOW_TASKS_MS_MAX), resolve));
        }
      },
      confirmHistory: confirm,
      notEligibleReason: () => (isLevel ? null : 'its order history catches up'),
    });
    if (node !== undefined) running.node = node;
    exchange.onDurable((sequence) => {
      if (node === undefined || node.leads) durable(sequence);
    });
    node?.onSettled(durable);
    if (node === undefined) {
      durable(exchange.sequence);
      await reached(recovered);
    }
    const server = new Server({ process, exchange, history, node });
    running.server = server;
    running.streams = new StreamServer({ process, exchange, server, sessions });
    if (isLevel) server.historyIsLevel();
    exchange.subscribe((event) => {
      if (process.isAlive && server.isOpen) this.surroundings.onEvent(event);
    });
    node?.start();
    if (node === undefined) exchange.start();
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

  protected get log() {
    const say = (fields: object, message: string) =>
      this.machine.world.note(`${this.name} says: ${message} ${JSON.stringify(fields)}`);
    return { info: say, warn: say, error: say };
  }

  /** The program ends by itself, and whoever watches over it starts it again. */
  protected restart(process: SimulatedProcess, reason: string): void {
    if (!process.isAlive) return;
    this.machine.world.note(`${this.name} restarts: ${reason}`);
    process.end();
  }

  protected filesFor(process: SimulatedProcess): ProcessFiles {
    return new ProcessFiles(this.machine.disk, process);
  }

  protected abstract historyFor(process: SimulatedProcess): History;
  protected abstract recover(process: SimulatedProcess, files: ProcessFiles): Promise<LiveExchange>;
  protected abstract join(process: SimulatedProcess, exchange: LiveExchange, task: LeaderTask): Joined;
}

/** A process alone, with its journal in files. */
export class LoneMachine extends VenueMachine {
  readonly #history = new LocalHistory();

  override get historyEnd(): number {
    return this.#history.end;
  }

  protected historyFor(process: SimulatedProcess): History {
    this.#history.process = process;
    return this.#history;
  }

  readonly #written = new Map<number, number>();

  /** True time at which the group that begins with a command was written; the last time that it was. */
  writtenUs(firstSequence: number): number {
    return this.#written.get(firstSequence) ?? 0;
  }

  protected override filesFor(process: SimulatedProcess): ProcessFiles {
    const files = super.filesFor(process);
    files.onWrite = (bytes) => {
      const group = decodeGroup(Buffer.from(bytes), 0);
      if (typeof group !== 'string') this.#written.set(group.firstSequence, this.machine.world.nowUs);
    };
    return files;
  }

  protected async recover(process: SimulatedProcess, files: ProcessFiles): Promise<LiveExchange> {
    return this.open(process, files, false);
  }

  protected join(process: SimulatedProcess, exchange: LiveExchange): Joined {
    // It takes no more commands; somebody notices, and starts it again.
    exchange.failed.then((error) => process.after(RESTART_MS, () => this.restart(process, error.message)));
    return { node: undefined, sessions: sessionsOf(`alone ${this.starts}`, () => () => {}) };
  }
}

/** A node of a cluster. */
export class NodeMachine extends VenueMachine {
  readonly #around: ClusterSurroundings;
  #mark: DurableMark | undefined;

  constructor(machine: Machine, around: ClusterSurroundings) {
    super(machine, around);
    this.#around = around;
  }

  override get historyEnd(): number {
    return this.#around.database.primary.tables.historyPosition;
  }

  override get durable(): number {
    return this.#mark?.value.sequence ?? 0;
  }

  /** It knows nothing until it starts: its disk may have lost what was not synced. */
  override powerCut(): void {
    super.powerCut();
    this.#mark = undefined;
  }

  protected override onAhead(reason: string): void {
    const { isRewound, hasTwoPrimaries } = this.#around.database;
    // It may have read the journal of the wrong primary: as the program, it does not start with that.
    if (hasTwoPrimaries) throw new Error(reason);
    if (!isRewound) super.onAhead(reason);
  }

  #connectFor(process: SimulatedProcess): Connect {
    const { network, database, plant } = this.#around;
    return async (url) => {
      const host = database.hosts.find(({ name }) => url.includes(name));
      if (host === undefined) throw new Error(`nobody has the address ${url}`);
      return plant.connection(await network.connect(process, host), process);
    };
  }

  #ledgersFor(process: SimulatedProcess, exchange: () => LiveExchange | undefined): () => Promise<Ledger> {
    const connect = this.#connectFor(process);
    // One machine names the hosts the other way round: where two accept writes, the nodes may choose different ones.
    const turn = new HostTurn(`postgres://${this.name === 'node-b' ? 'db-2,db-1' : 'db-1,db-2'}/openats`);
    return async () => {
      const ledger = new PostgresLedger(await openConnection(turn, connect, process), 0);
      return this.#around.plant.ledger(ledger, { process, exchange });
    };
  }

  #keptLease(process: SimulatedProcess): LeaseCell {
    const thread = process.thread();
    const cell = new LeaseCell();
    const openLedger = this.#ledgersFor(thread, () => undefined);
    const hosts = this.#around.plant.keptHosts(new HostWatch(HOSTS, this.#connectFor(thread), thread));
    new LeaseKeeper({ cell, leaseMs: LEASE_MS, openLedger, hosts, timers: thread });
    return cell;
  }

  protected historyFor(process: SimulatedProcess): History {
    const { network, database } = this.#around;
    return historyIn(process, () => network.connect(process, database.primary));
  }

  protected async recover(process: SimulatedProcess, files: ProcessFiles): Promise<LiveExchange> {
    let exchange: LiveExchange | undefined;
    const openLedger = this.#ledgersFor(process, () => exchange);
    const withLedger = async <T>(work: (ledger: Ledger) => Promise<T>): Promise<T> => {
      const ledger = await openLedger();
      try {
        return await work(ledger);
      } finally {
        ledger.close();
      }
    };
    const mark = new DurableMark(files, MARK_FOLDER);
    this.#mark = mark;
    const own = { node: this.name, rules: 1, version: 'simulated', mark };
    await withLedger((ledger) => announceStart(ledger, own)).catch(() => {});
    const journal = { isBegun: async () => true, adopt: async () => undefined, withLedger };
    const recoverFiles = () => {
      exchange = this.open(process, files, true);
      return exchange;
    };
    const setAside = (reason: unknown) => {
      process.effect();
      this.machine.world.note(`${this.name} sets its files aside: ${String(reason)}`);
      this.machine.disk.setAside(FOLDER);
    };
    return recoverNode(journal, { recover: recoverFiles, setAside, mark }, () => {});
  }

  protected join(
    process: SimulatedProcess,
    exchange: LiveExchange,
    { begin, notEligibleReason, confirmHistory }: LeaderTask,
  ): Joined {
    const { network, links, hasStreams } = this.#around;
    const link = new SimulatedLink({ world: this.machine.world, network, process, exchange, links, hasStreams });
    const node: ClusterNode = exchangeNode(exchange, {
      openLedger: this.#ledgersFor(process, () => exchange),
      node: this.name,
      mark: this.#mark as DurableMark,
      // Nothing but a fault of the program loses what a node knows to be durable: nobody decides here.
      sharedEnd: async () => null,
      hosts: new HostWatch(HOSTS, this.#connectFor(process), process),
      requiresStandby: true,
      leaseMs: LEASE_MS,
      cell: this.#keptLease(process),
      begin,
      confirmHistory,
      onLooked: ({ leader }) => link.aim(leader === this.name ? '' : leader),
      onServed: () => link.lead(),
      onHandover: () => void this.stop(),
      notEligibleReason: () =>
        notEligibleReason() ?? (this.machine.disk.bytesLeft < SEGMENT_BYTES_MAX ? 'the disk is full' : null),
      about: () => ({ address: this.name, linkAddress: '', rules: 1, version: 'simulated' }),
      clock: process,
      timers: process,
      log: this.log,
    });
    link.join(node);
    node.failed.then(({ message }) => this.restart(process, message));
    return { node, sessions: sessionsOf(link.process, (listener) => link.onLeader(listener)) };
  }
}

function sessionsOf(process: string, onLeader: Sessions['onLeader']): Sessions {
  let count = 0;
  return { name: () => `${process}/${++count}`, onLeader };
}
