import { availableParallelism } from 'node:os';
import { v8Flags } from '../../scripts/v8-flags.mjs';
import type { StreamSettings } from '../../src/marketdata/requests/settings.ts';
import { StreamChild } from './child.ts';
import { audience, type Channels, FILLER, type Interest, securitiesOf } from './plan.ts';
import type { GroupsOrder, PublishOrder } from './publisher.ts';
import type { ServerOrder, Usage } from './server.ts';
import type { ConnectOrder, Received, SubscribersOrder } from './subscribers.ts';

/** Those of `npm start`; garbage is collected before memory is read. */
const SERVER_FLAGS = [...v8Flags(availableParallelism()), '--expose-gc'];

/** Slow readers have one security for themselves, with which their lines are filled. */
const SLOW_SECURITIES = [FILLER, ...securitiesOf(0, 'one')].map(String);

/** One measurement: what was published until the last subscriber had the last of it. */
export interface Block {
  readonly deliveries: number;
  /** From the first publishing to the last delivery. */
  readonly seconds: number;
  readonly serverCpu_seconds: number;
  readonly subscribersCpu_seconds: number;
  /** For each update, from its publishing until the last subscriber had it, sorted; empty unless asked for. */
  readonly latencies_ms: readonly number[];
}

export interface LoadOrder extends PublishOrder {
  readonly updates: number;
}

/** A server, the venue's stream or the bare one, and the process of its subscribers. */
export class StreamSide {
  readonly #server: StreamChild<ServerOrder>;
  readonly #port: number;
  readonly #subscribers: StreamChild<SubscribersOrder>;
  readonly #isStream: boolean;
  #audience: readonly (readonly [number, number])[] = [];

  private constructor(
    server: StreamChild<ServerOrder>,
    port: number,
    subscribers: StreamChild<SubscribersOrder>,
    isStream: boolean,
  ) {
    this.#server = server;
    this.#port = port;
    this.#subscribers = subscribers;
    this.#isStream = isStream;
    subscribers.onProgress = (progress) => server.report({ progress });
  }

  /** settings: those of the stream; null: the bare server. @param deflate its terms of permessage-deflate */
  static async start(settings: Partial<StreamSettings> | null, deflate: object | false = false): Promise<StreamSide> {
    const args = settings === null ? ['bare', JSON.stringify(deflate)] : ['stream', JSON.stringify(settings)];
    const [server, subscribers] = await Promise.all([
      StreamChild.start<ServerOrder>('./server.ts', args, SERVER_FLAGS),
      StreamChild.start<SubscribersOrder>('./subscribers.ts'),
    ]);
    return new StreamSide(server.child, server.greeting as number, subscribers.child, settings !== null);
  }

  async connect(subscribers: number, interest: Interest): Promise<void> {
    await this.#connect({ subscribers, securities: interest });
    this.#audience = [...audience(subscribers, interest)];
  }

  /** Each a separate client. */
  async connectApart(subscribers: number, channels: Channels, deflate = false): Promise<void> {
    await this.#connect({ subscribers, securities: 'one', channels, apart: true, deflate });
  }

  /** What came to the subscribers since they connected. */
  async bytes(): Promise<number> {
    return (await this.#subscribers.ask({ op: 'bytes' })) as number;
  }

  /** Subscribers that read slowly what all the others have too, and have more than `bytes` waiting already. */
  async connectSlow(readers: number, bytes: number): Promise<void> {
    await this.#connect({ subscribers: readers, securities: SLOW_SECURITIES, slow: true });
    await this.#server.ask({ op: 'fill', readers, bytes });
  }

  /** How many connections have more than this unsent. */
  async full(bytes: number): Promise<number> {
    return (await this.#server.ask({ op: 'full', bytes })) as number;
  }

  async disconnect(slow = false): Promise<void> {
    await this.#subscribers.ask({ op: 'disconnect', slow });
  }

  /** collected: after the server has collected its garbage. */
  async usage(collected: boolean): Promise<Usage> {
    return (await this.#server.ask({ op: 'usage', collected })) as Usage;
  }

  async run({ updates, ...pace }: LoadOrder): Promise<Block> {
    const deliveries = (await this.#server.ask({ op: 'prepare', updates, audience: this.#audience })) as number;
    await this.#subscribers.ask({ op: 'expect', deliveries, updates: pace.latency ? updates : null });
    const before = await this.usage(true);
    const received = this.#subscribers.ask({ op: 'result' }) as Promise<Received>;
    const publishedAt_ms = (await this.#server.ask({ op: 'publish', ...pace })) as readonly number[];
    const { finishedAt_ms, cpu_seconds, lastAt_ms } = await received;
    const after = await this.usage(false);
    return {
      deliveries,
      seconds: (finishedAt_ms - (publishedAt_ms[0] ?? Number.NaN)) / 1000,
      serverCpu_seconds: after.cpu_seconds - before.cpu_seconds,
      subscribersCpu_seconds: cpu_seconds,
      latencies_ms: lastAt_ms.map((at_ms, i) => at_ms - (publishedAt_ms[i] ?? Number.NaN)).sort((a, b) => a - b),
    };
  }

  /** Ten that read slowly what the others have of all channels, and have more than `bytes` waiting already. */
  async connectSlowToAll(readers: number, bytes: number): Promise<void> {
    await this.#connect({
      subscribers: readers,
      securities: SLOW_SECURITIES,
      slow: true,
      channels: 'all',
      apart: true,
    });
    await this.#server.ask({ op: 'fill', readers, bytes });
  }

  /** Groups of changes that all channels publish, as fast as the subscribers receive. */
  async runGroups(order: Omit<GroupsOrder, 'securityId'>): Promise<Block & { readonly bytes: number }> {
    const [securityId = 0] = securitiesOf(0, 'one');
    const deliveries = (await this.#server.ask({ op: 'prepareGroups', ...order, securityId })) as number;
    await this.#subscribers.ask({ op: 'expect', deliveries, updates: null });
    const before = await this.usage(true);
    const bytesBefore = await this.bytes();
    const received = this.#subscribers.ask({ op: 'result' }) as Promise<Received>;
    const publishedAt_ms = (await this.#server.ask({ op: 'publishGroups' })) as number;
    const { finishedAt_ms, cpu_seconds, bytes } = await received;
    const after = await this.usage(false);
    return {
      deliveries,
      bytes: bytes - bytesBefore,
      seconds: (finishedAt_ms - publishedAt_ms) / 1000,
      serverCpu_seconds: after.cpu_seconds - before.cpu_seconds,
      subscribersCpu_seconds: cpu_seconds,
      latencies_ms: [],
    };
  }

  close(): void {
    this.#server.close();
    this.#subscribers.close();
  }

  async #connect(order: Partial<ConnectOrder> & Pick<ConnectOrder, 'subscribers' | 'securities'>): Promise<void> {
    await this.#subscribers.ask({
      op: 'connect',
      port: this.#port,
      authorization: 'Bearer subscriber:key',
      channels: 'top',
      snapshots: this.#isStream,
      slow: false,
      ...order,
    });
  }
}
