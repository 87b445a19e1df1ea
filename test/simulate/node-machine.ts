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
  recoverNode,
  VenueClosed,
} from '../../src/cluster/index.ts';
import type { Ledger } from '../../src/cluster/ledger.ts';
import { HostTurn } from '../../src/database/postgres-client/index.ts';
import type { LiveExchange } from '../../src/exchange/live-exchange.ts';
import { LeaderTasks, LeaderWork } from '../../src/service/lifecycle/index.ts';
import type { Access } from './access.ts';
import type { SimulatedDatabase } from './database.ts';
import type { ProcessFiles } from './disk.ts';
import { type History, historyIn } from './history.ts';
import { SimulatedLink } from './links.ts';
import type { Machine, SimulatedProcess } from './machine.ts';
import type { Network } from './network.ts';
import { openPublishing } from './publishing.ts';
import type { Receivers } from './receivers.ts';
import type { ReferenceServer } from './reference.ts';
import { SimulatedLedger } from './tables.ts';
import {
  FOLDER,
  type OwnDeps,
  SEGMENT_BYTES_MAX,
  type ServiceParts,
  type Surroundings,
  sessionsOf,
  VenueMachine,
} from './venue.ts';

/** Of what outlives the copy of the journal. */
const MARK_FOLDER = '/node';
const HOSTS = ['postgres://db-1/openats', 'postgres://db-2/openats'];
export const LEASE_MS = 2000;
/** How long the tasks of a takeover take on a busy machine. */
const SLOW_TASKS_CHANCE = 0.1;
const SLOW_TASKS_MS_MAX = 4 * LEASE_MS;
const STATUS_MS_MAX = 5000;
const HANDED_OVER = 'the venue is handed over';

export interface ClusterSurroundings extends Surroundings {
  readonly network: Network;
  readonly database: SimulatedDatabase;
  readonly reference: ReferenceServer;
  readonly receivers: Receivers;
  readonly access: Access;
  /** The links of the processes of now, by the name of their machine. */
  readonly links: Map<string, SimulatedLink>;
  readonly hasStreams: boolean;
}

/** A node of a cluster. */
export class NodeMachine extends VenueMachine {
  protected override readonly holdsPorts = true;
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
      const ledger = new SimulatedLedger(await openConnection(turn, connect, process));
      return this.#around.plant.ledger(ledger, { process, exchange });
    };
  }

  #keptLease(process: SimulatedProcess): LeaseCell {
    const thread = process.thread();
    const cell = new LeaseCell();
    const openLedger = this.#ledgersFor(thread, () => undefined);
    const hosts = this.#around.plant.keptHosts(new HostWatch(HOSTS, this.#connectFor(thread), thread));
    new LeaseKeeper({ cell, node: this.name, leaseMs: LEASE_MS, openLedger, hosts, timers: thread });
    return cell;
  }

  protected historyFor(process: SimulatedProcess): History {
    const { network, database } = this.#around;
    return historyIn(process, () => network.connect(process, database.primary));
  }

  protected async recover(process: SimulatedProcess, files: ProcessFiles): Promise<LiveExchange> {
    let exchange: LiveExchange | undefined;
    const withLedger = withLedgerOf(this.#ledgersFor(process, () => exchange));
    const mark = new DurableMark(files, MARK_FOLDER);
    this.#mark = mark;
    const own = { node: this.name, rules: 1, version: 'simulated', mark };
    const announce = (ledger: Ledger) => announceStart(ledger, own);
    await withLedger(announce).catch(() => {});
    const journal = { isBegun: async () => true, adopt: async () => undefined, withLedger, announce };
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

  protected join(parts: ServiceParts): OwnDeps {
    const { process, exchange, state } = parts;
    const { network, links, hasStreams, access, plant } = this.#around;
    const { world } = this.machine;
    const { reference: server, receivers } = this.#around;
    const openLedger = this.#ledgersFor(process, () => exchange);
    const withLedger = withLedgerOf(openLedger);
    const start = this.starts;
    const leaderTasks = plant.leaderTasks(new LeaderTasks(), (error) => node.fail(error));
    leaderTasks.addStep(async () => {
      exchange.start();
      if (!world.dice.chance(SLOW_TASKS_CHANCE) || network.isQuick) return;
      await new Promise<void>((resolve) => void process.after(world.dice.between(0, SLOW_TASKS_MS_MAX), resolve));
    });
    const publishing = openPublishing({
      ...{ process, exchange, state, network, server, receivers, leaderTasks, log: this.log },
      files: () => this.filesFor(process.thread()),
      leadsByJournal: async (epoch) => {
        const status = await withLedger((ledger) => ledger.read('shard', STATUS_MS_MAX));
        return status?.leader === this.name && status.epoch === epoch;
      },
      accessEnded: (clientId) => access.judgeAgain(process, clientId),
      leadership: () => `epoch ${node.epoch} of start ${start} of ${this.name}`,
    });
    const { administration, troubles } = publishing;
    const work = new LeaderWork({
      state,
      leaderTasks,
      serves: () => node.serves,
      isOver: () => !node.leads || node.role === 'deposed' || exchange.isStopping,
      timers: process.timers,
      log: this.log,
    });
    const link = new SimulatedLink({ world, network, process, exchange, links, hasStreams });
    const node: ClusterNode = exchangeNode(exchange, {
      openLedger,
      node: this.name,
      mark: this.#mark as DurableMark,
      // Nothing but a fault of the program loses what a node knows to be durable: nobody decides here.
      sharedEnd: async () => null,
      hosts: new HostWatch(HOSTS, this.#connectFor(process), process),
      requiresStandby: true,
      leaseMs: LEASE_MS,
      cell: this.#keptLease(process),
      begin: () => work.begin(),
      onSteppedBack: () => work.steppedBack(),
      confirmHistory: () => parts.follower.confirm(),
      onLooked: ({ leader }) => link.aim(leader === this.name ? '' : leader),
      onServed: () => {
        link.lead();
        work.served();
      },
      onHandover: () => state.restart.resolve({ reason: HANDED_OVER, publicReason: HANDED_OVER, atOnce: false }),
      notEligibleReason: () => {
        if (!state.isHistoryLevel) return 'its order history catches up';
        return this.machine.disk.bytesLeft < SEGMENT_BYTES_MAX ? 'the disk is full' : null;
      },
      about: () => ({ address: this.name, linkAddress: '', rules: 1, version: 'simulated' }),
      clock: process,
      timers: process,
      log: this.log,
    });
    link.join(node);
    node.failed.then((error) => {
      const publicReason = error instanceof VenueClosed ? error.message : 'it no longer follows or leads the venue';
      state.restart.resolve({ reason: error.message, publicReason, atOnce: true });
    });
    return {
      node,
      sessions: sessionsOf(link.process, (listener) => link.onLeader(listener)),
      begin: () => {
        node.start();
        access.add({ name: this.name, process, administration, troubles });
      },
      flush: () => administration.deps.deliveries.flush(),
      end: () => {
        access.leave(process);
        return publishing.end();
      },
    };
  }
}

function withLedgerOf(openLedger: () => Promise<Ledger>) {
  return async <T>(work: (ledger: Ledger) => Promise<T>): Promise<T> => {
    const ledger = await openLedger();
    try {
      return await work(ledger);
    } finally {
      ledger.close();
    }
  };
}
