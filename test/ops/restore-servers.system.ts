/**
 * Journal and reference data of nodes, restored to one moment by one command with PostgreSQL's own recovery
 * (ops/postgres/restore.sh; docs/operate/runbooks.md, "Restore to one moment").
 */
import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { ClusterProcess } from '../../scripts/cluster/cluster-process.ts';
import { account, freePort, PostgresServer, postgresPrograms } from '../../scripts/cluster/postgres-server.ts';
import { call, type Reply } from '../e2e/support/requests.ts';
import { canHaveCluster, SERVED_MS_MAX } from '../e2e/support/test-cluster.ts';
import { PARTY } from '../modules/parties/people.ts';
import { closeAfterTest } from '../support/cleanup.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const ARCHIVING = {
  ...{ fsync: 'off', archive_mode: 'on', archive_command: 'mkdir -p ../archive && cp %p ../archive/%f' },
};
const OF_NODES = {
  ...{ ENCRYPTION_KEY: randomBytes(32).toString('base64'), MARKET_ALWAYS_OPEN: 'true', SANDBOX_TICKER: 'off' },
  ...{ DOCUMENT_STORE: 's3', S3_ENDPOINT: 'http://127.0.0.1:9', S3_BUCKET: 'documents' },
  ...{ S3_ACCESS_KEY_ID: 'nobody', S3_SECRET_ACCESS_KEY: 'nothing' },
};

/** A server that keeps its WAL, and a base backup of it. */
async function archivingServer(): Promise<PostgresServer> {
  const server = await PostgresServer.create(String(postgresPrograms()), ARCHIVING);
  closeAfterTest(() => server.remove());
  return server;
}

async function nodeOn(dataDir: string, urls: { journal: string; reference: string }): Promise<ClusterProcess> {
  const settings = { ...OF_NODES, JOURNAL_URL: urls.journal, DATABASE_URL: urls.reference };
  const node = await ClusterProcess.create({ name: 'node-1', dataDir, settings });
  closeAfterTest(() => node.end('SIGKILL'));
  node.start();
  return node;
}

/** Of the operator: the command for one server, and where the restored one will be. */
async function restoring(server: PostgresServer, until?: string) {
  const [port, data, script] = [await freePort(), join(server.folder, 'restored'), join(server.folder, 'restore.sh')];
  copyFileSync(join(ROOT, 'ops/postgres/restore.sh'), script);
  const { uid, gid } = account();
  const asOwner = uid === undefined ? '' : `setpriv --reuid=${uid} --regid=${gid} --clear-groups `;
  const folders = `${join(server.folder, 'base')} ${join(server.folder, 'archive')} ${data}`;
  const earlier = until === undefined ? '' : `export RESTORE_UNTIL='${until.replace('Z', '+00')}'; `;
  const settings = `PATH=${server.bin}:$PATH PGPORT=${port}`;
  const command = `cd ${server.folder}; ${earlier}${settings} ${asOwner}sh ${script} ${folders}`;
  closeAfterTest(() => {
    execFileSync(join(server.bin, 'pg_ctl'), ['stop', '-m', 'immediate', '-D', data], { ...account(), cwd: '/' });
  });
  return { command, url: `postgres://postgres@127.0.0.1:${port}/postgres` };
}

const momentOf = async (server: PostgresServer) => {
  const text = `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now`;
  return String((await server.query(text))[0]?.now);
};

async function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const path = join(ROOT, 'scripts/restore.ts');
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const all = { PATH, NODE_COMPILE_CACHE, ...env };
  return (await promisify(execFile)(process.execPath, [path, ...args], { env: all })).stdout;
}

/** The client and the security of a node's sandbox, also on another folder. */
class Caller {
  readonly #first: ClusterProcess;

  constructor(first: ClusterProcess) {
    this.#first = first;
  }

  ask(node: ClusterProcess, method: string, body: object, verb = 'POST'): Promise<Reply> {
    return call({ addresses: { api: node.url }, client: this.#first.credentials('client') }, method, body, { verb });
  }

  async ordered(node: ClusterProcess): Promise<string> {
    const { issuerId, securityId } = this.#first.demo();
    const order = {
      ...{ memberid: '1', issuerid: issuerId, securityid: securityId, type: 'Limit', action: 'Buy', quantity: 1 },
      ...{ price: '9.50', expiration: 'GTC', disclosePrice: 'Yes', solicited: 'Unsolicited' },
    };
    return vi.waitFor(async () => {
      const { body } = await this.ask(node, 'createOrder', order);
      expect(body.statusCode).toBe('101');
      return (body.orderDetails as { orderId: string }).orderId;
    }, SERVED_MS_MAX);
  }

  async party(node: ClusterProcess): Promise<string> {
    const { body } = await this.ask(node, 'createParty', PARTY, 'PUT');
    return (body.partyDetails as readonly [unknown, readonly { readonly partyId: string }[]])[1][0]!.partyId;
  }

  async expectThere(node: ClusterProcess, { order, party }: Made, isThere: boolean): Promise<void> {
    const codes = [
      await this.ask(node, 'getOrder', { orderid: order }),
      await this.ask(node, 'getParty', { partyId: party }),
    ];
    expect(codes.map(({ body }) => body.statusCode === '101')).toEqual([isThere, isThere]);
  }

  async make(node: ClusterProcess): Promise<Made> {
    return { order: await this.ordered(node), party: await this.party(node) };
  }
}

interface Made {
  readonly order: string;
  readonly party: string;
}

const numberOf = (id: string) => Number(id.replace(/\D/g, ''));

/** Records before and after a moment; then the node has stopped. */
async function venue(journal: PostgresServer, reference: PostgresServer) {
  const folder = temporaryFolder();
  const first = await nodeOn(join(folder, 'node-1'), { journal: journal.url(), reference: reference.url() });
  await first.reached('/ready/leader', 200, SERVED_MS_MAX);
  const caller = new Caller(first);
  await vi.waitFor(() => first.demo(), SERVED_MS_MAX);
  const servers = new Set([journal, reference]);
  for (const one of servers) await one.backup(join(one.folder, 'base'));
  const before = await caller.make(first);
  const moment = await momentOf(journal);
  const after = await caller.make(first);
  const written = `select 1 from order_entry_rows where order_id = ${numberOf(after.order)}`;
  await vi.waitFor(async () => expect(await reference.query(written)).toHaveLength(1), SERVED_MS_MAX);
  const later = await momentOf(reference);
  // Recovery ends at the first commit after the moment.
  for (const one of servers) await one.query('select pg_current_xact_id()');
  await first.end('SIGTERM');
  // At the moment the node held the lease for two seconds: until these are over the restored journal has a leader.
  const over = `select 1 where clock_timestamp() > timestamptz '${moment}' + interval '2.5 seconds'`;
  await vi.waitFor(async () => expect(await journal.query(over)).toHaveLength(1), SERVED_MS_MAX);
  for (const one of servers) await one.stop();
  return { folder, first, caller, before, after, moment, later };
}

describe.skipIf(!canHaveCluster)('nodes are restored to one moment', () => {
  test('with both databases on one server; a node with later files follows again', async () => {
    const server = await archivingServer();
    const { folder, first, caller, before, after, moment } = await venue(server, server);
    const { command, url } = await restoring(server);
    const to = join(folder, 'restored');
    const env = { ...first.settings, JOURNAL_URL: url, DATABASE_URL: url };
    const printed = await run([to, '--until', moment, '--with', command], env);
    expect(printed).toContain('the reference data of DATABASE_URL match it');

    const node = await nodeOn(to, { journal: url, reference: url });
    await node.reached('/ready/leader', 200, SERVED_MS_MAX);
    await caller.expectThere(node, before, true);
    await caller.expectThere(node, after, false);
    const made = await caller.make(node);
    expect(numberOf(made.order)).toBeGreaterThan(numberOf(after.order));
    expect(numberOf(made.party)).toBeGreaterThan(numberOf(after.party));
    await node.end('SIGTERM');

    // The old folder holds what is given up now: it is set aside, and no person is asked.
    const old = await nodeOn(first.dataDir, { journal: url, reference: url });
    await old.reached('/ready/leader', 200, SERVED_MS_MAX);
    expect(old.log).toContain('the copy of the journal is made again');
    await caller.expectThere(old, made, true);
    await old.end('SIGTERM');
    await expect(run([join(folder, 'again'), '--until', moment], env)).rejects.toMatchObject({
      stderr: expect.stringContaining('goes on until'),
    });
  });

  test('with two servers, of which that of the reference data has a later moment', async () => {
    const [journal, reference] = [await archivingServer(), await archivingServer()];
    const { folder, first, caller, before, after, moment, later } = await venue(journal, reference);
    const [ofJournal, ofReference] = [await restoring(journal), await restoring(reference, later)];
    const env = { ...first.settings, JOURNAL_URL: ofJournal.url, DATABASE_URL: ofReference.url };
    const to = join(folder, 'restored');
    const commands = ['--with', ofJournal.command, '--with', ofReference.command];
    expect(await run([to, '--until', moment, ...commands], env)).toContain('the order history was ahead');

    const node = await nodeOn(to, { journal: ofJournal.url, reference: ofReference.url });
    await node.reached('/ready/leader', 200, SERVED_MS_MAX);
    await caller.expectThere(node, before, true);
    expect((await caller.ask(node, 'getOrder', { orderid: after.order })).body.statusCode).not.toBe('101');
    expect((await caller.ask(node, 'getParty', { partyId: after.party })).body.statusCode).toBe('101');
    expect(numberOf(await caller.ordered(node))).toBeGreaterThan(numberOf(after.order));
    await node.end('SIGTERM');
  });
});
