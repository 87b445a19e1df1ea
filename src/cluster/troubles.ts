import type { CommandSeq } from '../exchange/journal/index.ts';
import type { Timers } from '../time/timers.ts';
import { type CommitSettings, type Commits, commitProblem } from './durability.ts';
import type { DurableMark } from './durable-mark.ts';
import { HOSTS_MS_MAX, type HostWatch } from './host-watch.ts';
import type { Ledger, NodeStatus, SeenNode } from './ledger.ts';

/** What an operator has to handle: J17 (rewound), J19 (durability), J20 (primaries) and J26 (members). */
export const TROUBLES = ['rewound', 'durability', 'primaries', 'members'] as const;
export type Trouble = (typeof TROUBLES)[number];

/** The venue stays closed until an operator has repaired the databases. */
export class VenueClosed extends Error {
  override readonly name = 'VenueClosed';
}

export interface TroublesDeps {
  /** Name of this node. */
  readonly node: string;
  readonly mark: DurableMark;
  /** The last command that the files of this node share with the journal; null: none is known. */
  readonly sharedEnd: (ledger: Ledger) => Promise<CommandSeq | null>;
  readonly hosts: Pick<HostWatch, 'check' | 'checkNow' | 'close'>;
  /** Whether the venue closes where commits do not wait for a standby; otherwise the log warns. */
  readonly requiresStandby: boolean;
  readonly leaseMs: number;
  readonly timers: Pick<Timers, 'nowMs' | 'after'>;
  readonly log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}

const MS_MAX = 2000;
/** Between two checks for a mark that the journal lacks. */
const MARK_AGAIN_MS = 1000;

/** The troubles of the databases, as this node last saw them. */
export class Troubles {
  readonly #deps: TroublesDeps;
  readonly #reasons = new Map<Trouble, string>();
  #standbys: number | null = null;
  /** Why the journal was rewound, as this node itself and as other nodes know it. */
  #rewound: { own: string | null; others: string | null } = { own: null, others: null };
  #shared: CommandSeq | null = null;
  /** When this node checks its mark again; Infinity: the server of this connection has it. */
  #markAgainAtMs = 0;
  /** Whether a takeover waits for members; true until they were read over this connection. */
  #awaitsMembers = true;
  /** Until when it waits also for those that a majority can do without. */
  #awaitsAllUntilMs = 0;

  constructor(deps: TroublesDeps) {
    this.#deps = deps;
  }

  has(trouble: Trouble): boolean {
    return this.#reasons.has(trouble);
  }

  /** Why a takeover waits for more members than are there (J26); null: it does not. */
  get awaiting(): string | null {
    return this.#reasons.get('members') ?? null;
  }

  /** Why no node may lead the venue now; null: one may. */
  get closing(): string | null {
    const { requiresStandby } = this.#deps;
    const kinds = TROUBLES.filter((kind) => (kind !== 'durability' || requiresStandby) && kind !== 'members');
    const reasons = kinds.map((kind) => this.#reasons.get(kind)).filter((reason) => reason !== undefined);
    return reasons.length === 0 ? null : reasons.join('; ');
  }

  /** Standbys that commits wait for; null: not known. */
  get standbys(): number | null {
    return this.#standbys;
  }

  /** As in NodeStatus. */
  get shared(): CommandSeq | null {
    return this.#shared;
  }

  /** The settings of a commit. Like the other checks it throws VenueClosed when no node may lead the venue now. */
  checkSettings(settings: CommitSettings): void {
    this.#noteSettings(settings);
    this.#refuse();
  }

  checkCommits(commits: Commits): void {
    this.#noteCommits(commits);
    this.#refuse();
  }

  checkNodes(nodes: readonly SeenNode[]): void {
    this.#noteNodes(nodes);
    this.#refuse();
  }

  #refuse(): void {
    if (this.closing !== null) throw new VenueClosed(this.closing);
  }

  /** On a new connection. */
  async greet(ledger: Ledger): Promise<void> {
    const { leaseMs, timers } = this.#deps;
    this.#awaitsMembers = true;
    this.#awaitsAllUntilMs = timers.nowMs() + leaseMs;
    this.#markAgainAtMs = 0;
    await this.checkHosts();
    const shard = await ledger.read('shard', MS_MAX);
    if (shard !== undefined) this.#noteCommits(shard.commits);
  }

  /** Checks now which hosts take writes, because the last check was up to a second ago. */
  async checkHosts(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#deps.timers.after(HOSTS_MS_MAX, resolve);
    await Promise.race([this.#noteHosts(this.#deps.hosts.checkNow()), promise]);
    cancel();
  }

  /** Whether a takeover waits for reports of members (J26). */
  async awaitsMembers(ledger: Ledger): Promise<boolean> {
    if (this.#awaitsMembers) this.#noteNodes(await ledger.read('members', MS_MAX));
    return this.#awaitsMembers;
  }

  /** Once a second: says how this node is, and reads how the others and the databases are. */
  async check(ledger: Ledger, own: NodeStatus): Promise<void> {
    void this.#noteHosts(this.#deps.hosts.check());
    this.#noteCommits(await ledger.report(own));
    this.#noteNodes(await ledger.read('members', MS_MAX));
  }

  /**
   * Whether the journal has what this node knows to be durable. Where it has not, the node follows nothing and leaves
   * its files as they are.
   */
  async isMarkHeld(ledger: Ledger): Promise<boolean> {
    const { mark, node, sharedEnd, timers } = this.#deps;
    const { own } = this.#rewound;
    if (timers.nowMs() < this.#markAgainAtMs) return own === null;
    const { isHeld } = await ledger.read('place', MS_MAX, mark.value);
    this.#markAgainAtMs = isHeld ? Number.POSITIVE_INFINITY : timers.nowMs() + MARK_AGAIN_MS;
    this.#shared = isHeld ? null : await sharedEnd(ledger);
    this.#rewound.own = isHeld ? null : describeAhead({ node, durable: mark.value, shared: this.#shared });
    this.#noteRewound();
    return isHeld;
  }

  #noteCommits(commits: Commits): void {
    this.#standbys = commits.standbys;
    this.#noteSettings(commits);
  }

  #noteSettings(settings: CommitSettings): void {
    const problem = commitProblem(settings);
    this.#note('durability', problem && `commits of the journal do not wait: ${problem}`);
  }

  async #noteHosts(checked: Promise<string | null>): Promise<void> {
    this.#note('primaries', await checked);
  }

  #noteNodes(nodes: readonly SeenNode[]): void {
    this.#noteMembers(nodes);
    const ahead = nodes.filter(({ node, isHeld }) => !isHeld && node !== this.#deps.node);
    this.#rewound.others = ahead.length === 0 ? null : ahead.map(describeAhead).join('; ');
    this.#noteRewound();
  }

  /**
   * Until the shard was taken in this run of the server of the database, the server may be an older copy. A takeover
   * waits for all members for the time of a lease, and for a majority until it has reported (J26). Nodes that became
   * members meanwhile know nothing that it lacks, and do not count; those whose folder was emptied count as silent.
   */
  #noteMembers(nodes: readonly SeenNode[]): void {
    const { log, node: own, timers } = this.#deps;
    const members = nodes.filter(({ isNew }) => !isNew);
    const ownCount = nodes.some(({ node }) => node === own) ? 0 : 1;
    const silent = members.filter(({ hasReported }) => !hasReported).map(({ node }) => node);
    const isMajority = silent.length * 2 < members.length + ownCount;
    const isLeaseOver = timers.nowMs() >= this.#awaitsAllUntilMs;
    const awaits = silent.length > 0 && !(isMajority && isLeaseOver);
    if (this.#awaitsMembers && !awaits && silent.length > 0) {
      log.warn({ nodes: silent }, 'members have not reported to this server of the database');
    }
    this.#awaitsMembers = awaits;
    const waits = `a takeover waits for a majority of the members: ${silent.join(', ')} have not reported`;
    const advice = 'start them, or remove those that are gone for good: npm run admin -- cluster members remove NODE';
    this.#note('members', awaits && isLeaseOver ? `the database may be an older copy; ${waits}; ${advice}` : null);
  }

  #noteRewound(): void {
    const { own, others } = this.#rewound;
    const lacking = [own, others].filter((one) => one !== null);
    const advice = 'npm run admin -- journal shows what can be done';
    this.#note(
      'rewound',
      lacking.length === 0 ? null : `the journal was rewound: it lacks ${lacking.join('; and ')}; ${advice}`,
    );
  }

  #note(kind: Trouble, reason: string | null): void {
    const { log } = this.#deps;
    if (reason === (this.#reasons.get(kind) ?? null)) return;
    if (reason === null) {
      this.#reasons.delete(kind);
      log.info({ trouble: kind }, 'the databases are in order again');
    } else {
      this.#reasons.set(kind, reason);
      log.warn({ trouble: kind, reason }, 'the databases are not in order');
    }
  }
}

/** The commands that a node knows to be durable and the journal lacks. */
function describeAhead({ node, durable, shared }: Pick<NodeStatus, 'node' | 'durable' | 'shared'>): string {
  const range =
    shared === null ? `commands up to ${durable.sequence}` : `commands ${shared + 1} to ${durable.sequence}`;
  return `${range}, which node ${node} knows to be durable`;
}
