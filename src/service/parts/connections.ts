/** The connections of one node to PostgreSQL (docs/operate/cluster.md, J30). */
import { hostname } from 'node:os';
import { UNFINISHED_MAX } from '../../cluster/index.ts';
import type { Config } from '../../config.ts';
import { READER_CONNECTIONS } from '../../database/open-database.ts';

/** One for each process that may lead: two must never have the same. */
export function nodeName(config: Pick<Config, 'NODE_NAME' | 'DATA_DIR'>): string {
  return config.NODE_NAME ?? `${hostname()}:${config.DATA_DIR}`;
}

/** The most connections of each pool to the database of DATABASE_URL, without those of its long reads. */
export const CONNECTIONS = {
  /** Calls and jobs, on the reference data. */
  calls: 10,
  /** Calls, on the order history. */
  history: 10,
  /** The thread that writes the order history. */
  follower: 2,
  /** The thread that makes the report of a day. */
  reports: 2,
  /** The thread of surveillance, for each of two pools. */
  survey: 1,
  'survey-main': 1,
  /** The thread that checks the files against the history. */
  check: 1,
} as const;

export type DatabaseUse = keyof typeof CONNECTIONS;

/** In addition: a pool whose connections were all given up asks the server over one more. */
const ONE_MORE = 1;
/** To the database of JOURNAL_URL: those in use at most, and those that were given up. */
const JOURNAL_CONNECTIONS = 8 + UNFINISHED_MAX;

/** The budget of a node at one server, by use: the most connections that the server has for it at one time. */
export const NODE_CONNECTIONS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(Object.entries(CONNECTIONS).map(([use, connections]) => [use, connections + ONE_MORE])),
  'calls-reads': READER_CONNECTIONS + ONE_MORE,
  'history-reads': READER_CONNECTIONS + ONE_MORE,
  journal: JOURNAL_CONNECTIONS,
};
