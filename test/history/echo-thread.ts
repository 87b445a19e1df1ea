/** Answers each question with itself; fails at null. */
import { parentPort } from 'node:worker_threads';

parentPort?.on('message', (question: number | null) => {
  if (question === null) throw new Error('it was asked to fail');
  parentPort?.postMessage(question);
});
