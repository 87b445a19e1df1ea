import WebSocket from 'ws';
import type { ClusterProcess } from '../../../scripts/cluster/cluster-process.ts';

/** The status of a request for a stream; 101: it is open. */
export function statusOfUpgrade(node: Pick<ClusterProcess, 'url'>): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const socket = new WebSocket(`${node.url.replace('http', 'ws')}/v3/stream`).on('error', () => {});
  socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
  socket.on('open', () => resolve(101));
  return promise.finally(() => socket.terminate());
}
