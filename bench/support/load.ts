import { Connection } from './connection.ts';

export interface LoadTask {
  readonly port: number;
  readonly connections: number;
  /** Whole HTTP requests, sent in turn. */
  readonly requests: readonly Buffer[];
  /** For this long ... */
  readonly duration_ms?: number;
  /** ... or this many requests; one of the two. */
  readonly count?: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds from writing a request to having its whole answer, sorted. */
  readonly latencies_ms: Float64Array;
}

/** What every good answer holds; looked for in each (spec/1, Errors 1). */
const GOOD = '"statusCode":"101"';

/**
 * Keeps one request in flight on each connection until the time or the count is over, and waits for what is under way. Throws
 * at the first answer that is not HTTP 200 with statusCode 101: a figure over refused requests would be worth nothing.
 */
export function runLoad(task: LoadTask): Promise<LoadResult> {
  const { port, requests, count = Number.POSITIVE_INFINITY, duration_ms = Number.POSITIVE_INFINITY } = task;
  return new Promise((resolve, reject) => {
    let latencies = new Float64Array(1 << 16);
    let sent = 0;
    let answered = 0;
    const fail = (reason: string) => {
      for (const connection of connections) connection.close();
      reject(new Error(reason));
    };
    const next = (connection: Connection) => {
      connection.send(requests[sent % requests.length] as Buffer);
      sent++;
    };
    const onAnswer = (connection: Connection, status: number, body: string) => {
      const now = performance.now();
      if (status !== 200 || !body.includes(GOOD)) return fail(`HTTP ${status}: ${body}`);
      if (answered === latencies.length) latencies = grown(latencies);
      latencies[answered++] = now - connection.sentAt;
      if (sent < count && now < endsAt) next(connection);
      else if (answered === sent) finish(now);
    };
    const finish = (now: number) => {
      for (const connection of connections) connection.close();
      const latencies_ms = latencies.slice(0, answered).sort();
      resolve({ requests: answered, seconds: (now - startedAt) / 1000, latencies_ms });
    };
    const connections = Array.from({ length: task.connections }, () => new Connection(port, onAnswer, fail));
    const startedAt = performance.now();
    const endsAt = startedAt + duration_ms;
    for (const connection of connections) if (sent < count) next(connection);
  });
}

function grown(full: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(full.length * 2);
  larger.set(full);
  return larger;
}
