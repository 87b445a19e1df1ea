/** What the load of a chaos run saw, by its own clock: the check compares it with the journal. */
import { SystemClock } from '../../src/time/clock.ts';

/** A call that was answered, however often it had to be asked. */
export interface AnsweredCall {
  readonly method: string;
  /** Its Idempotency-Key; null for a read. */
  readonly key: string | null;
  /** Which answered it. */
  readonly node: string;
  /** When it was asked first, and when its answer was there; microseconds since 1970. */
  readonly askedUs: number;
  readonly answeredUs: number;
  readonly tries: number;
  readonly replayed: boolean;
  readonly statusCode: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface StreamTop {
  readonly securityId: string;
  readonly seq: number;
  /** What the message said of both sides. */
  readonly content: string;
}

/** A try that got no answer, or 503. */
export interface Unanswered {
  readonly node: string;
  /** When it was asked and when that was known, by performance.now(). */
  readonly askedMs: number;
  readonly atMs: number;
  readonly reason: string;
}

export class RunRecord {
  readonly unanswered: Unanswered[] = [];
  /** What a node refused that no fault hurt. */
  readonly refusals: string[] = [];
  /** What a fault shows that must not be. */
  readonly violations: string[] = [];
  /** Messages that a stream lacked. */
  readonly gaps: string[] = [];
  readonly calls: AnsweredCall[] = [];
  readonly tops: StreamTop[] = [];
  /** Changes, in the order of their times: for the gaps that faults make. */
  readonly acknowledged: Acknowledged[] = [];
  /** How often all nodes served again: callers then return to the nodes that they began with. */
  recoveries = 0;

  /** Of a node the last one. */
  lastAcknowledgedMs(node: string): number | undefined {
    return this.acknowledged.findLast((one) => one.node === node)?.atMs;
  }

  /** Of a node, or of all. */
  acknowledgedMs(node?: string): number[] {
    return this.acknowledged.filter((one) => node === undefined || one.node === node).map(({ atMs }) => atMs);
  }
}

/** By performance.now(). */
export interface Acknowledged {
  readonly node: string;
  readonly atMs: number;
}

const clock = new SystemClock();

/** As the nodes read it, also when the clock of the machine is set meanwhile. */
export const nowUs = (): number => clock.nowUs();
