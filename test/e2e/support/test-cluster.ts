/** Nodes and databases of one test file: started once, and what its tests wait for. */
import { expect, vi } from 'vitest';
import type { ClusterProcess, Credentials } from '../../../scripts/cluster/cluster-process.ts';
import { postgresPrograms } from '../../../scripts/cluster/postgres-server.ts';
import { makeTrialCluster, type TrialCluster } from '../../../scripts/cluster/trial-cluster.ts';
import { hasPostgres } from '../../support/postgres-url.ts';
import { call, type Reply } from './requests.ts';

export const canHaveCluster = hasPostgres && postgresPrograms() !== undefined;

/** A busy machine starts a node in a minute. */
export const SERVED_MS_MAX = 150_000;
/** No node loses the lease because its machine stops for a while: only a command or its end makes it change hands. */
const LONG_LEASE_MS = '60000';

export interface Asked {
  readonly key?: string;
  /** The sandbox client's when absent. */
  readonly as?: Credentials;
  readonly verb?: string;
}

export interface ClusterOptions {
  readonly nodes?: number;
  readonly databases?: 2 | 3;
  readonly settings?: Readonly<Record<string, string>>;
}

export class TestCluster {
  readonly trial: TrialCluster;

  private constructor(trial: TrialCluster) {
    this.trial = trial;
  }

  /** Its first node leads; the others are not started yet. */
  static async start({ nodes = 2, databases = 2, settings = {} }: ClusterOptions = {}): Promise<TestCluster> {
    const trial = await makeTrialCluster({
      nodes,
      databases,
      settings: { JOURNAL_LEASE_MS: LONG_LEASE_MS, ...settings },
      postgres: { fsync: 'off' },
    });
    const cluster = new TestCluster(trial);
    cluster.first.start();
    await cluster.leads(cluster.first);
    return cluster;
  }

  get nodes(): readonly ClusterProcess[] {
    return this.trial.nodes;
  }

  /** The node that made the records of the sandbox. */
  get first(): ClusterProcess {
    return this.nodes[0] as ClusterProcess;
  }

  ask(node: ClusterProcess, method: string, body: object, { key, as, verb = 'POST' }: Asked = {}): Promise<Reply> {
    const client = as ?? this.first.credentials('client');
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    return call({ addresses: { api: node.url }, client }, method, body, { verb, headers });
  }

  order(fields: object = {}): object {
    const { issuerId, securityId } = this.first.demo();
    return {
      ...{ memberid: '1', issuerid: issuerId, securityid: securityId, type: 'Limit', action: 'Buy', quantity: 1 },
      ...{ price: '9.50', expiration: 'GTC', disclosePrice: 'Yes', solicited: 'Unsolicited', ...fields },
    };
  }

  async leads(node: ClusterProcess): Promise<void> {
    await node.reached('/ready/leader', 200, SERVED_MS_MAX);
  }

  /** Resolves when the node follows the journal and reports that from now on: one that is about to end does not. */
  async follows(node: ClusterProcess): Promise<void> {
    const { primary } = this.trial.databases;
    const [begun] = await primary.query('select now()::text as time');
    const reported = `select 1 from openats_journal.nodes
      where node = '${node.name}' and role in ('standby', 'not eligible') and seen_at > '${begun?.time}'`;
    await vi.waitFor(async () => {
      if ((await primary.query(reported)).length === 1) return;
      const nodes = await primary.query('select node, role, now() - seen_at as ago from openats_journal.nodes');
      throw new Error(`${node.name} does not follow: ${JSON.stringify(nodes)}\n${node.log.slice(-2000)}`);
    }, SERVED_MS_MAX);
    await node.reached('/ready', 200, SERVED_MS_MAX);
  }

  /**
   * Resolves when the next node leads, and the one that led follows it. Asked again while the other node counts as
   * gone: on a busy machine it may not have reported for five seconds.
   */
  async handOver(from: ClusterProcess, to: ClusterProcess): Promise<void> {
    const as = this.first.credentials('operator');
    const asked = async () => (await this.ask(from, 'admin/handOverVenue', {}, { as })).body.statusCode;
    await vi.waitFor(async () => expect(await asked()).toBe('101'), SERVED_MS_MAX);
    await this.leads(to);
    await this.follows(from);
  }

  /** Rows of a table of the reference data. */
  async rowsOf(table: string): Promise<number> {
    const [row] = await this.trial.databases.primary.query(`select count(*)::int as count from ${table}`);
    return Number(row?.count);
  }
}
