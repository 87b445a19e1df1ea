/** Whoever loses access loses it at every node within a second: over HTTP and on open streams (J13, P8). */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import type { ClusterProcess, Credentials } from '../../scripts/cluster/cluster-process.ts';
import { CookieBrowser } from '../sign-in/browser.ts';
import { authorizationOf, type Reply } from './support/requests.ts';
import { canHaveCluster, SERVED_MS_MAX, TestCluster } from './support/test-cluster.ts';

const WITHIN_MS = 1000;
/** A machine that many tests share may stop for as long. */
const TRIES = 3;
const NOT_AUTHENTICATED = 4401;

let cluster: TestCluster;
/** The leader, and two standbys. */
let nodes: readonly ClusterProcess[];

const asOperator = () => ({ as: cluster.first.credentials('operator') });

async function operate(at: ClusterProcess, method: string, body: object): Promise<Reply['body']> {
  const path = /Session/.test(method) ? method : `admin/${method}`;
  const { body: answer } = await cluster.ask(at, path, body, asOperator());
  expect(answer, method).toMatchObject({ statusCode: '101' });
  return answer;
}

/** An open stream of somebody. */
class Stream {
  readonly #socket: WebSocket;
  #closed: number | undefined;
  #answer: (statusCode: string) => void = () => {};

  constructor(node: ClusterProcess, headers: Readonly<Record<string, string>>) {
    this.#socket = new WebSocket(`${node.url.replace('http', 'ws')}/v3/stream`, { headers });
    this.#socket.on('message', (text) => {
      const message = JSON.parse(String(text)) as { readonly type: string; readonly statusCode?: string };
      if (message.type === 'answer') this.#answer(String(message.statusCode));
    });
    this.#socket.on('close', (code) => {
      this.#closed = code;
      this.#answer(String(code));
    });
  }

  /** The status code of a call on the stream, or the code with which it was closed. */
  async call(): Promise<string> {
    if (this.#closed !== undefined) return String(this.#closed);
    const { promise, resolve } = Promise.withResolvers<string>();
    this.#answer = resolve;
    const text = JSON.stringify({ op: 'cancelOrders', id: 1, fields: {} });
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text);
    else this.#socket.once('open', () => this.#socket.send(text));
    return promise;
  }

  end(): void {
    this.#socket.terminate();
  }
}

/** What somebody gets at every node: over HTTP, and on a stream that was opened before. */
class Access {
  readonly #streams: readonly Stream[];
  readonly #calls: readonly (() => Promise<string>)[];

  constructor(
    headers: (node: ClusterProcess) => Record<string, string>,
    http: (node: ClusterProcess) => Promise<string>,
  ) {
    this.#streams = nodes.map((node) => new Stream(node, headers(node)));
    this.#calls = [...nodes.map((node) => () => http(node)), ...this.#streams.map((stream) => () => stream.call())];
  }

  answers(): Promise<string[]> {
    return Promise.all(this.#calls.map((call) => call()));
  }

  /**
   * Resolves with the answers once none is a success, and how long that took. Who was refused at a node does not ask
   * there again: a node counts failed attempts of an address.
   */
  async ended(): Promise<{ readonly answers: readonly string[]; readonly ms: number }> {
    const startMs = performance.now();
    const refusalOf = async (call: () => Promise<string>): Promise<string> => {
      for (;;) {
        const answer = await call();
        if (answer !== '101') return answer;
        if (performance.now() - startMs > SERVED_MS_MAX) throw new Error('goes on');
      }
    };
    const answers = await Promise.all(this.#calls.map(refusalOf));
    return { answers, ms: performance.now() - startMs };
  }

  close(): void {
    for (const stream of this.#streams) stream.end();
  }
}

interface Client {
  readonly clientId: string;
  readonly keyId: string;
  readonly access: Access;
}

/** A client that no other test uses. */
async function openClient(): Promise<Client> {
  const { client } = await operate(cluster.first, 'createClient', { name: 'Example' });
  const { clientId } = client as { clientId: string };
  const made = await operate(cluster.first, 'createApiKey', { clientId });
  const as: Credentials = { clientID: clientId, developerAPIKey: String(made.developerAPIKey) };
  const access = new Access(
    () => ({ authorization: authorizationOf(as) }),
    async (node) => (await cluster.ask(node, 'cancelOrders', {}, { as })).body.statusCode,
  );
  return { clientId, keyId: (made.key as { keyId: string }).keyId, access };
}

/** Ends somebody's access, and expects that it ended everywhere in time. */
async function endsInTime(open: () => Promise<{ access: Access; end(): Promise<unknown> }>, codes: readonly string[]) {
  for (let left = TRIES - 1; ; left--) {
    const { access, end } = await open();
    expect(await access.answers()).toEqual(Array.from({ length: 2 * nodes.length }, () => '101'));
    await end();
    const { answers, ms } = await access.ended();
    access.close();
    const [overHttp, onStreams] = codes;
    expect(answers).toEqual([...nodes.map(() => overHttp), ...nodes.map(() => onStreams)]);
    if (ms <= WITHIN_MS) return;
    if (left === 0) expect(ms).toBeLessThanOrEqual(WITHIN_MS);
  }
}

const LOST = ['103', String(NOT_AUTHENTICATED)];
const ENDS_OF_KEYS: readonly (readonly [string, readonly string[], (client: Client) => object])[] = [
  ['revokeApiKey', LOST, ({ keyId }) => ({ keyId })],
  ['rotateApiKey', LOST, ({ keyId }) => ({ keyId, overlapMinutes: 0 })],
  ['updateClient', LOST, ({ clientId }) => ({ clientId, active: 'No' })],
  ['setScopes', ['1403', '1403'], ({ keyId }) => ({ keyId, preset: 'read-only' })],
  ['setMethodPermissions', ['111', '111'], ({ keyId }) => ({ keyId, deniedMethods: ['cancelOrders'] })],
];

describe.runIf(canHaveCluster)('access at three nodes', () => {
  beforeAll(async () => {
    cluster = await TestCluster.start({ nodes: 3 });
    nodes = cluster.nodes;
    for (const node of nodes.slice(1)) node.start();
    for (const node of nodes.slice(1)) await cluster.follows(node);
  });
  afterAll(() => cluster?.trial.close());

  async function eachEnds(): Promise<void> {
    for (const [index, [method, codes, body]] of ENDS_OF_KEYS.entries()) {
      const at = nodes[index % nodes.length] as ClusterProcess;
      await endsInTime(async () => {
        const client = await openClient();
        return { access: client.access, end: () => operate(at, method, body(client)) };
      }, codes);
    }
  }

  test('of a key ends within a second, whichever node ends it', eachEnds);

  test('of a session ends within a second, with its user too', async () => {
    const token = /#token=([\w-]+)$/.exec(await cluster.first.consoleLink())?.[1];
    const browser = new CookieBrowser();
    const { origin, host } = new URL(cluster.first.url);
    const own = { 'x-openats-console': '1', 'content-type': 'application/json' };
    const post = async (body: object) => {
      const init = { method: 'POST', headers: { ...own, origin }, body: JSON.stringify(body) };
      return (await (await browser.request(`${origin}/console/sign-in/link`, init)).json()) as Reply['body'];
    };
    const { sandboxUsers } = await post({ token });
    const users = sandboxUsers as readonly { readonly userId: string; readonly roles: readonly string[] }[];
    const { userId } = users.find(({ roles }) => roles.includes('trader'))!;
    const open = async (): Promise<Access> => {
      await operate(nodes[0]!, 'updateUser', { userId, active: 'Yes' });
      await post({ userId });
      const cookie = [...browser.jar(host)].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = (node: ClusterProcess) => ({ cookie, origin: new URL(node.url).origin });
      return new Access(headers, async (node) => {
        const init = { method: 'POST', headers: { ...own, ...headers(node) }, body: '{}' };
        const response = await fetch(`${node.url}/v3/cancelOrders`, init);
        return ((await response.json()) as Reply['body']).statusCode;
      });
    };
    const endSession = async () => {
      const { sessions } = await operate(nodes[1]!, 'getSessions', { userId });
      const [{ sessionId }] = sessions as [{ readonly sessionId: string }];
      await operate(nodes[1]!, 'endSession', { sessionId });
    };
    const endUser = () => operate(nodes[2]!, 'updateUser', { userId, active: 'No' });
    for (const end of [endSession, endUser]) await endsInTime(async () => ({ access: await open(), end }), LOST);
  });

  test('ends in time too once another node leads', async () => {
    await operate(cluster.first, 'handOverVenue', {});
    await cluster.follows(cluster.first);
    await vi.waitFor(async () => {
      const leading = await Promise.all(nodes.map((node) => node.probe('/ready/leader')));
      expect([leading[0], leading.includes(200)]).toEqual([503, true]);
    }, SERVED_MS_MAX);
    await eachEnds();
  });
});
