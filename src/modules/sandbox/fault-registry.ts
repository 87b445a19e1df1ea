/**
 * The faults that are set, by client (Z10): calls, streams and webhooks ask here, and only while any is set. They are
 * in memory: a start begins without.
 */
import { randomUUID } from 'node:crypto';
import { ApiError, type CallFault, type CallFaults, type Client, type Method } from '../../http/methods/index.ts';
import type { Timers } from '../../time/timers.ts';
import type { Milliseconds } from '../../time/units.ts';
import type { WebhookFault, WebhookFaults } from '../../webhooks/index.ts';
import {
  CALL_KINDS,
  type Fault,
  type FaultKind,
  type PlannedFault,
  type SandboxFaults,
  WEBHOOK_KINDS,
} from './faults.ts';

export interface FaultRegistryDeps {
  /** Of the system: faults are of networks, whatever the clock of the sandbox shows (Z1). */
  readonly timers: Pick<Timers, 'after' | 'nowMs'>;
  /** First asked on a call. */
  readonly methods: () => readonly Pick<Method, 'name' | 'group'>[];
  readonly webhooks: { has(name: string): boolean };
}

/** What a connection of a client does (StreamFaults of the stream). */
type ConnectionFault =
  | { readonly type: 'leave'; readonly reason: string }
  | { readonly type: 'cut'; readonly bytes: number; readonly isCut: () => void };

interface SetFault extends PlannedFault {
  readonly faultId: string;
  readonly clientId: string;
  readonly untilMs: Milliseconds;
  state: Fault['state'];
  /** How often it may still happen. */
  left: number;
  hits: number;
}

/** Of a client, that are set. */
const SET_MAX = 100;
/** Of all clients, that are not set any more. */
const OVER_MAX = 1000;
const CALLS: readonly FaultKind[] = [...CALL_KINDS, 'failOver'];
const DESCRIPTION = 'the sandbox was asked for this';
const WEBHOOK_TYPES: Partial<Record<FaultKind, WebhookFault['type']>> = {
  doubleWebhook: 'double',
  swapWebhooks: 'swap',
  lateWebhook: 'late',
};

export class FaultRegistry implements SandboxFaults, CallFaults, WebhookFaults {
  readonly #deps: FaultRegistryDeps;
  /** By client, in the order in which they were asked for. */
  readonly #set = new Map<string, SetFault[]>();
  /** The oldest first. */
  readonly #over: SetFault[] = [];
  readonly #listeners = new Set<(clientId: string) => void>();

  constructor(deps: FaultRegistryDeps) {
    this.#deps = deps;
  }

  get isSet(): boolean {
    return this.#set.size > 0;
  }

  add(clientId: string, planned: PlannedFault): Fault {
    this.#forgetLate(clientId);
    const own = this.#set.get(clientId) ?? [];
    if (own.length >= SET_MAX) throw new ApiError(190, `at most ${SET_MAX} faults of a client are set at once`);
    const { times = Number.POSITIVE_INFINITY, lastsMs = Number.POSITIVE_INFINITY } = planned;
    const untilMs = this.#deps.timers.nowMs() + lastsMs;
    const state = 'Set' as const;
    const fault: SetFault = { ...planned, faultId: randomUUID(), clientId, untilMs, state, left: times, hits: 0 };
    this.#set.set(clientId, [...own, fault]);
    const shown = shownOf(fault);
    for (const listener of this.#listeners) listener(clientId);
    return shown;
  }

  of(clientId: string): readonly Fault[] {
    this.#forgetLate(clientId);
    const over = this.#over.filter((fault) => fault.clientId === clientId);
    return [...over, ...(this.#set.get(clientId) ?? [])].reverse().map(shownOf);
  }

  end(clientId: string, faultId: string): Fault | undefined {
    this.#forgetLate(clientId);
    const fault = this.#set.get(clientId)?.find((one) => one.faultId === faultId);
    if (fault === undefined) return undefined;
    this.#remove(fault, 'Ended');
    return shownOf(fault);
  }

  unknownName(kind: FaultKind, names: readonly string[]): string | undefined {
    const { methods, webhooks } = this.#deps;
    if (isOf(WEBHOOK_KINDS, kind)) return names.find((name) => !webhooks.has(name));
    const known = new Set(methods().flatMap(({ name, group }) => (group === 'Sandbox' ? [] : [name])));
    return names.find((name) => !known.has(name));
  }

  /** People in the console, and the methods of the sandbox, have none: a fault can always be ended. */
  ofCall({ clientId, user }: Client, { name, group }: Method): CallFault | undefined {
    if (user !== undefined || group === 'Sandbox') return undefined;
    const fault = this.#next(clientId, (one) => isOf(CALLS, one.kind) && concerns(one, name));
    if (fault === undefined) return undefined;
    this.#take(fault);
    fault.hits++;
    const { kind } = fault;
    return {
      mark: markOf(fault),
      delay: kind === 'delay' ? this.#elapsed(fault.delayMs) : undefined,
      refusal: this.#refusalOf(fault),
      dropsAnswer: kind === 'dropAnswer',
    };
  }

  ofConnection({ clientId, user }: Client): ConnectionFault | undefined {
    if (user !== undefined) return undefined;
    const fault = this.#next(clientId, ({ kind }) => kind === 'cutStream' || kind === 'failOver');
    if (fault === undefined) return undefined;
    this.#take(fault);
    const isCut = () => void fault.hits++;
    if (fault.kind === 'cutStream') return { type: 'cut', bytes: fault.bytes, isCut };
    isCut();
    return { type: 'leave', reason: `the venue stops: fault ${fault.faultId}` };
  }

  ofCursor({ clientId, user }: Client): string | undefined {
    const fault = user === undefined ? this.#next(clientId, ({ kind }) => kind === 'oldCursor') : undefined;
    if (fault === undefined) return undefined;
    this.#take(fault);
    fault.hits++;
    return `fault ${fault.faultId}`;
  }

  ofWebhook(clientId: string, method: string): WebhookFault | undefined {
    const fault = this.#next(clientId, (one) => isOf(WEBHOOK_KINDS, one.kind) && concerns(one, method));
    const type = fault && WEBHOOK_TYPES[fault.kind];
    if (fault === undefined || type === undefined) return undefined;
    this.#take(fault);
    fault.hits++;
    return { type, mark: markOf(fault), byMs: fault.byUs / 1000 };
  }

  onSet(listener: (clientId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #next(clientId: string, isWanted: (fault: SetFault) => boolean): SetFault | undefined {
    this.#forgetLate(clientId);
    return this.#set.get(clientId)?.find(isWanted);
  }

  #take(fault: SetFault): void {
    fault.left--;
    if (fault.left <= 0) this.#remove(fault, 'Over');
  }

  #forgetLate(clientId: string): void {
    const nowMs = this.#deps.timers.nowMs();
    for (const fault of this.#set.get(clientId) ?? []) if (fault.untilMs <= nowMs) this.#remove(fault, 'Over');
  }

  #remove(fault: SetFault, state: 'Over' | 'Ended'): void {
    fault.state = state;
    const { clientId } = fault;
    const others = (this.#set.get(clientId) ?? []).filter((one) => one !== fault);
    if (others.length === 0) this.#set.delete(clientId);
    else this.#set.set(clientId, others);
    this.#over.push(fault);
    if (this.#over.length > OVER_MAX) this.#over.shift();
  }

  #elapsed(delayMs: Milliseconds): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#deps.timers.after(delayMs, resolve);
    return promise;
  }

  #refusalOf({ kind, untilMs }: SetFault): ApiError | undefined {
    const headers = { 'retry-after': '1' };
    if (kind === 'tooManyRequests') return new ApiError(429, DESCRIPTION, { headers });
    if (kind === 'unavailable') return new ApiError(503, DESCRIPTION, { headers });
    if (kind !== 'failOver') return undefined;
    const seconds = Math.max(1, Math.ceil((untilMs - this.#deps.timers.nowMs()) / 1000));
    return new ApiError(503, `the venue changes its node: ${DESCRIPTION}`, {
      headers: { 'retry-after': `${seconds}` },
    });
  }
}

function isOf(kinds: readonly FaultKind[], kind: FaultKind): boolean {
  return kinds.includes(kind);
}

function concerns({ methods }: SetFault, name: string): boolean {
  return methods.length === 0 || methods.includes(name);
}

function markOf({ kind, faultId }: SetFault): string {
  return `${kind} ${faultId}`;
}

function shownOf({ untilMs, left, ...fault }: SetFault): Fault {
  return fault;
}
