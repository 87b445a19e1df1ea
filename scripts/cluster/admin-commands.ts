/** `npm run admin -- cluster` and `handover`: on the journal itself (JOURNAL_URL), whichever node owns the venue. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Ledger, SEEN_MS_MAX } from '../../src/cluster/index.ts';
import { readConfig } from '../../src/config.ts';
import { ClusterJournal } from '../../src/service/venue/cluster-venue.ts';
import { journalCommand } from './journal-command.ts';

const MS_MAX = 5000;
const HANDED_OVER_MS_MAX = 30_000;

export interface ClusterCommand {
  readonly about: string;
  /** What is printed; throws Error with what a person should read. */
  readonly run: (args: readonly string[]) => Promise<unknown>;
}

async function withLedger<T>(work: (ledger: Ledger) => Promise<T>): Promise<T> {
  const { JOURNAL_URL } = readConfig(process.env);
  if (JOURNAL_URL === null) throw new Error('JOURNAL_URL is not set: the venue is one process');
  const ledger = await new ClusterJournal(JOURNAL_URL, 'admin').openLedger();
  try {
    return await work(ledger);
  } finally {
    ledger.close();
  }
}

async function shown(ledger: Ledger): Promise<object> {
  const status = await ledger.status(MS_MAX);
  if (status === undefined) throw new Error('no node has ever started with this journal');
  const { owner, epoch, sequence, groups, isFree, handoverAsked } = status;
  const nodes = (await ledger.nodes()).map((node) => ({
    ...node,
    isThere: node.seenMsAgo < SEEN_MS_MAX,
    behindCommands: sequence - node.sequence,
  }));
  return { owner: owner === '' ? null : owner, leaseIsOver: isFree, epoch, sequence, groups, handoverAsked, nodes };
}

async function handOver(ledger: Ledger): Promise<object> {
  const before = await ledger.status(MS_MAX);
  const nodes = (await ledger.nodes()).filter(({ seenMsAgo }) => seenMsAgo < SEEN_MS_MAX);
  if (before === undefined || !nodes.some(({ node, role }) => node !== before.owner && role === 'standby')) {
    throw new Error('no other node is there to take the venue over');
  }
  await ledger.askHandover();
  for (const end = Date.now() + HANDED_OVER_MS_MAX; Date.now() < end; await delay(50)) {
    const now = await ledger.status(MS_MAX);
    if (now !== undefined && now.epoch > before.epoch && now.owner !== '') return await shown(ledger);
  }
  throw new Error('the owner has not handed the venue over; its log says why');
}

export const CLUSTER_COMMANDS: Readonly<Record<string, ClusterCommand>> = {
  cluster: {
    about: 'shows which node owns the venue, and how far the others are behind',
    run: () => withLedger(shown),
  },
  handover: {
    about: 'has the owner hand the venue over to another node, and waits for that',
    run: () => withLedger(handOver),
  },
  journal: {
    about: 'shows what a rewound journal lacks; with restore-from NODE or accept-loss COMMANDS decides about it',
    run: journalCommand,
  },
};
