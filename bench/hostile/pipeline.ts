import { once } from 'node:events';
import { connect } from 'node:net';
import { Occurrences } from './occurrences.ts';

/** A connection may have 1,000 requests under way (429). */
const UNDER_WAY_MAX = 500;

/**
 * Sends requests on one connection, as many at once as it may have under way, and resolves when all are answered: how
 * many of them with statusCode 101.
 */
export async function pipeline(port: number, requests: readonly string[]): Promise<number> {
  let good = 0;
  for (let at = 0; at < requests.length; at += UNDER_WAY_MAX) {
    good += await pipelineAtOnce(port, requests.slice(at, at + UNDER_WAY_MAX));
  }
  return good;
}

async function pipelineAtOnce(port: number, requests: readonly string[]): Promise<number> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  await once(socket, 'connect');
  socket.setEncoding('latin1');
  const answers = new Occurrences('HTTP/1.1 ');
  const good = new Occurrences('"statusCode":"101"');
  const answered = new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`the server closed the connection after ${answers.count} answers`)));
    socket.on('data', (chunk: string) => {
      answers.take(chunk);
      good.take(chunk);
      // The body of the last answer may come later than its head; a refusal has no good one.
      if (answers.count >= requests.length && (good.count >= requests.length || chunk.endsWith('}'))) resolve();
    });
  });
  socket.write(requests.join(''));
  try {
    if (requests.length > 0) await answered;
  } finally {
    socket.removeAllListeners('close');
    socket.destroy();
  }
  return good.count;
}
