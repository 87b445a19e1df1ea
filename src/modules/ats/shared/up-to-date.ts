import type { Method } from '../../../http/methods/index.ts';
import type { AtsDeps } from './deps.ts';

/**
 * A method that reads the order history once it holds everything that had happened when the method was called: what an
 * earlier answer, event, webhook or message of the stream showed is in the read (H3). 503 where the history is too
 * late to wait for.
 */
export function upToDate({ exchange, records }: AtsDeps, method: Method): Method {
  return Object.freeze({
    ...method,
    refusals: [...(method.refusals ?? []), 503] as const,
    handler: async (call: Parameters<Method['handler']>[0]) => {
      await records.reached(exchange.lastEventSeq());
      return method.handler(call);
    },
  });
}
