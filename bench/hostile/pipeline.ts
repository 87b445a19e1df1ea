import { once } from 'node:events';
import { connect } from 'node:net';

const ANSWER = 'HTTP/1.1 ';

/** A connection may have 1,000 requests under way (429). */
const UNDER_WAY_MAX = 500;

/** Sends requests on one connection, so many at once as it may have under way, and resolves when all are answered. */
export async function pipeline(port: number, requests: readonly string[]): Promise<void> {
  for (let at = 0; at < requests.length; at += UNDER_WAY_MAX) {
    await pipelineAtOnce(port, requests.slice(at, at + UNDER_WAY_MAX));
  }
}

async function pipelineAtOnce(port: number, requests: readonly string[]): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  await once(socket, 'connect');
  socket.setEncoding('latin1');
  let answers = 0;
  let tail = '';
  const answered = new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`the server closed the connection after ${answers} answers`)));
    socket.on('data', (chunk: string) => {
      const text = tail + chunk;
      answers += text.split(ANSWER).length - 1;
      // An answer's first line may come in two pieces.
      tail = text.slice(-(ANSWER.length - 1));
      if (answers >= requests.length) resolve();
    });
  });
  socket.write(requests.join(''));
  try {
    if (requests.length > 0) await answered;
  } finally {
    socket.removeAllListeners('close');
    socket.destroy();
  }
}
