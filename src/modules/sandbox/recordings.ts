/** Sessions of calls that clients record (Z13). */

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
   * where too many are on.
   */
  start(clientId: string, other: string | undefined): Recording;
  /** The last one; undefined: it has none. */
  of(clientId: string): Recording | undefined;
  /** Text of JSON; empty without a recording. */
  scriptOf(clientId: string): string;
  /** Undefined: none is on. */
  end(clientId: string): Recording | undefined;
}
