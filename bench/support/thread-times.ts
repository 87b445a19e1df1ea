import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a thread of a server is for. */
export type ThreadKind = 'main' | 'workers' | 'files' | 'v8' | 'other';

export interface ThreadTimes {
  /** On a core. */
  readonly ran_s: number;
  /** Ready to run, but without a core. */
  readonly waited_s: number;
}

/** Shares of a time: 1 is one core, or one thread waiting, for all of it. */
export interface ThreadShares {
  readonly ran: number;
  readonly waited: number;
}

const NONE: ThreadTimes = { ran_s: 0, waited_s: 0 };

/** By the names that Node gives its threads. */
const KIND_OF: Readonly<Record<string, ThreadKind>> = {
  WorkerThread: 'workers',
  'libuv-worker': 'files',
  'node-V8Worker': 'v8',
};

/**
 * Times of the threads of a process since its start, those of a kind together; null where the system does not say (not
 * Linux).
 */
export function readThreadTimes(pid: number, proc = '/proc'): ReadonlyMap<ThreadKind, ThreadTimes> | null {
  const tasks = join(proc, String(pid), 'task');
  const times = new Map<ThreadKind, ThreadTimes>();
  for (const thread of unlessGone(() => readdirSync(tasks)) ?? []) {
    const read = (name: string) => unlessGone(() => readFileSync(join(tasks, thread, name), 'utf8'));
    const [name, schedstat] = [read('comm'), read('schedstat')];
    if (name === null || schedstat === null) continue;
    const kind = Number(thread) === pid ? 'main' : (KIND_OF[name.trim()] ?? 'other');
    times.set(kind, sum(times.get(kind) ?? NONE, parseSchedstat(schedstat)));
  }
  return times.size === 0 ? null : times;
}

/** The file schedstat of a thread: nanoseconds on a core, nanoseconds in the queue for one, slices of time. */
export function parseSchedstat(text: string): ThreadTimes {
  const [ran, waited] = text.trim().split(' ').map(Number);
  if (ran === undefined || waited === undefined || Number.isNaN(ran + waited)) {
    throw new Error(`this is no schedstat: ${text}`);
  }
  return { ran_s: ran / 1e9, waited_s: waited / 1e9 };
}

/** What each kind of thread did between two readings. */
export function sharesOfTime(
  before: ReadonlyMap<ThreadKind, ThreadTimes>,
  after: ReadonlyMap<ThreadKind, ThreadTimes>,
  elapsed_s: number,
): ReadonlyMap<ThreadKind, ThreadShares> {
  return new Map(
    [...after].map(([kind, { ran_s, waited_s }]) => {
      const earlier = before.get(kind) ?? NONE;
      return [kind, { ran: (ran_s - earlier.ran_s) / elapsed_s, waited: (waited_s - earlier.waited_s) / elapsed_s }];
    }),
  );
}

function sum(a: ThreadTimes, b: ThreadTimes): ThreadTimes {
  return { ran_s: a.ran_s + b.ran_s, waited_s: a.waited_s + b.waited_s };
}

/** Null when the file is not there, or its thread has ended. */
function unlessGone<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
