import type { Commits } from '../../src/cluster/durability.ts';
import { type Moment, type Planted, type Verb, verbOf } from '../support/journal-tables.ts';
import { type Change, OTHER_WRITES, Tables, type Written } from './tables.ts';
import type { World } from './world.ts';

/** What a statement gave: rows, and whether the database warned that it had not waited for its standby. */
export interface Given {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly count: number;
  readonly isDoubtful: boolean;
}

type Role = 'primary' | 'standby' | 'down';

interface Commit {
  readonly change: Change;
  /** Of its place in the log of the primary. */
  readonly end: number;
  readonly finish: (isDoubtful: boolean) => void;
}

/** A server: what it has flushed, in order, and what of it others may see. */
export class Host {
  readonly name: string;
  /** How far its clock is ahead of true time. */
  clockUs: number;
  role: Role;
  timeline = 1;
  log: Change[] = [];
  tables = new Tables();
  /** Commits that wait for the standby. */
  waiting: Commit[] = [];
  /** Who waits for a row: the first of them has it. */
  readonly queues: Readonly<Record<Row, (() => void)[]>> = {
    ...{ lease: [], fence: [], history: [] },
  };
  /** Counts its ends: what began in an earlier life of it has no effect. */
  life = 0;
  starts = 0;
  /** Called when its connections break. */
  readonly connections = new Set<() => void>();
  /** Called when a node gives the shard up. */
  readonly listeners = new Set<() => void>();

  constructor(name: string, role: Role, clockUs: number) {
    this.name = name;
    this.role = role;
    this.clockUs = clockUs;
  }

  get run(): string {
    return `start ${this.starts} of ${this.name}, timeline ${this.timeline}`;
  }

  breakConnections(): void {
    for (const notify of [...this.connections]) notify();
    this.connections.clear();
    this.listeners.clear();
  }
}

type Row = 'lease' | 'fence' | 'history';
/** What a write changes or holds: who changes a row waits for the commits of those before. */
const ROWS: Readonly<Record<string, readonly Row[]>> = {
  ...{ claim: ['lease', 'fence'], renew: ['lease'], askHandover: ['lease'], append: ['fence'], report: [] },
  ...{ project: ['history'], lockPosition: ['history'] },
};

/** A primary whose commits wait until its standby has flushed them, and that standby. */
export class SimulatedDatabase {
  readonly #world: World;
  readonly #beginUs: number;
  readonly hosts: readonly [Host, Host];
  /** What the primary sends waits while the receiver of the standby is stopped. */
  #held: (() => void)[] | undefined;
  #arrivesUs = 0;
  /** Nothing that is sent to the standby is late. */
  isQuick = false;
  planted: Planted = {};
  /** Commits wait for their standby. */
  isSynchronous = true;
  /** The setting synchronous_standby_names, which an operator may empty. */
  standbyNames = '*';
  /** The host that an operator promoted by mistake, while the other one still is the primary. */
  #promotedByMistake: Host | undefined;
  /** An operator restored an earlier backup. */
  isRewound = false;
  rewinds = 0;

  constructor(world: World, beginUs: number) {
    this.#world = world;
    this.#beginUs = beginUs;
    const clock = () => world.dice.between(-90_000, 90_000);
    this.hosts = [new Host('db-1', 'primary', clock()), new Host('db-2', 'standby', clock())];
  }

  /** The one whose commits the other acknowledges; both may believe to be primaries for a while. */
  get primary(): Host {
    return this.hosts.find((host) => host.role === 'primary' && host !== this.#promotedByMistake) ?? this.hosts[0];
  }

  get hasTwoPrimaries(): boolean {
    return this.#promotedByMistake !== undefined;
  }

  /** Meanwhile the servers are not changed otherwise. */
  get #isMistaken(): boolean {
    return this.isRewound || this.hasTwoPrimaries;
  }

  get #waits(): boolean {
    // Each of two primaries has another standby, which is not in this world.
    return this.isSynchronous && this.standbyNames !== '' && !this.hasTwoPrimaries;
  }

  #standbyOf(host: Host): Host | undefined {
    return this.hosts.find((other) => other !== host && other.role === 'standby' && host.role === 'primary');
  }

  /** Calls back once it is committed as it should be; never where the host ends before. */
  execute(host: Host, name: string, values: readonly unknown[], done: (given: Given | Error) => void): void {
    const { life } = host;
    const answer = (given: Given | Error) => {
      if (host.life === life && host.role !== 'down') done(given);
    };
    const rows = ROWS[name];
    if (rows === undefined) answer(given([this.#read(host, name, values)]));
    else if (host.role !== 'primary') answer(new Error('cannot execute in a read-only transaction'));
    else {
      const queues = rows.map((row) => host.queues[row]);
      inTurn(queues, (over) => this.#write(host, name, values, over), answer);
    }
  }

  #read(host: Host, name: string, values: readonly unknown[]): Given['rows'][number] {
    if (name === 'writable') return { read_only: host.role === 'primary' ? 'off' : 'on' };
    if (name === 'host') return { in_recovery: host.role !== 'primary', timeline: host.timeline };
    if (name === 'historyOrder') return { answer: host.tables.orders.get(Number(values[0])) };
    return { answer: verbOf(name)?.answer(host.tables, this.#momentOf(host), ...(values as never[])) };
  }

  /** What commits wait for, as it says to its clients. */
  commits(): Commits {
    return { waits: 'on', standbyNames: this.standbyNames, standbys: this.standbyNames === '' ? 0 : 1 };
  }

  #momentOf(host: Host): Moment {
    const nowUs = this.#beginUs + this.#world.nowUs + host.clockUs;
    return { nowUs, commits: this.commits(), serverRun: host.run };
  }

  #write(host: Host, name: string, values: readonly unknown[], answer: (given: Given | Error) => void): void {
    let written: Written;
    try {
      written = this.#written(host, name, values);
    } catch (error) {
      answer(error as Error);
      return;
    }
    const { change } = written;
    if (change === undefined) {
      answer(given([]));
      return;
    }
    host.log.push(change);
    host.waiting.push({
      change,
      end: host.log.length,
      finish: (isDoubtful) => {
        host.tables.apply(change);
        if (change.lease?.leader === '' && host.role === 'primary') for (const notify of [...host.listeners]) notify();
        // What it reads of the settings and the end of the journal is of after the commit.
        const read = verbOf(name)?.answer(host.tables, this.#momentOf(host)) ?? written.answer;
        answer({ ...given([{ answer: read }]), isDoubtful });
      },
    });
    this.#send(host);
    if (!this.#waits) host.waiting.pop()?.finish(false);
  }

  #written(host: Host, name: string, values: readonly unknown[]): Written {
    const { tables } = host;
    const change: Verb['change'] = this.planted[name as keyof Planted] ?? verbOf(name)?.change;
    if (change === undefined) return OTHER_WRITES[name]?.(tables, values) ?? { change: undefined };
    const { group, ...others } = change(tables, this.#momentOf(host), ...(values as never[])) ?? {};
    if (group === undefined) return { change: Object.keys(others).length === 0 ? undefined : others };
    return { change: { group: { ...group, committedUs: this.#world.nowUs, heldEpoch: tables.lease.epoch } } };
  }

  /** What the standby lacks is on its way to it. */
  #send(host: Host): void {
    const standby = this.#standbyOf(host);
    if (standby === undefined) return;
    const { life } = standby;
    const { dice } = this.#world;
    const arrive = () => {
      if (standby.role !== 'standby' || standby.life !== life) return;
      if (this.#held !== undefined) this.#held.push(arrive);
      else this.#receive(host, standby);
    };
    const isLate = dice.chance(0.003) && !this.isQuick;
    const delayUs = isLate ? dice.between(10_000, 1_500_000) : dice.between(80, 900);
    this.#arrivesUs = Math.max(this.#arrivesUs, this.#world.nowUs + delayUs);
    this.#world.after(this.#arrivesUs - this.#world.nowUs, arrive);
  }

  /** One change has arrived and is flushed; then the primary hears of it. */
  #receive(host: Host, standby: Host): void {
    const change = host.log[standby.log.length];
    if (change === undefined) return;
    standby.log.push(change);
    standby.tables.apply(change);
    const flushed = standby.log.length;
    const { life } = host;
    this.#world.after(this.#world.dice.between(50, 500), () => {
      if (host.life !== life || host.role !== 'primary') return;
      const ready = host.waiting.filter(({ end }) => end <= flushed);
      host.waiting = host.waiting.filter(({ end }) => end > flushed);
      for (const { finish } of ready) finish(false);
    });
  }

  // ---------------------------------------------------------------- what can go wrong

  /** Ends the wait of pending commits: they hold, so far only on this host, and their callers are warned. */
  cancelWaits(): number {
    const { primary } = this;
    const waiting = primary.waiting.splice(0);
    for (const { finish } of waiting) finish(true);
    return waiting.length;
  }

  /** As PostgreSQL does it: commits that wait hold without the standby, and nobody is warned. */
  emptyStandbyNames(): void {
    this.standbyNames = '';
    const { primary } = this;
    for (const { finish } of primary.waiting.splice(0)) finish(false);
  }

  stopReceiver(): void {
    this.#held ??= [];
  }

  resumeReceiver(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const arrive of held) arrive();
  }

  /** As pg_terminate_backend does it: commits that wait hold where they are. */
  cutConnections(): void {
    this.primary.breakConnections();
    this.cancelWaits();
  }

  /** The standby becomes the primary, with what it has received. */
  failOver(oldLives: boolean): void {
    const old = this.primary;
    const next = this.#standbyOf(old);
    if (next === undefined || this.#isMistaken) return;
    this.#held = undefined;
    next.role = 'primary';
    next.timeline = old.timeline + 1;
    next.life++;
    const lost = old.log.length - next.log.length;
    this.#world.note(`${next.name} is promoted with ${next.tables.groups.length} groups; ${lost} changes are lost`);
    if (!oldLives) this.#down(old);
  }

  #down(host: Host): void {
    host.role = 'down';
    host.life++;
    host.waiting = [];
    for (const queue of Object.values(host.queues)) queue.length = 0;
    host.breakConnections();
  }

  /** A server that is gone, or was replaced, follows the new primary as its standby. */
  rejoin(): void {
    const primary = this.#newest();
    const other = this.hosts.find((host) => host !== primary) as Host;
    if (other.role === 'standby' || this.#isMistaken) return;
    this.#follow(primary, other);
  }

  #follow(primary: Host, standby: Host): void {
    this.#begin(standby, 'standby', primary.log);
    standby.timeline = primary.timeline;
    for (const { finish } of primary.waiting.splice(0)) finish(false);
  }

  /** A server starts with a log. */
  #begin(host: Host, role: Role, log: readonly Change[]): void {
    this.#down(host);
    host.starts++;
    host.role = role;
    host.log = [...log];
    host.tables = new Tables();
    for (const change of host.log) host.tables.apply(change);
  }

  /** Whether something that the standby got is on its way for longer than usual. */
  get isLate(): boolean {
    return this.#arrivesUs > this.#world.nowUs + 1000;
  }

  /** The last command before all of these nodes were members: a backup that ends there cannot know them (J26). */
  sequenceBefore(nodes: readonly string[]): number {
    const missing = new Set(nodes);
    let sequence = 0;
    for (const { group, member } of this.primary.log) {
      if (missing.size === 0) break;
      if (group !== undefined) sequence = group.lastSequence;
      if (member !== undefined) missing.delete(member.node);
    }
    return sequence;
  }

  /**
   * An operator restores both servers from a backup of the journal that ends at a command. The order history is in
   * another database, and stays. The function that is returned restores what they held before.
   */
  rewind(sequence: number): () => void {
    const whole = this.primary.log;
    const end = whole.findIndex(({ group }) => group !== undefined && group.firstSequence > sequence);
    const isOfHistory = ({ projected }: Change) => projected !== undefined;
    const backup = [...whole.slice(0, end), ...whole.slice(end).filter(isOfHistory)];
    const { primary } = this;
    const beginAll = (log: readonly Change[]) => {
      for (const host of this.hosts) this.#begin(host, host === primary ? 'primary' : 'standby', log);
    };
    beginAll(backup);
    this.isRewound = true;
    this.rewinds++;
    return () => {
      beginAll([...whole, ...primary.log.slice(backup.length).filter(isOfHistory)]);
      this.isRewound = false;
    };
  }

  stopAll(): void {
    for (const host of this.hosts) this.#down(host);
  }

  /** An operator promotes the standby while the primary is in order; the function that is returned takes it back. */
  promoteByMistake(): () => void {
    const { primary } = this;
    const promoted = this.#standbyOf(primary);
    if (promoted === undefined) return () => {};
    for (const { finish } of primary.waiting.splice(0)) finish(true);
    promoted.role = 'primary';
    promoted.timeline = primary.timeline + 1;
    promoted.life++;
    this.#promotedByMistake = promoted;
    return () => {
      this.#follow(primary, promoted);
      this.#promotedByMistake = undefined;
    };
  }

  /** Of two that believe to be the primary, the one that was promoted last. */
  #newest(): Host {
    const [first, second] = this.hosts;
    if (first.role !== 'primary') return second;
    if (second.role !== 'primary') return first;
    return first.life > second.life ? first : second;
  }
}

/** Who changes or locks rows takes one after the other, and has them until its commit is over. */
function inTurn<T>(
  [row, ...others]: readonly (() => void)[][],
  write: (over: (result: T) => void) => void,
  answer: (result: T) => void,
): void {
  if (row === undefined) {
    write(answer);
    return;
  }
  const over = (result: T) => {
    row.shift();
    answer(result);
    row[0]?.();
  };
  if (row.push(() => inTurn(others, write, over)) === 1) row[0]?.();
}

function given(rows: Given['rows']): Given {
  return { rows, count: rows.length, isDoubtful: false };
}
