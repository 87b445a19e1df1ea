/** Passes orders on to a leader, a batch each millisecond, until all are answered. */
import { workerData } from 'node:worker_threads';
import { LeaderLink } from '../../src/cluster/link/leader-link.ts';
import { commandsText, lineOf } from '../../src/cluster/link/messages.ts';
import { linkKeys } from '../../src/cluster/link/proof.ts';
import { systemTimers } from '../../src/time/timers.ts';
import { orderOf, type ThreadRun } from './leader-thread.ts';

const { key, port, orders, batch } = workerData as ThreadRun;
let answered = 0;
const link = new LeaderLink({
  keys: linkKeys(key),
  tls: undefined,
  process: `bench ${performance.timeOrigin}`,
  timers: systemTimers,
  onWelcome: () => send(0),
  onAnswers: (answers) => {
    answered += answers.length;
    if (answered >= orders) link.end();
  },
  onPosition: () => {},
  onUse: () => {},
  onClosed: () => {},
  log: { warn: (fields) => console.error(fields) },
});
link.aim(`127.0.0.1:${port}`);

function send(from: number): void {
  const numbers = Array.from({ length: Math.min(batch, orders - from) }, (_, at) => from + at);
  link.send('commands', commandsText(numbers.map((number) => ({ number, line: lineOf(orderOf(number)) }))));
  const next = from + numbers.length;
  if (next < orders) systemTimers.after(1, () => send(next));
}
