import type { LiveExchange } from '../exchange/live-exchange.ts';
import { CopiedGroups } from './copied-groups.ts';
import { ClusterNode, type ClusterNodeOptions } from './node.ts';
import { PostgresJournal } from './postgres-journal.ts';

export interface ExchangeNodeOptions extends Omit<ClusterNodeOptions, 'venue' | 'takeOver' | 'becomeStandby'> {
  /** What the owner does before the first call is answered; the exchange takes commands by then, by these rules. */
  readonly begin: (rules: number) => Promise<void>;
}

/** The node whose venue is that of this process: it follows the journal of all, and owns it from a takeover on. */
export function exchangeNode(exchange: LiveExchange, { begin, ...options }: ExchangeNodeOptions): ClusterNode {
  const node: ClusterNode = new ClusterNode({
    ...options,
    venue: {
      get position() {
        return exchange.position;
      },
      follow: (source, durable) => exchange.follow(new CopiedGroups(source, exchange.files, options.mark), durable),
    },
    takeOver: (ownership, rules) => {
      exchange.lead(new PostgresJournal(ownership, exchange.files, options.mark), rules);
      // What follows from a lost lease the node knows from the ownership.
      exchange.failed.then((error) => ownership.isHeld && node.fail(error));
      return begin(rules);
    },
    becomeStandby: () => exchange.becomeStandby(),
  });
  return node;
}
