import type { ClusterNode } from '../../cluster/index.ts';
import type { LiveExchange } from '../../exchange/live-exchange.ts';
import { ApiError } from '../../http/methods/index.ts';
import type { ServingCopy } from '../../http/server/index.ts';
import { systemTimers } from '../../time/timers.ts';
import { closedBecause, type ServiceState } from '../lifecycle/index.ts';

/** How long a call waits until the copy of this node is level. A fail-over takes less. */
const LEVEL_MS_MAX = 10_000;

/** The copy of the venue that a node of several answers calls from (J22). */
export function servingCopy(state: ServiceState, node: ClusterNode, exchange: LiveExchange): ServingCopy {
  return {
    closed: () => closedBecause(state),
    pending: () => state.referencePending,
    position: () => exchange.sequence,
    level: (position) => {
      if (node.serves || (position !== undefined && position <= exchange.sequence)) return undefined;
      return within(node.level());
    },
  };
}

async function within(level: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = new ApiError(503, 'this node could not ask how far the journal is; try again shortly');
  const cancel = systemTimers.after(LEVEL_MS_MAX, () => reject(late));
  await Promise.race([level, promise]).finally(cancel);
}
