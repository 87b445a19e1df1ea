/** What a client of the sandbox asked to go wrong for it alone (Z10). */
import type { Microseconds, Milliseconds } from '../../time/units.ts';

export const CALL_KINDS = ['delay', 'unavailable', 'tooManyRequests', 'dropAnswer'] as const;
export const WEBHOOK_KINDS = ['doubleWebhook', 'swapWebhooks', 'lateWebhook'] as const;
export const FAULT_KINDS = [...CALL_KINDS, ...WEBHOOK_KINDS, 'cutStream', 'oldCursor', 'failOver'] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

/** A fault as it is asked for. */
export interface PlannedFault {
  readonly kind: FaultKind;
  /** Names of methods or webhooks; empty: all. */
  readonly methods: readonly string[];
  /** How often; undefined: until its time is over. */
  readonly times: number | undefined;
  /** How long it lasts, by the clock of the system; undefined: until its times are used up. */
  readonly lastsMs: Milliseconds | undefined;
  /** delay: by the clock of the system. */
  readonly delayMs: Milliseconds;
  /** lateWebhook: by the clock of the sandbox. */
  readonly byUs: Microseconds;
  /** cutStream: that are still sent. */
  readonly bytes: number;
}

export interface Fault extends PlannedFault {
  readonly faultId: string;
  readonly clientId: string;
  /** Over: its times are used up, or its time is over. Ended: the client ended it. */
  readonly state: 'Set' | 'Over' | 'Ended';
  /** How often it has happened. */
  readonly hits: number;
}

export interface SandboxFaults {
  /** Throws ApiError 190 where the client has too many that are set. */
  add(clientId: string, fault: PlannedFault): Fault;
  /** Those of a client, the newest first. */
  of(clientId: string): readonly Fault[];
  /** Undefined: the client has no such fault that is set. */
  end(clientId: string, faultId: string): Fault | undefined;
  /** The first name that no method has; of a kind about webhooks, that no webhook has. Undefined: all are known. */
  unknownName(kind: FaultKind, names: readonly string[]): string | undefined;
}
