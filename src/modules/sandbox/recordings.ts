/** Sessions of calls that clients record (Z13). */
import type { Client } from '../../http/methods/index.ts';

export interface Recording {
  readonly isOn: boolean;
  /** In the script. */
  readonly calls: number;
  /** With files or long bodies, or past the bounds. */
  readonly leftOut: number;
}

export interface SandboxRecordings {
  /**
   * Begins one of the calls of a client and of another one that it may see, in place of its last. Throws ApiError 190
   * where too many are on, or one of a key that may do more. It has no call of a key that may do more than the one
   * that asks.
   */
  start(by: Client, other: string | undefined): Recording;
  /** The last one of the client; undefined: it has none, or the reader may do less than who began it. */
  of(reader: Client): Recording | undefined;
  /** Text of JSON; empty without a recording. */
  scriptOf(reader: Client): string;
  /** Undefined: none is on. */
  end(reader: Client): Recording | undefined;
}
