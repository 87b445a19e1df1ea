/** Two sessions, and anything that may happen to them: each report reaches its peer, and nobody else. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Field, fieldValue } from '../../src/codec/index.ts';
import { FixPeer } from '../support/fix-peer.ts';
import { report } from '../support/reports.ts';
import { startGateway } from '../support/test-gateway.ts';

const SESSIONS = ['CLIENT', 'SECOND'] as const;
const RUNS = process.env.THOROUGH === 'true' ? 300 : 25;
const RESET: Field[] = [[141, 'Y']];

const step = fc.record({
  compId: fc.constantFrom(...SESSIONS),
  action: fc.oneof(
    { weight: 6, arbitrary: fc.constant('reports' as const) },
    { weight: 3, arbitrary: fc.constantFrom('wrong key' as const, 'log on' as const, 'log on and reset' as const) },
    { weight: 2, arbitrary: fc.constantFrom('log out' as const, 'be logged out' as const, 'cut' as const) },
    { weight: 1, arbitrary: fc.constantFrom('reset within' as const, 'log on and out' as const) },
  ),
});
type Action = typeof step extends fc.Arbitrary<infer S> ? S : never;

type Started = Awaited<ReturnType<typeof startGateway>>;

/** One session over all connections that its peer, or a stranger in its name, ever had. */
class Side {
  readonly peers: FixPeer[] = [];
  readonly strangers: FixPeer[] = [];
  readonly names: string[] = [];
  readonly #started: Started;
  readonly #compId: string;

  constructor(started: Started, compId: string) {
    this.#started = started;
    this.#compId = compId;
  }

  get #session() {
    return this.#started.gateway.sessions.get(this.#compId)!;
  }

  get #peer(): FixPeer | undefined {
    return this.peers.at(-1);
  }

  async take(action: Action['action']): Promise<void> {
    if (action === 'reports') return this.append(3);
    if (action === 'wrong key') return this.#comeWithWrongKey();
    const isOff = this.#peer === undefined || this.#peer.isClosed;
    if (action.startsWith('log on') !== isOff) return;
    if (action === 'log on') await this.logOn();
    if (action === 'log on and reset') await this.logOn(RESET);
    if (action === 'log on and out') await this.#logOnAndOut();
    if (action === 'log out') this.#peer?.send('5');
    if (action === 'be logged out') this.#session.disconnect('the operator ends the session');
    if (action === 'log out' || action === 'be logged out') {
      this.append(2);
      await this.#peer?.closed();
    }
    if (action === 'cut') await this.#peer?.cut();
    if (action === 'reset within') await this.#resetWithin();
  }

  append(count: number): void {
    const application = this.#started.applications.find(({ port }) => port.name.startsWith(this.#compId));
    for (let at = 0; at < count; at++) {
      const name = `${this.#compId}-${this.names.length}`;
      this.names.push(name);
      application?.port.append([report(name)]);
    }
  }

  async logOn(fields: readonly Field[] = []): Promise<void> {
    const peer = await this.#connect(fields === RESET);
    peer.logOn(fields);
    await peer.until(({ msgType }) => msgType === 'A');
  }

  /** Without a look at what comes. */
  async #logOnAndOut(): Promise<void> {
    const peer = await this.#connect(false);
    peer.logOn();
    peer.send('5');
    await peer.closed();
  }

  async #connect(isReset: boolean): Promise<FixPeer> {
    await expect.poll(() => this.#session.isTaken).toBe(false);
    const options = { port: this.#started.port, compId: this.#compId };
    const peer = await FixPeer.connect(isReset || !this.#peer ? options : { ...options, previous: this.#peer });
    this.peers.push(peer);
    return peer;
  }

  async #resetWithin(): Promise<void> {
    const peer = this.#peer as FixPeer;
    const { length } = peer.received;
    peer.logOn(RESET, { seq: 1 });
    peer.nextOut = 2;
    await peer.until(({ msgType }, at) => at >= length && msgType === 'A');
  }

  async #comeWithWrongKey(): Promise<void> {
    const stranger = await FixPeer.connect({ port: this.#started.port, compId: this.#compId, key: 'wrong' });
    this.strangers.push(stranger);
    stranger.logOn();
  }

  get received() {
    return this.peers.flatMap(({ received }) => received).filter(({ msgType }) => msgType === '8');
  }

  async check(): Promise<void> {
    if (this.#peer?.isClosed !== false) await this.logOn();
    this.append(1);
    const all = () => new Set(this.received.map((message) => fieldValue(message, 11)));
    await expect.poll(() => this.names.filter((name) => !all().has(name)), { interval: 5 }).toEqual([]);
    expect([...all()].filter((name) => !this.names.includes(name as string))).toEqual([]);
    const first = this.received.filter((message) => fieldValue(message, 97) !== 'Y');
    expect(new Set(first.map((message) => fieldValue(message, 11))).size).toBe(first.length);
    expect(this.strangers.flatMap(({ received }) => received)).toEqual([]);
    for (const { received } of this.peers) {
      const logout = received.findIndex(({ msgType }) => msgType === '5');
      if (logout >= 0) expect(received.slice(logout + 1)).toEqual([]);
    }
  }
}

test('each report reaches its peer, by itself, when it asks, or after a reset; nobody else gets any', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
    const started = await startGateway();
    const sides = new Map(SESSIONS.map((compId) => [compId, new Side(started, compId)]));
    for (const side of sides.values()) await side.logOn();
    for (const { compId, action } of steps) await sides.get(compId)?.take(action);
    for (const side of sides.values()) await side.check();
    for (const side of sides.values()) for (const peer of [...side.peers, ...side.strangers]) peer.socket.destroy();
    await started.close();
  });
  await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
});
