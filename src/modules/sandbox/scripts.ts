/** What other sides do for the tests of an integrator, at once or at a time (Z6). */
import type { OrderId } from '../../exchange/api/index.ts';
import type { Microseconds } from '../../time/units.ts';

/** A call of a method of the API, by the sandbox's counterparty or its operator. */
interface CallStep {
  readonly as: 'counterparty' | 'operator';
  readonly method: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Of a contra order: the order that it is for. */
  readonly fills?: OrderId;
}

/** What somebody outside does. */
export type OutsideStep =
  | { readonly as: 'bank'; readonly refNum: number; readonly code: string; readonly corrected: string }
  | { readonly as: 'card bank'; readonly refNum: number }
  | { readonly as: 'signer'; readonly signatureId: number; readonly reason: string };

export type Step = CallStep | OutsideStep;

type ScriptState = 'Waiting' | 'Done' | 'Failed' | 'Cancelled';

export interface Script {
  readonly scriptId: string;
  readonly clientId: string;
  /** Of the call that made it. */
  readonly action: string;
  readonly step: Step;
  readonly dueUs: Microseconds;
  readonly state: ScriptState;
  /** What came of it, as text of JSON, or why it failed. */
  readonly outcome: string | null;
}

export interface PlannedStep {
  readonly step: Step;
  readonly dueUs: Microseconds;
}

export interface SandboxScripts {
  /** The client that takes the other side. */
  readonly counterpartyId: string;
  /** Keeps the steps, and performs those that are due, in their order. Throws ApiError 190 where there are too many. */
  add(clientId: string, action: string, steps: readonly PlannedStep[]): Promise<readonly Script[]>;
  /** Those of a client, the newest first. */
  of(clientId: string): readonly Script[];
  /** Undefined: the client has no such script that waits. */
  cancel(clientId: string, scriptId: string): Script | undefined;
}
