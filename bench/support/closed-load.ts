import { Connection, type LoadConnection } from './connection.ts';
import type { LoadResult, LoadTask } from './load-task.ts';
import { ResponseTimes } from './response-times.ts';
import { StreamConnection } from './stream-connection.ts';

/**
 * Keeps one request in flight on each connection until the time or the count is over, and waits for what is under way.
 * A latency counts from the writing of its request.
 */
export async function runClosedLoad(task: LoadTask): Promise<LoadResult> {
  const { port, requests, count = Number.POSITIVE_INFINITY, duration_ms = Number.POSITIVE_INFINITY } = task;
  const times = new ResponseTimes();
  const done = Promise.withResolvers<number>();
  let sent = 0;
  let answered = 0;
  let endsAt = 0;
  const next = (connection: LoadConnection, now: number) => {
    connection.send(requests[sent % requests.length] as Buffer, now);
    sent++;
  };
  const onAnswer = (connection: LoadConnection) => {
    const now = performance.now();
    times.record(now - connection.countsFrom);
    answered++;
    if (sent < count && now < endsAt) next(connection, now);
    else if (answered === sent) done.resolve(now);
  };
  const { stream } = task;
  const connections: readonly LoadConnection[] =
    stream === undefined
      ? await Connection.open(task.connections, port, onAnswer, done.reject)
      : await StreamConnection.open({ ...task, stream }, onAnswer, done.reject);
  try {
    const startedAt = performance.now();
    endsAt = startedAt + duration_ms;
    for (const connection of connections) if (sent < count) next(connection, performance.now());
    const seconds = ((await done.promise) - startedAt) / 1000;
    return { times, requests: times.count, seconds };
  } finally {
    for (const connection of connections) connection.close();
  }
}
