/** Nodes and databases on this machine, in a temporary folder: for trying a cluster out, and for its tests. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClusterProcess } from './cluster-process.ts';
import { type PostgresPair, startPostgresPair } from './postgres-pair.ts';
import { type PostgresSettings, postgresPrograms } from './postgres-server.ts';

export interface TrialOptions {
  readonly nodes?: number;
  readonly settings?: Readonly<Record<string, string>>;
  readonly postgres?: PostgresSettings;
  /** Two when absent. Of three the loss of one stops nobody. */
  readonly databases?: 2 | 3;
  /** Where a node, counted from 0, reaches the databases: their addresses in place of those of the servers. */
  readonly addressesFor?: (node: number, pair: PostgresPair) => Promise<NodeAddresses>;
}

/** Of all hosts of JOURNAL_URL, and of DATABASE_URL. */
interface NodeAddresses {
  readonly journal: readonly string[];
  readonly reference: readonly string[];
}

export interface TrialCluster {
  readonly folder: string;
  readonly databases: PostgresPair;
  readonly nodes: readonly ClusterProcess[];
  /** What every node answers and logged last, for the error of a test. */
  describe(): Promise<string>;
  /** Ends everything; the folder with the nodes' files and logs is removed, unless it is to be kept. */
  close(keepsFolder?: boolean): Promise<void>;
}

/** Throws where no PostgreSQL programs are found. No node is started yet. */
export async function makeTrialCluster(options: TrialOptions = {}): Promise<TrialCluster> {
  const bin = postgresPrograms();
  if (bin === undefined)
    throw new Error('no PostgreSQL server was found; run npm ci, or set POSTGRES_BIN to the folder of its programs');
  const folder = mkdtempSync(join(tmpdir(), 'openats-cluster-'));
  const databases = await startPostgresPair(bin, { settings: options.postgres, databases: options.databases });
  const settings = {
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    MARKET_ALWAYS_OPEN: 'true',
    // Nobody uploads anything here: the store is named and never asked.
    DOCUMENT_STORE: 's3',
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_BUCKET: 'documents',
    S3_ACCESS_KEY_ID: 'nobody',
    S3_SECRET_ACCESS_KEY: 'nothing',
    ...options.settings,
  };
  const nodes: ClusterProcess[] = [];
  for (let number = 1; number <= (options.nodes ?? 2); number++) {
    const name = `node-${number}`;
    const dataDir = join(folder, name);
    mkdirSync(dataDir, { mode: 0o700 });
    const own = databases.servers.map(({ address }) => address);
    const { journal, reference } = (await options.addressesFor?.(number - 1, databases)) ?? {
      journal: own,
      reference: own,
    };
    const urls = { JOURNAL_URL: urlOf(journal), DATABASE_URL: urlOf(reference) };
    nodes.push(await ClusterProcess.create({ name, dataDir, settings: { ...settings, ...urls } }));
  }
  return {
    folder,
    databases,
    nodes,
    async describe() {
      return (await Promise.all(nodes.map((node) => node.describe()))).join('\n\n');
    },
    async close(keepsFolder = false) {
      await Promise.all(nodes.map((node) => node.end('SIGKILL')));
      await databases.remove();
      if (!keepsFolder) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function urlOf(addresses: readonly string[]): string {
  return `postgres://postgres@${addresses.join(',')}/postgres`;
}
