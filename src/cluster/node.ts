/**
 * The problem: several processes have a copy of one venue, any of them and any database may stop, freeze or come back
 * at any moment, and no two may ever answer as the leader of the same commands.
 *
 * The journal in PostgreSQL decides. A node is a standby: it reads the journal, applies what is known to be
 * durable, and serves reads from its copy. When the lease of the leader is over, it raises the epoch in one statement,
 * reads the rest, and leads. Each append of a leader compares the epoch, so that one that was deposed writes nothing.
 * The lease only decides when to try.
 *
 * What can go wrong: the leader freezes and wakes after its lease (it answers nothing until it has renewed it, and its
 * appends fail once another one leads); a database comes back older (a node that knows durable commands which it lacks
 * closes the venue, and the operator decides); the outcome of a write is unknown (the leader stops, the next one reads
 * what is there); a takeover ends early (the node is a standby again).
 *
 * Never: a node applies, shows or acknowledges what a fail-over of the database may lose; a longer copy of the journal
 * is set aside without the operator; a node leads while it is not sure which primary is the right one.
 */

import { UnknownRules } from '../exchange/api/index.ts';
import type { CommandSeq, GroupSource, JournalPosition } from '../exchange/journal/index.ts';
import { InvariantViolated, violated } from '../invariant.ts';
import type { Clock } from '../time/clock.ts';
import { Complaints } from '../time/complaints.ts';
import type { Timers } from '../time/timers.ts';
import { ClockCheck } from './clock-check.ts';
import { CopyLag } from './copy-lag.ts';
import { Handover } from './handover.ts';
import { Deposed, Leadership, TAKEOVER_LEASES } from './leadership.ts';
import type { LeaseCell } from './lease-cell.ts';
import { type Ledger, type NodeStatus, SEEN_MS_MAX, type SeenNode, type ShardStatus } from './ledger.ts';
import { LevelQuestions } from './level-questions.ts';
import { ForkedJournal, type PostgresGroupSource, sourceAfter } from './postgres-group-source.ts';
import { SettledEnd } from './settled-end.ts';
import { SharedRun } from './shared-run.ts';
import { Troubles, type TroublesDeps, VenueClosed } from './troubles.ts';

/** The copy of the venue that follows the journal. */
interface FollowingVenue {
  readonly position: JournalPosition;
  follow(source: GroupSource, durable: CommandSeq): Promise<void>;
}

export type Role = 'standby' | 'taking over' | 'leader' | 'deposed';

export interface ClusterNodeDeps extends TroublesDeps {
  readonly openLedger: () => Promise<Ledger>;
  /** As in LeadershipDeps. */
  readonly cell: LeaseCell;
  readonly venue: FollowingVenue;
  /** Makes the venue lead, by rules that all nodes know: resolves when calls may be served. */
  readonly takeOver: (leadership: Leadership, rules: number) => Promise<void>;
  /** Undoes takeOver when the lease was lost before; throws when the copy no longer matches its files. */
  readonly becomeStandby: () => Promise<void>;
  /** Called when calls are served. */
  readonly onServed: () => void;
  /** Resolves when the order history has again what another database may have lost (J19). Absent: it lost nothing. */
  readonly confirmHistory?: () => Promise<void>;
  /** Called with each read of the journal by a node that follows it. */
  readonly onLooked?: (status: ShardStatus) => void;
  /** Called once, when somebody asked for a handover and another node lives. */
  readonly onHandover: () => void;
  /** Why this node must not lead now, for example a full disk; null when it may. */
  readonly notEligibleReason: () => string | null;
  readonly about: () => Pick<NodeStatus, 'address' | 'linkAddress' | 'rules' | 'version'>;
  readonly clock: Clock;
  readonly timers: Pick<Timers, 'nowMs' | 'after' | 'every'>;
}

const POLL_MS = 50;
const STATUS_MS_MAX = 2000;
const MS_MAX = 5000;
const REPORT_MS = 1000;
/** How long a process that lost the venue tries to free the shard. */
const GIVE_UP_MS_MAX = 500;
/** The role that a standby reports while it may not lead (J8): nothing is handed over to it. */
const NOT_ELIGIBLE = 'not eligible';
const LEVEL = Promise.resolve();

/**
 * A node of the cluster (J4, J7): follows the journal of its shard, takes the shard when its lease is over, and says
 * when it must restart. It serves at most once.
 */
export class ClusterNode {
  readonly #deps: ClusterNodeDeps;
  readonly #clock: ClockCheck;
  readonly #settledEnd = new SettledEnd();
  readonly #complaints: Complaints;
  readonly #failed = Promise.withResolvers<Error>();
  /** The troubles of the databases. */
  readonly troubles: Troubles;
  #ledger: Ledger | undefined;
  /** The journal was not read over this connection yet. */
  #isNew = true;
  #source: PostgresGroupSource | undefined;
  #leadership: Leadership | undefined;
  #role: Role = 'standby';
  #epoch = 0;
  /** Groups of the journal that the venue had over earlier connections. */
  #number = 0;
  readonly #lag: CopyLag;
  readonly #handover: Handover;
  readonly #report = new SharedRun(() => this.#reportNow());
  /** The takeover of the venue began: from now on a failure may be that of the venue. */
  #isBegun = false;
  /** Questions to the order history that are not answered yet. */
  #confirming = 0;
  /** Of the last read: where the journal ended. */
  #seen: CommandSeq = 0;
  #ended = false;
  #onSettled: (sequence: CommandSeq) => void = () => {};
  #loop: Promise<void> = Promise.resolve();
  #stopReporting: () => void = () => {};
  #wake: () => void = () => {};
  readonly #questions = new LevelQuestions();
  /** True when an event arrived since the last read began. */
  #isAwake = false;

  constructor(deps: ClusterNodeDeps) {
    this.#deps = deps;
    this.troubles = new Troubles(deps);
    this.#clock = new ClockCheck(deps.clock, deps.timers);
    this.#complaints = new Complaints(deps);
    this.#lag = new CopyLag(deps.timers, () => this.#source?.number ?? this.#number);
    this.#handover = new Handover({
      ...{ node: deps.node, clock: this.#clock, complaints: this.#complaints, onHandover: deps.onHandover },
      isLeader: () => this.#role === 'leader',
    });
  }

  /** Resolves when this process must restart as a standby. */
  get failed(): Promise<Error> {
    return this.#failed.promise;
  }

  get role(): Role {
    return this.#role;
  }

  get epoch(): number {
    return this.#epoch;
  }

  /** Of the last command that its copy has. */
  get sequence(): CommandSeq {
    return this.#deps.venue.position.sequence;
  }

  /** Whether this process may answer calls now. */
  get serves(): boolean {
    return this.#role === 'leader' && this.#leadership?.isValid === true;
  }

  /** True from the moment it takes the shard, before calls are served. */
  get leads(): boolean {
    return this.#leadership !== undefined;
  }

  /**
   * Calls back, while it is a standby, with the last command of its copy that no fail-over of the database can lose
   * (J15).
   */
  onSettled(listener: (sequence: CommandSeq) => void): void {
    this.#onSettled = listener;
  }

  /** Whether the copy of a node that does not lead is close enough to the journal for reads and streams (J22). */
  get follows(): boolean {
    if (this.#source === undefined || this.#role === 'deposed' || this.troubles.closing !== null) return false;
    return this.#lag.isClose(this.#settledEnd.isLinked);
  }

  /**
   * Resolves when its copy has every command that was committed when this was called, or when it leads. One read of the
   * journal serves all who ask while the read before is under way.
   */
  level(): Promise<void> {
    if (this.#role === 'leader') return LEVEL;
    const answered = this.#questions.ask();
    this.wakeUp();
    return answered;
  }

  /** The leader has acknowledged this command; undefined: the link to it is closed. */
  acknowledged(sequence: CommandSeq | undefined): void {
    this.#settledEnd.acknowledged(sequence);
    if (sequence === undefined) {
      this.#lag.unlinked();
      return;
    }
    this.#settledEnd.resolveReaders(this.sequence);
    if (sequence > this.sequence) this.wakeUp();
  }

  /** Reads the journal now, and not with the next poll. */
  wakeUp(): void {
    this.#isAwake = true;
    this.#wake();
  }

  /** How many groups its copy lags the journal, and for how long it has not been level. */
  get lag(): { readonly groups: number; readonly ms: number } {
    if (this.#role === 'leader') return { groups: 0, ms: 0 };
    const { groups, ms } = this.#lag;
    return { groups, ms };
  }

  /** How far the clock of this machine is ahead of the database's. */
  get clockMs(): number {
    return this.#clock.aheadMs;
  }

  /** The last report of each node of the shard. */
  async nodes(): Promise<readonly SeenNode[]> {
    return (await this.#ledger?.read('members', MS_MAX)) ?? [];
  }

  start(): void {
    const { timers } = this.#deps;
    this.#stopReporting = timers.every(REPORT_MS, () => void this.#report.run());
    this.#loop = this.#run();
  }

  /** Stops following and taking over. A shard that it leads is released by the end of the venue. */
  async end(): Promise<void> {
    this.#ended = true;
    this.#stopReporting();
    this.#wake();
    await this.#loop;
    if (this.#leadership === undefined) this.#ledger?.close();
    this.#deps.hosts.close();
  }

  async #run(): Promise<void> {
    while (!this.#ended && this.#role === 'standby') {
      await this.#readJournal().catch((error: unknown) => this.#fallBack(error));
      if (this.#role === 'standby' && !this.#ended) await this.#pause();
    }
  }

  async #pause(): Promise<void> {
    if (this.#isAwake) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const cancel = this.#deps.timers.after(POLL_MS, resolve);
    await promise;
    cancel();
  }

  /** The database or a host of it is unavailable: the next read opens another connection. */
  async #fallBack(error: unknown): Promise<void> {
    if (error instanceof InvariantViolated) return this.fail(error);
    const isLost = !this.#isBegun || this.#leadership?.isValid === false;
    if (this.#role === 'taking over' && isLost) await this.#stepBack();
    if (this.#role !== 'standby' || error instanceof ForkedJournal || error instanceof UnknownRules) {
      this.fail(error);
      return;
    }
    this.#ledger?.close();
    this.#number = this.#source?.number ?? this.#number;
    this.#ledger = undefined;
    this.#source = undefined;
    // It may wait for a connection that is gone.
    this.#report.forget();
    const reason = error instanceof Error ? error.message : String(error);
    this.#complaints.log({ reason }, 'the journal cannot be followed; tried again');
  }

  /** Returns to standby without a restart, because no call was answered yet. */
  async #stepBack(): Promise<void> {
    this.#leadership?.release().catch(() => {});
    this.#leadership = undefined;
    this.#isBegun = false;
    try {
      await this.#deps.becomeStandby();
    } catch (error) {
      return this.fail(error);
    }
    if (this.#role === 'taking over') this.#role = 'standby';
  }

  /** Answers no more calls, and releases the shard if it leads it. */
  fail(error: unknown): void {
    if (this.#role === 'deposed') return;
    this.#role = 'deposed';
    const failed = () => this.#failed.resolve(error instanceof Error ? error : new Error(String(error)));
    if (this.#leadership === undefined) failed();
    else this.#giveUp(this.#leadership, error).then(failed, failed);
  }

  /**
   * Releases the shard so that another node takes over at once. Without a connection it opens another one, unless the
   * lease has expired. The statement names the epoch, so that it cannot end the lease of a later leader. The report
   * before it says what this node knows to be durable, because the journal may be an older copy (J26).
   */
  async #giveUp(leadership: Leadership, error: unknown): Promise<void> {
    if ((await leadership.release()) || error instanceof Deposed) return;
    const { node } = this.#deps;
    await this.#reportApart((ledger) => ledger.renew(leadership.epoch, node, 0));
  }

  /** Reports over another connection, which does more at the same time. */
  async #reportApart(more: (ledger: Ledger) => Promise<unknown> = async () => {}): Promise<void> {
    const { openLedger, timers } = this.#deps;
    const { promise, resolve } = Promise.withResolvers<void>();
    timers.after(GIVE_UP_MS_MAX, resolve);
    const done = openLedger().then((ledger) =>
      Promise.all([ledger.report(this.#status), more(ledger)]).finally(() => ledger.close()),
    );
    await Promise.race([done, promise]);
  }

  async #readJournal(): Promise<void> {
    const { openLedger, timers, venue, node } = this.#deps;
    this.#isAwake = false;
    const takeQuestions = this.#questions.begin();
    const acknowledged = this.#settledEnd.acknowledgedSequence;
    const isOpened = this.#ledger === undefined;
    const ledger = this.#ledger ?? (await openLedger());
    this.#ledger = ledger;
    if (isOpened) {
      this.#isNew = true;
      await this.troubles.greet(ledger);
      await ledger.onReleased(() => this.wakeUp());
    }
    // The connection may be to the wrong one of several primaries, and that of the history to the right one.
    const isSure = !this.troubles.has('primaries') && (await this.troubles.isMarkHeld(ledger));
    if (!isSure) return isOpened ? this.#report.run() : undefined;
    const isNew = this.#isNew;
    this.#isNew = false;
    const askedAtMs = timers.nowMs();
    const status = await ledger.read('shard', STATUS_MS_MAX);
    if (status === undefined) throw new Error('the journal has no such shard');
    this.#clock.note(status.nowUs, timers.nowMs() - askedAtMs);
    this.#source ??= await sourceAfter(ledger, venue.position);
    this.#seen = status.sequence;
    this.#deps.onLooked?.(status);
    if (this.#epoch !== 0 && (isNew || status.epoch !== this.#epoch)) this.#confirmHistory();
    await this.#settle(status, isNew);
    const settled = Math.max(this.#settledEnd.sequence, venue.position.sequence);
    await this.#follow({ ...status, sequence: Math.min(status.sequence, settled) });
    // At its start it may have what is not known to be durable.
    if (venue.position.sequence <= this.#settledEnd.sequence) this.#noteSettled();
    if (venue.position.sequence >= status.sequence) this.#lag.levelAt(askedAtMs);
    const resolve = this.#confirming === 0 ? takeQuestions() : undefined;
    const mustHave = Math.max(status.sequence, acknowledged);
    if (resolve !== undefined) this.#settledEnd.addReader({ sequence: mustHave, resolve });
    this.#settledEnd.resolveReaders(venue.position.sequence);
    if (status.isFree || status.leader === node) await this.#tryToLead(status, ledger);
  }

  /** The database may be another one, and have lost history: until it answers, this node neither serves nor leads. */
  #confirmHistory(): void {
    const { confirmHistory } = this.#deps;
    if (confirmHistory === undefined) return;
    this.#confirming++;
    void confirmHistory().then(() => {
      this.#confirming--;
      this.wakeUp();
    });
  }

  /**
   * Learns what is durable of what was read: a standby neither applies nor shows what may yet be lost (J15). A leader
   * that is linked says so a moment later, which wakes this node up; without one an own commit shows it.
   */
  async #settle({ epoch, sequence }: ShardStatus, isNew: boolean): Promise<void> {
    // What an operator gave up may have been acknowledged before (J18).
    if (epoch !== this.#epoch) this.#settledEnd.reset();
    const { isLinked, sequence: settled } = this.#settledEnd;
    if (isNew || (!isLinked && settled < sequence)) await this.#report.run();
  }

  async #follow({ epoch, sequence, groups }: ShardStatus): Promise<void> {
    const { venue } = this.#deps;
    this.#epoch = epoch;
    this.#deps.mark.epoch = epoch;
    this.#lag.knownGroups = groups;
    if (sequence < venue.position.sequence) {
      throw new ForkedJournal(`the journal ends at command ${sequence}, this copy at ${venue.position.sequence}`);
    }
    if (sequence > venue.position.sequence) await venue.follow(this.#source as PostgresGroupSource, sequence);
  }

  /** J1: who takes over has all that the leader before it acknowledged, as far as the link to it says. */
  #checkAcknowledged(): void {
    const { acknowledgedSequence } = this.#settledEnd;
    const { sequence } = this;
    if (sequence < acknowledgedSequence)
      violated('J1', `command ${acknowledgedSequence} was acknowledged, and this copy ends at ${sequence}`);
  }

  /** No fail-over of the database loses what the copy has. */
  #noteSettled(): void {
    const { position } = this.#deps.venue;
    this.#deps.mark.advance(position);
    this.#onSettled(position.sequence);
  }

  get #notEligibleReason(): string | null {
    if (this.#confirming > 0) return 'its order history is not confirmed yet';
    if (this.#clock.isWrong) return `its clock is ${Math.round(this.clockMs)} ms from the database's`;
    return this.troubles.closing ?? this.#deps.notEligibleReason();
  }

  async #tryToLead(seen: ShardStatus, ledger: Ledger): Promise<void> {
    const { node, leaseMs, timers, log } = this.#deps;
    if (await this.troubles.awaitsMembers(ledger)) return;
    if (this.troubles.closing === null) await this.troubles.checkHosts();
    const reason = this.#notEligibleReason;
    if (reason !== null) return this.#complaints.log({ reason }, 'this node does not take the venue over');
    const startedAtMs = timers.nowMs();
    const taken = await ledger.claim(seen.epoch, node, leaseMs * TAKEOVER_LEASES, this.#deps.mark.value);
    if (taken === undefined) return;
    if (taken.epoch <= seen.epoch) violated('J3', `epoch ${taken.epoch} comes after epoch ${seen.epoch}`);
    this.#role = 'taking over';
    log.info({ epoch: taken.epoch, from: seen.leader }, 'this node takes the venue over');
    const leadership = this.#startLeading(ledger, taken.epoch, startedAtMs);
    this.troubles.checkCommits(taken.commits);
    // After the commit of the new epoch, every group that could have been acknowledged is visible.
    await this.#follow(taken);
    if (!taken.chain.equals(this.#deps.venue.position.hash)) throw new ForkedJournal('the chain of groups differs');
    this.#checkAcknowledged();
    this.#noteSettled();
    const rules = await this.#rulesOfAll(ledger);
    if (!leadership.isValid) throw new Deposed('the lease ran out during the takeover');
    this.#isBegun = true;
    await this.#deps.takeOver(leadership, rules);
    if (this.#role !== 'taking over') return;
    if (!leadership.isValid) throw new Deposed('the lease ran out before a call was served');
    this.#role = 'leader';
    this.#questions.resolveAll();
    leadership.served();
    this.#deps.onServed();
    const tookMs = Math.round(timers.nowMs() - startedAtMs);
    log.info({ epoch: taken.epoch, sequence: taken.sequence, duration_ms: tookMs }, 'this node leads the venue');
    await this.#report.run();
  }

  /** A node without a recent report has to read the journal before it may lead (J14). */
  async #rulesOfAll(ledger: Ledger): Promise<number> {
    const nodes = await ledger.read('members', MS_MAX);
    this.troubles.checkNodes(nodes);
    const there = nodes.filter(({ seenMsAgo }) => seenMsAgo < SEEN_MS_MAX);
    return Math.min(this.#deps.about().rules, ...there.map(({ rules }) => rules));
  }

  #startLeading(ledger: Ledger, epoch: number, takenAtMs: number): Leadership {
    const { node, cell, leaseMs, timers, log } = this.#deps;
    const leadership = new Leadership({
      ...{ ledger, node, cell, epoch, leaseMs, takenAtMs, timers },
      onCommitted: (settings) => this.troubles.checkSettings(settings),
      onLapsed: (ms) => log.warn({ duration_ms: Math.round(ms) }, 'the lease had run out, and is renewed'),
      onRenewed: (status, roundTripMs) => {
        this.troubles.checkCommits(status.commits);
        this.#clock.note(status.nowUs, roundTripMs);
        this.#handover.watchClock(ledger);
        if (status.handoverAsked) void this.#handover.begin(ledger);
      },
    });
    this.#leadership = leadership;
    // Until calls are served the takeover itself finds out.
    leadership.lost.then((reason) => this.#role === 'leader' && this.fail(reason));
    return leadership;
  }

  get #status(): NodeStatus {
    const { node, about, mark } = this.#deps;
    const { epoch, clockMs, sequence, lag, troubles } = this;
    const role = this.#role === 'standby' && this.#notEligibleReason !== null ? NOT_ELIGIBLE : this.#role;
    const marks = { durable: mark.value, shared: troubles.shared };
    return { node, role, epoch, clockMs, lagMs: lag.ms, sequence, ...marks, ...about() };
  }

  async #reportNow(): Promise<void> {
    const ledger = this.#ledger;
    if (ledger === undefined || this.#role === 'deposed') return;
    const { venue, mark } = this.#deps;
    const [seen, { sequence, hash }] = [this.#seen, venue.position];
    // The settings are read after the commit: the earlier ones must have made it wait too.
    const maySettle = this.troubles.closing === null && this.#source !== undefined;
    try {
      await this.troubles.check(ledger, this.#status);
      // The groups it had seen were committed before this statement, which waited for the standby of the database.
      if (maySettle && this.troubles.closing === null) {
        this.#settledEnd.note(seen);
        mark.advance({ sequence, hash });
      }
      mark.sync().catch((error: unknown) => this.fail(error));
    } catch (error) {
      if (error instanceof InvariantViolated) return this.fail(error);
      // The next read finds out what is wrong. A takeover does not read, and other nodes wait for its report (J26).
      if (this.#role === 'taking over') await this.#reportApart().catch(() => {});
    }
    if (this.#role === 'leader' && this.troubles.closing !== null) this.fail(new VenueClosed(this.troubles.closing));
  }
}
