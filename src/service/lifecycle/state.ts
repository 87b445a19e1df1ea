import type { ClusterNode } from '../../cluster/index.ts';
import type { SecurityId } from '../../exchange/api/index.ts';
import type { LiveExchange } from '../../exchange/live-exchange.ts';
import { OneTimeTokens } from '../../http/auth/index.ts';
import type { HealthReport, ServingGate } from '../../http/server/index.ts';
import type { ExampleIds } from '../../modules/examples/index.ts';
import type { SharedUse } from '../../usage/index.ts';
import type { SandboxCredentials } from '../sandbox/index.ts';

/** What the parts of a node need of its link to the others. */
export interface NodeLink {
  /** Differs for each run of a node. */
  readonly process: string;
  /** Has the node that leads send stored webhooks of a client to a receiver; false: this node leads. */
  passWebhooksOn(clientId: string, receiver: string): boolean;
  onWebhooks(listener: (clientId: string, receiver: string) => void): void;
  /** Calls back when a leader is reached, or this node has become it. */
  onLeader(listener: () => void): () => void;
  /** Counts what clients use of their limits over all nodes. */
  share(use: SharedUse): void;
}

/** The state that parts share after they were made. */
export interface ServiceState {
  /** The start has succeeded: from now on an end waits for what is under way. */
  isOpen: boolean;
  historyFailure: string | null;
  /** Why the reference database cannot be relied on now; null while it can. */
  databaseFailure: string | null;
  /** Why the leader answers no calls over HTTP yet: tasks that need the reference database are to run first. */
  referencePending: string | null;
  /** The order history holds what had ended before this process began. */
  isHistoryLevel: boolean;
  /** Resolves when the order history has again what another database may have lost (J19). */
  confirmHistory: () => Promise<void>;
  /** Empty until the API listens. */
  apiAddress: string;
  legacyAddress: string;
  /** Undefined until the sandbox is opened, and in production. */
  sandbox: SandboxCredentials | undefined;
  /** Of the link of the reference page, which hands out the sandbox's key. */
  readonly tokens: OneTimeTokens;
  demo: Partial<ExampleIds>;
  /** Undefined where this process is alone. */
  node: ClusterNode | undefined;
  /** Of its node to the others; undefined where this process is alone. */
  link: NodeLink | undefined;
  /** Undefined where this process is alone, and until the hosts are made. */
  entrance: ServingGate | undefined;
  /** Resolved when this node must restart as a standby: it lost the venue, or was asked to hand it over. */
  readonly restart: PromiseWithResolvers<Restart>;
  /** Aborted when the end of the service waits for databases no longer: their connections are cut off. */
  readonly databasesAbandoned: AbortController;
  /** Securities of the sandbox that are open around the clock (V30). */
  readonly neverCloses: Set<SecurityId>;
}

export interface Restart {
  readonly reason: string;
  /** The same, in words that may be shown to anyone. */
  readonly publicReason: string;
  /** It must say nothing more; otherwise it finishes what is under way. */
  readonly atOnce: boolean;
}

export function newState(): ServiceState {
  return {
    isOpen: false,
    historyFailure: null,
    databaseFailure: null,
    referencePending: null,
    isHistoryLevel: false,
    confirmHistory: async () => {},
    apiAddress: '',
    legacyAddress: '',
    sandbox: undefined,
    tokens: new OneTimeTokens(),
    demo: {},
    node: undefined,
    link: undefined,
    entrance: undefined,
    restart: Promise.withResolvers<Restart>(),
    databasesAbandoned: new AbortController(),
    neverCloses: new Set(),
  };
}

/** Why this process answers no calls now: it neither leads the venue nor follows it closely. Null where it may. */
export function closedBecause({ node, isHistoryLevel }: ServiceState): string | null {
  if (node === undefined || node.serves) return null;
  if (node.role !== 'leader' && node.follows) {
    // An order that had ended before this process began is in the history alone (J8).
    return isHistoryLevel ? null : 'the order history of this node catches up';
  }
  const { closing, awaiting } = node.troubles;
  if (closing !== null) return `the venue is closed: ${closing}`;
  if (awaiting !== null) return awaiting;
  return node.role === 'standby' ? 'this node does not follow the journal closely' : 'the venue changes its node';
}

export function healthOf(exchange: LiveExchange, state: ServiceState): HealthReport {
  const failure = state.historyFailure === null ? null : 'the order history has stopped';
  const closed = state.entrance?.refusal ?? closedBecause(state);
  if (closed !== null) {
    return { state: 'waiting', alive: failure === null, ready: false, leads: false, reason: failure ?? closed };
  }
  const isLeader = state.node === undefined || state.node.serves;
  const reason = exchange.unavailable ?? failure;
  // A restart mends no database: the process is alive.
  const ofDatabase = state.databaseFailure ?? state.referencePending;
  const ready = reason === null && ofDatabase === null;
  return {
    state: isLeader ? 'leader' : 'standby',
    alive: reason === null || exchange.isStopping,
    ready,
    leads: ready && isLeader,
    reason: reason ?? ofDatabase,
  };
}
