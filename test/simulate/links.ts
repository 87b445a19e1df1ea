/** The links on which nodes pass commands on to the leader, as src/service/venue/command-link.ts has them. */
import { BACK_MS_MAX } from '../../src/cluster/link/command-server.ts';
import { type Answer, readCommands } from '../../src/cluster/link/messages.ts';
import { PassedOnCommands } from '../../src/cluster/link/passed-on.ts';
import { ReceivedCommands } from '../../src/cluster/link/received-commands.ts';
import type { ClusterNode } from '../../src/cluster/node.ts';
import { VenueUnavailable } from '../../src/exchange/api/outcomes.ts';
import { commandsIn } from '../../src/exchange/commands/command-text.ts';
import { decodeGroup } from '../../src/exchange/journal/format.ts';
import type { LiveExchange } from '../../src/exchange/live-exchange.ts';
import type { SimulatedProcess } from './machine.ts';
import type { Network } from './network.ts';
import type { World } from './world.ts';

const RETRY_MS = 50;
const WAITING_MAX = 1000;
/** That a message does not arrive, and its connection with it. */
const BROKEN_CHANCE = 0.002;

export interface LinkDeps {
  readonly world: World;
  readonly network: Network;
  readonly process: SimulatedProcess;
  readonly exchange: LiveExchange;
  /** The links of the processes of now, by the name of their machine. */
  readonly links: Map<string, SimulatedLink>;
  /** Whether a process that is gone had connections of the stream: without them nothing is done about it. */
  readonly hasStreams: boolean;
}

/** A connection: what is sent on it arrives in order, or it ends on both sides. */
class Wire {
  readonly #deps: LinkDeps;
  readonly #ends: (() => void)[] = [];
  /** By direction: when what was sent last arrives. */
  readonly #arrivesUs = new Map<SimulatedProcess, number>();
  isOver = false;

  constructor(deps: LinkDeps) {
    this.#deps = deps;
  }

  carry(to: SimulatedProcess, arrive: () => void): void {
    const { world, network } = this.#deps;
    if (this.isOver) return;
    if (world.dice.chance(BROKEN_CHANCE) && !network.isQuick) this.end();
    const atUs = Math.max(this.#arrivesUs.get(to) ?? 0, world.nowUs + network.delayUs());
    this.#arrivesUs.set(to, atUs);
    world.after(atUs - world.nowUs, () => to.deliver(() => this.isOver || arrive()));
  }

  onEnd(process: SimulatedProcess, notify: () => void): void {
    const { world, network } = this.#deps;
    this.#ends.push(() => world.after(network.delayUs(), () => process.deliver(notify)));
    process.onEnd(() => this.end());
  }

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    for (const notify of this.#ends) notify();
  }
}

export class SimulatedLink {
  readonly #deps: LinkDeps;
  readonly #received: ReceivedCommands;
  readonly #commands: PassedOnCommands;
  readonly #end: { isOpen: boolean; readonly isKeepingUp: true; readonly send: (type: string, text: string) => void };
  #node: ClusterNode | undefined;
  #leader = '';
  #wire: Wire | undefined;
  #to: SimulatedLink | undefined;
  #answers = new Map<Wire, Answer[]>();
  readonly #followers = new Map<Wire, SimulatedLink>();
  readonly #leaderListeners = new Set<() => void>();
  #isAnnouncing = false;

  constructor(deps: LinkDeps) {
    const { process, exchange } = deps;
    this.#deps = deps;
    this.#received = new ReceivedCommands(process, () => exchange.sequence);
    this.#end = { isOpen: false, isKeepingUp: true, send: (_type, text) => this.#send(text) };
    const name = `${process.machine.name} ${deps.world.dice.between(0, 1_000_000_000)}`;
    const sequence = () => exchange.sequence;
    this.#commands = new PassedOnCommands({
      ...{ process: name, link: this.#end, sequence, waitingMax: WAITING_MAX, timers: process },
    });
    exchange.passOn((command) => this.#commands.submit(command));
    exchange.onOrigin((origin, outcome) => this.#commands.applied(origin, outcome));
    exchange.onDurable(() => {
      this.#commands.reached();
      this.#announce();
    });
  }

  /** The other nodes hear how far the leader is. */
  #announce(): void {
    const { process, exchange } = this.#deps;
    if (this.#isAnnouncing || this.#followers.size === 0) return;
    this.#isAnnouncing = true;
    process.soon(() => {
      this.#isAnnouncing = false;
      if (!process.mayAct()) return;
      const { sequence } = exchange;
      for (const [wire, from] of this.#followers) {
        if (this.#epoch() === undefined) wire.end();
        wire.carry(from.#deps.process, () => from.#node?.acknowledged(sequence));
      }
    });
  }

  /** The name of its process. */
  get process(): string {
    return this.#commands.process;
  }

  onLeader(listener: () => void): () => void {
    this.#leaderListeners.add(listener);
    return () => this.#leaderListeners.delete(listener);
  }

  #notifyListeners(): void {
    for (const listener of this.#leaderListeners) listener();
  }

  join(node: ClusterNode): void {
    this.#node = node;
    this.#deps.links.set(this.#deps.process.machine.name, this);
  }

  aim(leader: string): void {
    if (leader === this.#leader) return;
    this.#leader = leader;
    if (this.#wire === undefined) this.#connect();
    else this.#wire.end();
  }

  lead(): void {
    this.aim('');
    this.#commands.lead((command, origin) => this.#deps.exchange.submit(command, origin));
    this.#notifyListeners();
  }

  #epoch(): number | undefined {
    const { exchange } = this.#deps;
    return this.#node?.serves && !exchange.isStopping ? this.#node.epoch : undefined;
  }

  #connect(): void {
    const { process, links } = this.#deps;
    const to = links.get(this.#leader);
    const again = () => {
      this.#wire = undefined;
      this.#end.isOpen = false;
      this.#node?.acknowledged(undefined);
      if (this.#leader !== '') process.after(RETRY_MS, () => this.#wire ?? this.#connect());
    };
    // Nobody listens where a process has ended.
    if (to === undefined || !to.#deps.process.isAlive) again();
    else this.#open(to, new Wire(this.#deps), again);
  }

  #open(to: SimulatedLink, wire: Wire, again: () => void): void {
    const { process } = this.#deps;
    this.#wire = wire;
    this.#to = to;
    wire.onEnd(process, again);
    const leader = to.#deps.process;
    wire.onEnd(leader, () => {
      to.#answers.delete(wire);
      if (to.#followers.delete(wire) && this.#deps.hasStreams) to.#askLaterFor(this.process);
    });
    wire.carry(leader, () => {
      const epoch = to.#epoch();
      if (epoch === undefined) return wire.end();
      const { sequence } = to.#deps.exchange;
      to.#followers.set(wire, this);
      wire.carry(process, () => {
        this.#end.isOpen = true;
        this.#commands.welcome({ proof: '', epoch, sequence });
        this.#node?.acknowledged(sequence);
        this.#notifyListeners();
      });
    });
  }

  /** As src/cluster/link/command-server.ts. */
  #askLaterFor(name: string): void {
    const { process, exchange } = this.#deps;
    process.after(BACK_MS_MAX, () => {
      if ([...this.#followers.values()].some((follower) => follower.process === name)) return;
      if (this.#epoch() === undefined) this.#askLaterFor(name);
      else exchange.cutOffSessionsOf(name).catch(() => this.#askLaterFor(name));
    });
  }

  #send(text: string): void {
    const [wire, to] = [this.#wire, this.#to];
    if (wire === undefined || to === undefined || !this.#deps.process.mayAct()) return;
    wire.carry(to.#deps.process, () => to.#take(this, wire, text));
  }

  #take(from: SimulatedLink, wire: Wire, text: string): void {
    const { exchange, process } = this.#deps;
    const of = from.process;
    for (const [number, command] of readCommands(Buffer.from(text))) {
      const submit = () => exchange.submit(command, [of, number]).then(() => exchange.sequence);
      this.#received.take(of, number, submit).then(
        (sequence) => this.#answer(from, wire, [number, sequence]),
        (error: unknown) => {
          if (!(error instanceof VenueUnavailable) && process.isAlive) throw error;
          this.#answer(from, wire, [number, String(error)]);
        },
      );
    }
  }

  #answer(from: SimulatedLink, wire: Wire, answer: Answer): void {
    const { process } = this.#deps;
    const waiting = this.#answers.get(wire) ?? [];
    this.#answers.set(wire, waiting);
    if (waiting.push(answer) > 1) return;
    process.soon(() => {
      this.#answers.delete(wire);
      if (this.#epoch() === undefined || !process.mayAct()) return wire.end();
      wire.carry(from.#deps.process, () => {
        from.#commands.answered(waiting);
        for (const [, result] of waiting) if (typeof result === 'number') from.#node?.acknowledged(result);
      });
    });
  }
}

/** Commands that the journal has twice under one number of one process. */
export function repeatedIn(groups: Iterable<{ readonly bytes: Buffer }>): string[] {
  const seen = new Set<string>();
  const repeated: string[] = [];
  for (const { bytes } of groups) {
    const group = decodeGroup(bytes, 0);
    for (const command of typeof group === 'string' ? [] : commandsIn(group.payload)) {
      if (command.type !== 'origins') continue;
      for (const [, process, number] of command.of) {
        const name = `command ${number} of ${process}`;
        if (seen.has(name)) repeated.push(`${name} is in the journal twice`);
        seen.add(name);
      }
    }
  }
  return repeated;
}
