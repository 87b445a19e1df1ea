/** What a replay needs to go on after it was stopped: kept in a file, as of a moment when every call was answered. */
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import type { StoredExecution } from './executions.ts';
import { ReplayFailure } from './failure.ts';
import type { StoredOrder } from './own-orders.ts';
import type { StoredTally } from './tally.ts';
import type { StoredTopCheck } from './top-check.ts';
import type { Security } from './venue-setup.ts';

const VERSION = 1;

export interface ReplayState {
  readonly version: typeof VERSION;
  /** Of the file with the messages: going on with another one makes no sense. */
  readonly fileBytes: number;
  readonly runId: string;
  readonly security: Security;
  readonly tally: StoredTally;
  readonly orders: readonly StoredOrder[];
  readonly executions: readonly StoredExecution[];
  /** null when the stream is not verified. */
  readonly tops: StoredTopCheck | null;
}

/**
 * The state in the file, or undefined when there is no such file. Throws ReplayFailure when it is of another replay.
 */
export function readState(path: string, messageFile: string): ReplayState | undefined {
  let state: ReplayState;
  try {
    state = JSON.parse(readFileSync(path, 'utf8')) as ReplayState;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new ReplayFailure(`the state cannot be read from ${path}: ${(error as Error).message}`);
  }
  if (state.version !== VERSION) throw new ReplayFailure(`${path} is not the state of a replay`);
  if (state.fileBytes !== bytesOf(messageFile))
    throw new ReplayFailure(`${path} is of another file than ${messageFile}`);
  return state;
}

/** Replaces the file as a whole. */
export function writeState(path: string, messageFile: string, state: Omit<ReplayState, 'version' | 'fileBytes'>): void {
  const whole: ReplayState = { version: VERSION, fileBytes: bytesOf(messageFile), ...state };
  const draft = `${path}.new`;
  writeFileSync(draft, `${JSON.stringify(whole)}\n`);
  renameSync(draft, path);
}

function bytesOf(file: string): number {
  try {
    return statSync(file).size;
  } catch (error) {
    throw new ReplayFailure(`${file} cannot be read: ${(error as Error).message}`);
  }
}
