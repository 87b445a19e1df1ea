import { Connection, type LoadConnection } from './connection.ts';
import { Dispatcher } from './dispatcher.ts';
import type { LoadResult, LoadTask } from './load-task.ts';
import { ResponseTimes } from './response-times.ts';

/**
 * How long this process sleeps before it looks again what is due and what has come. Timers know whole milliseconds
 * only, which would be as much as the latencies; a sleep of the thread is exact enough, and cheaper than to be woken by
 * each answer.
 */
const PAUSE_MS = 0.1;
const neverNotified = new Int32Array(new SharedArrayBuffer(4));

/**
 * Sends one request on each connection, so that none pays for its set-up later. Then sends requests when they are due,
 * whatever became of those before them, and waits for all the answers. A latency counts from the time at which its
 * request was due, also when no connection was free then or this process was late: there is no coordinated omission.
 * Requests that are due in the first `settle_ms` have no latency here.
 *
 * @param dueMs when each request is due, in milliseconds from the start, rising
 */
export async function runOpenLoad(task: LoadTask, dueMs: Float64Array): Promise<LoadResult> {
  const { port, requests, settle_ms = 0 } = task;
  const times = new ResponseTimes();
  const late = new ResponseTimes();
  const done = Promise.withResolvers<number>();
  let answered = 0;
  const onAnswer = (connection: LoadConnection) => {
    const now = performance.now();
    answered++;
    if (connection.countsFrom >= countsAfter) times.record(now - connection.countsFrom);
    dispatcher.release(connection);
    if (answered === dueMs.length) done.resolve(now);
    else dispatcher.dispatch(now - startedAt);
  };
  const warm = Promise.withResolvers<void>();
  let warmed = 0;
  const connections: readonly LoadConnection[] = await Connection.open(
    task.connections,
    port,
    (connection) => {
      if (warmed >= task.connections) onAnswer(connection);
      else if (++warmed === task.connections) warm.resolve();
      else warmUp(warmed);
    },
    done.reject,
  );
  const warmUp = (at: number) => connections[at]?.send(requests[at % requests.length] as Buffer, 0);
  warmUp(0);
  await Promise.race([warm.promise, done.promise]);
  const dispatcher = new Dispatcher(dueMs, connections, (connection, request, due_ms) => {
    if (due_ms >= settle_ms) late.record(performance.now() - startedAt - due_ms);
    connection.send(requests[request % requests.length] as Buffer, startedAt + due_ms);
  });
  const startedAt = performance.now();
  const countsAfter = startedAt + settle_ms;
  const tick = () => {
    dispatcher.dispatch(performance.now() - startedAt);
    if (dispatcher.allSent) return;
    Atomics.wait(neverNotified, 0, 0, PAUSE_MS);
    setImmediate(tick);
  };
  tick();
  try {
    const seconds = ((await done.promise) - startedAt) / 1000;
    return { times, late, requests: answered, warmUps: warmed, seconds };
  } finally {
    for (const connection of connections) connection.close();
  }
}
