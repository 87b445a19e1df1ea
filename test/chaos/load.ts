/** Eight connections and more that trade, change, cancel, read and register, and ask again until they are answered. */
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import WebSocket from 'ws';
import type { ClusterProcess, Credentials } from '../../scripts/cluster/cluster-process.ts';
import type { Dice } from '../e2e/support/dice.ts';
import { nowUs, type RunRecord } from './record.ts';

/** More than a node holds a call for. */
const CALL_MS_MAX = 15_000;
const PAUSE_MS = 20;
const SILENCE_MS_MAX = 3000;
/** An answer that does not come for so long means that the cluster is stuck. */
const ANSWERED_MS_MAX = 240_000;
const PRICES = ['9.90', '9.95', '10.00', '10.05', '10.10'];
const CONTINGENCIES = ['None', 'None', 'None', 'All or None', 'Minimum Quantity'];
const LIVE_MAX = 30;

export interface LoadTarget {
  readonly nodes: readonly ClusterProcess[];
  readonly credentials: Credentials;
  readonly issuerId: string;
  readonly securityIds: readonly string[];
}

interface Asked {
  readonly http: number;
  readonly replayed: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Asks the node that the run names, or, from an answer that does not come until all nodes serve again, the next ones in
 * turn. Without the return all callers would in the end be at one node.
 */
export class Caller {
  readonly #target: LoadTarget;
  readonly #home: number;
  readonly #agent = new Agent({ connections: 1, pipelining: 1, connectTimeout: 1000 });
  readonly #record: RunRecord;
  #at: number;
  #recoveries = 0;

  constructor(target: LoadTarget, record: RunRecord, home = 0) {
    this.#target = target;
    this.#record = record;
    this.#home = home;
    this.#at = home;
  }

  /** The body of the answer, which is not 503. */
  async call(method: string, body: object, key: string | null, verb: 'POST' | 'PUT' = 'POST') {
    const firstUs = nowUs();
    if (this.#recoveries !== this.#record.recoveries) {
      this.#recoveries = this.#record.recoveries;
      this.#at = this.#home;
    }
    for (let tries = 1; ; tries++) {
      const askedUs = key === null ? nowUs() : firstUs;
      const answer = await this.#noted(() => this.#ask(method, body, key, verb));
      if (answer !== undefined) {
        const { statusCode } = answer.body as { statusCode: string };
        const { name: node } = this.#node;
        const seen = { method, key, node, askedUs, answeredUs: nowUs(), tries, replayed: answer.replayed };
        this.#record.calls.push({ ...seen, statusCode, body: answer.body });
        if (key !== null) this.#record.acknowledged.push({ node, atMs: performance.now() });
        return answer.body as Record<string, unknown> & { statusCode: string };
      }
      if (nowUs() - firstUs > ANSWERED_MS_MAX * 1000) throw new Error(`${method} was not answered for too long`);
      this.#at++;
      await delay(PAUSE_MS);
    }
  }

  get #node(): ClusterProcess {
    const { nodes } = this.#target;
    return nodes[this.#at % nodes.length] as ClusterProcess;
  }

  /** Undefined where the node gave no answer, or 503: the next one is asked. */
  async #noted(ask: () => Promise<Asked>) {
    const { name: node } = this.#node;
    const askedMs = performance.now();
    const note = (reason: string) => {
      this.#record.unanswered.push({ node, askedMs, atMs: performance.now(), reason });
      return undefined;
    };
    try {
      const answer = await ask();
      return answer.http >= 500 ? note(`${answer.http} ${JSON.stringify(answer.body['Error(s)'])}`) : answer;
    } catch (error) {
      return note(error instanceof Error ? error.message : String(error));
    }
  }

  async #ask(method: string, body: object, key: string | null, verb: 'POST' | 'PUT'): Promise<Asked> {
    const { credentials } = this.#target;
    const response = await request(`${this.#node.url}/v3/${method}`, {
      method: verb,
      dispatcher: this.#agent,
      signal: AbortSignal.timeout(CALL_MS_MAX),
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${credentials.clientID}:${credentials.developerAPIKey}`,
        ...(key === null ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
    });
    const text = (await response.body.json()) as Record<string, unknown>;
    return {
      http: response.statusCode,
      replayed: response.headers['idempotency-replayed'] === 'true',
      body: text,
    };
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

/** Trades until it is stopped; answers when its last call was answered. */
export async function trade(target: LoadTarget, record: RunRecord, run: TradeRun): Promise<void> {
  const { dice, name, isOver } = run;
  const caller = new Caller(target, record, run.node);
  let live: string[] = [];
  let count = 0;
  const forget = (orderId: string) => {
    live = live.filter((one) => one !== orderId);
  };
  while (!isOver()) {
    const key = `${name}-${++count}`;
    const roll = dice.between(1, 100);
    const orderid = live.length > 0 ? dice.pick(live) : undefined;
    if (roll <= 2) await caller.call('createParty', partyOf(key), key, 'PUT');
    else if (orderid === undefined || (roll <= 55 && live.length < LIVE_MAX)) {
      const { orderDetails } = await caller.call('createOrder', orderOf(target, dice, name), key);
      const { orderId } = (orderDetails ?? {}) as { orderId?: string };
      if (orderId !== undefined) live.push(orderId);
    } else if (roll <= 70) {
      await caller.call('cancelOrder', { orderid }, key);
      if (dice.chance(0.5)) await caller.call('getOrder', { orderid }, null);
      forget(orderid);
    } else if (roll <= 85) {
      const { statusCode } = await caller.call('replaceOrder', changeOf(orderid, dice), key);
      if (statusCode === '190') forget(orderid);
      if (dice.chance(0.5)) await caller.call('getOrder', { orderid }, null);
    } else await caller.call('getOrder', { orderid }, null);
  }
  await caller.close();
}

export interface TradeRun {
  readonly name: string;
  /** The node that it asks first. */
  readonly node: number;
  readonly dice: Dice;
  readonly isOver: () => boolean;
}

function partyOf(key: string): object {
  return {
    firstName: 'Chaos',
    lastName: key,
    domicile: 'U.S. citizen',
    dob: '01-01-1980',
    primCountry: 'USA',
    primAddress1: '1 Main Street',
    primCity: 'Springfield',
    primState: 'IL',
    primZip: '62701',
    emailAddress: 'someone@example.com',
  };
}

export function orderOf({ issuerId, securityIds }: LoadTarget, dice: Dice, name: string): object {
  const quantity = dice.between(1, 20) * 10;
  const contingencies = dice.pick(CONTINGENCIES);
  return {
    memberid: name,
    issuerid: issuerId,
    securityid: dice.pick(securityIds),
    type: 'Limit',
    action: dice.chance(0.5) ? 'Buy' : 'Sell',
    quantity,
    price: dice.pick(PRICES),
    expiration: dice.pick(['GTC', 'GTC', 'GTC', 'IOC']),
    disclosePrice: 'Yes',
    contingencies,
    ...(contingencies === 'Minimum Quantity' ? { minimumThreshold: dice.between(1, quantity) } : {}),
    solicited: 'Unsolicited',
  };
}

function changeOf(orderid: string, dice: Dice): object {
  return dice.chance(0.5) ? { orderid, price: dice.pick(PRICES) } : { orderid, quantity: dice.between(1, 250) };
}

/** Listens to the tops of all securities at one node until it is stopped: a connection that ends is noted. */
export async function listen(
  { credentials, securityIds }: LoadTarget,
  record: RunRecord,
  { node: { name, url }, isOver }: ListenRun,
): Promise<void> {
  const authorization = `Bearer ${credentials.clientID}:${credentials.developerAPIKey}`;
  while (!isOver()) {
    const tops = new TopSequence(record);
    let openedMs: number | undefined;
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/v3/stream`, {
      headers: { authorization },
      handshakeTimeout: 1000,
    });
    await new Promise<void>((resolve) => {
      const watch = setInterval(() => isOver() && socket.terminate(), 100);
      let receivedMs = performance.now();
      // A market without a change sends nothing: a node that answers no ping is silent.
      const silence = setInterval(() => {
        if (performance.now() - receivedMs > SILENCE_MS_MAX) socket.terminate();
        else if (openedMs !== undefined) socket.ping();
      }, 500);
      socket.on('pong', () => {
        receivedMs = performance.now();
      });
      socket.on('open', () => {
        openedMs = performance.now();
        socket.send(JSON.stringify({ op: 'subscribe', channel: 'topOfBook', securityIds }));
      });
      socket.on('message', (text: Buffer) => {
        receivedMs = performance.now();
        tops.note(JSON.parse(text.toString()) as Message);
      });
      socket.on('error', () => {});
      socket.on('close', (code) => {
        const atMs = performance.now();
        const silentMs = Math.round(atMs - receivedMs);
        const reason = `a stream ended with ${code}, ${silentMs} ms after its last message or pong`;
        // A connection that was never open is the node's start, or its end.
        if (openedMs !== undefined && !isOver()) record.unanswered.push({ node: name, askedMs: atMs, atMs, reason });
        clearInterval(watch);
        clearInterval(silence);
        resolve();
      });
    });
    await delay(PAUSE_MS);
  }
}

interface ListenRun {
  readonly node: ClusterProcess;
  readonly isOver: () => boolean;
}

interface Message {
  readonly type: string;
  readonly securityId?: string;
  readonly seq?: number;
  readonly prevSeq?: number;
  readonly bid?: unknown;
  readonly offer?: unknown;
}

/** The tops of one connection: each names the one before it. */
class TopSequence {
  readonly #record: RunRecord;
  readonly #last = new Map<string, number>();

  constructor(record: RunRecord) {
    this.#record = record;
  }

  note({ securityId, seq, prevSeq, bid, offer }: Message): void {
    if (securityId === undefined || seq === undefined || bid === undefined) return;
    const last = this.#last.get(securityId);
    if (last !== undefined && prevSeq !== undefined && prevSeq !== last) {
      this.#record.gaps.push(`a stream has top ${seq} of security ${securityId} after ${last}, not ${prevSeq}`);
    }
    this.#last.set(securityId, seq);
    if (seq > 0) this.#record.tops.push({ securityId, seq, content: JSON.stringify([bid, offer]) });
  }
}
