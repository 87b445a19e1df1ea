import type { LiveExchange } from '../exchange/live-exchange.ts';
import { CopiedGroups } from './copied-groups.ts';
import { ClusterNode, type ClusterNodeDeps } from './node.ts';
import { PostgresJournal } from './postgres-journal.ts';

export interface ExchangeNodeDeps extends Omit<ClusterNodeDeps, 'venue' | 'takeOver' | 'becomeStandby'> {
  /** The leader's work before it answers the first call; the exchange takes commands by then, by these rules. */
  readonly begin: (rules: number) => Promise<void>;
  /** A takeover that began has ended before the first answer: this node is a standby next. */
  readonly onSteppedBack?: () => void;
}

/** The cluster node of this process: its venue follows the shared journal, and leads from a takeover on. */
export function exchangeNode(exchange: LiveExchange, { begin, onSteppedBack, ...deps }: ExchangeNodeDeps): ClusterNode {
  const node: ClusterNode = new ClusterNode({
    ...deps,
    venue: {
      get position() {
        return exchange.position;
      },
      follow: async (source, durable) => {
        try {
          await exchange.follow(new CopiedGroups(source, exchange.files, deps.mark), durable);
        } catch (error) {
          // A group in the files that the venue could not apply: only a restart makes them the same again.
          if (exchange.sequence !== exchange.files.sequence) node.fail(error);
          throw error;
        }
      },
    },
    takeOver: (leadership, rules) => {
      exchange.lead(new PostgresJournal(leadership, exchange.files, deps.mark), rules);
      // The node learns of a lost lease from the leadership itself.
      exchange.failed.then((error) => leadership.isHeld && node.fail(error));
      return begin(rules);
    },
    becomeStandby: () => {
      onSteppedBack?.();
      return exchange.becomeStandby();
    },
  });
  return node;
}
