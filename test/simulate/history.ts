import type { DriverConnection } from '../../src/cluster/connection.ts';
import type { OrderView } from '../../src/exchange/api/orders.ts';
import type { OrderId } from '../../src/exchange/api/units.ts';
import type { LiveExchange } from '../../src/exchange/live-exchange.ts';
import { HistoryFollower, type Projection } from '../../src/history/follower.ts';
import { HistoryGap } from '../../src/history/history-gap.ts';
import type { ProcessFiles } from './disk.ts';
import type { SimulatedProcess } from './machine.ts';

const SNAPSHOT_COMMANDS = 40;
const NOTIFY_MS = 50;
const AGAIN_MS = 300;
const ANSWER_MS_MAX = 3000;

/** The order history of a venue, as its follower and its readers see it. */
export interface History extends Projection {
  order(orderId: OrderId): Promise<OrderView | undefined>;
}

/** The history in the database, asked until it answers. */
export function historyIn(process: SimulatedProcess, connect: () => Promise<DriverConnection>): History {
  let connection: DriverConnection | undefined;
  const ask = async (name: string, values: readonly unknown[]) => {
    for (;;) {
      try {
        connection ??= await connect();
        const { warnings } = connection;
        const reply = await answered(process, connection.query({ name, text: '' }, values));
        // As the pool of the program: what may yet be lost is not believed.
        if (connection.warnings > warnings) throw new Error('the database did not wait for its standby');
        return reply;
      } catch (error) {
        if (error instanceof HistoryGap) throw error;
        connection?.destroy();
        connection = undefined;
        await new Promise<void>((resolve) => void process.after(AGAIN_MS, resolve));
      }
    }
  };
  return {
    position: async () => Number((await ask('lockPosition', [])).rows[0]?.answer),
    apply: async (events) => void (await ask('project', [events])),
    order: async (orderId) => (await ask('historyOrder', [orderId])).rows[0]?.answer as OrderView | undefined,
  };
}

async function answered<T>(process: SimulatedProcess, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const cancel = process.after(ANSWER_MS_MAX, () => reject(new Error('the database did not answer')));
  try {
    return await Promise.race([work, promise]);
  } finally {
    cancel();
  }
}

/** The history of a process alone: in a file that no power cut touches, written a moment later. */
export class LocalHistory implements History {
  readonly #orders = new Map<number, OrderView>();
  #position = 0;
  /** The process that asks. */
  process: SimulatedProcess | undefined;

  get end(): number {
    return this.#position;
  }

  async position(): Promise<number> {
    return this.#position;
  }

  async apply(events: Parameters<Projection['apply']>[0]): Promise<void> {
    const { process } = this;
    await new Promise<void>((resolve) => void process?.after(2, resolve));
    process?.effect();
    for (const event of events) {
      if (event.seq <= this.#position) continue;
      if (event.seq !== this.#position + 1) throw new HistoryGap(this.#position + 1, event.seq);
      this.#position = event.seq;
      if (event.type === 'order') this.#orders.set(event.order.orderId, event.order);
    }
  }

  async order(orderId: OrderId): Promise<OrderView | undefined> {
    return this.#orders.get(orderId);
  }
}

export interface FollowingDeps {
  readonly process: SimulatedProcess;
  readonly files: ProcessFiles;
  readonly folder: string;
  readonly history: History;
  readonly onFailure: (reason: string) => void;
}

export interface ProcessFollower {
  readonly follower: HistoryFollower;
  /** Receives the commands, as the history thread of the program does. */
  readonly durable: (sequence: number) => void;
  /** Resolves once the history holds everything up to an event. */
  readonly reached: (eventSeq: number) => Promise<void>;
  /** As FollowerThread.confirm. */
  readonly confirm: () => Promise<void>;
}

/** The follower of a process. */
export async function openFollower(exchange: LiveExchange, deps: FollowingDeps): Promise<ProcessFollower> {
  const { process, files, folder, history, onFailure } = deps;
  let projected = 0;
  let waiting: { readonly eventSeq: number; readonly resolve: () => void }[] = [];
  const onProjected = (eventSeq: number) => {
    exchange.projected(eventSeq);
    projected = eventSeq;
    for (const one of waiting) if (one.eventSeq <= projected) one.resolve();
    waiting = waiting.filter((one) => one.eventSeq > projected);
  };
  const reached = (eventSeq: number) =>
    new Promise<void>((resolve) => {
      if (eventSeq <= projected) resolve();
      else waiting.push({ eventSeq, resolve });
    });
  const follower = await HistoryFollower.open({
    files,
    folder,
    shard: 0,
    projection: history,
    snapshotCommands: SNAPSHOT_COMMANDS,
    archiveFolder: null,
    onProjected,
    onNote: () => {},
  });
  let isNotifying = false;
  let last = 0;
  const durable = (sequence: number) => {
    last = Math.max(last, sequence);
    if (isNotifying) return;
    isNotifying = true;
    process.after(NOTIFY_MS, () => {
      isNotifying = false;
      follower.advance(last).catch((error: Error) => process.isAlive && onFailure(error.message));
    });
  };
  return { follower, durable, reached, confirm: () => follower.confirm() };
}
