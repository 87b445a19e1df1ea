/**
 * Connections of the stream with cancelOnDisconnect (V57, V58, J25), each of another client. Each ends at some moment,
 * by its client or with the process of its node, or never: its orders are cancelled if it ended, and never before.
 */

import { limitTicket } from '../../scripts/limit-ticket.ts';
import type { EnterCommand } from '../../src/exchange/api/commands.ts';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { OrderId } from '../../src/exchange/api/units.ts';
import type { LiveExchange } from '../../src/exchange/live-exchange.ts';
import { type Client, TRADING_SCOPE } from '../../src/http/methods/index.ts';
import { OrderWatch } from '../../src/marketdata/connection/order-watch.ts';
import { PendingCalls } from '../../src/marketdata/connection/pending-calls.ts';
import type { Sessions, StreamContext } from '../../src/marketdata/connection/stream-context.ts';
import type { Request, Response } from './calls.ts';
import { SECURITY_IDS } from './clients.ts';
import type { SimulatedProcess } from './machine.ts';
import type { Server } from './server.ts';
import type { World } from './world.ts';

/** Longer than any process gets no processor, so that those with a connection ask again in time. */
const SECONDS = 20;
const CLIENTS = 3;
const ORDERS_MAX = 2;
const STAYS_CHANCE = 0.3;
const OPEN_US_MAX = 6_000_000;
const ANSWER_US_MAX = 3_000_000;
const DELAY_US_MAX = 500;
const AGAIN_US_MAX = 300_000;
const LOOK_US = 500_000;
/** From the end of a connection to the end of its orders, without faults: the node is missed, then the seconds pass. */
export const ENDED_US_MAX = (SECONDS + 20) * 1_000_000;
/** Below all other prices: nobody trades with it. */
const PRICE = 1_000_000;
const HEARTBEAT_MS = 1000;

export interface StreamServerDeps {
  readonly process: SimulatedProcess;
  readonly exchange: LiveExchange;
  readonly server: Server;
  readonly sessions: Sessions;
}

/** The client of a connection. */
export interface StreamListener {
  onReply(message: { readonly type?: string }): void;
  /** The node ended it. */
  onEnd(): void;
}

/** The connection, for its client. */
export interface StreamEnd {
  readonly process: SimulatedProcess;
  watch(): void;
  ask(what: Request, answer: (response: Response) => void): void;
  /** It is closed or broken. */
  lost(): void;
}

/** The connections of a process, as src/marketdata/connection/connection.ts has it. */
export class StreamServer {
  readonly #deps: StreamServerDeps;
  readonly #open = new Map<OrderWatch, () => void>();
  #isChecking = false;

  constructor(deps: StreamServerDeps) {
    this.#deps = deps;
  }

  /** The process stops in order. */
  stop(): void {
    for (const watch of this.#open.keys()) watch.keep();
  }

  /** undefined: it refuses. */
  open(clientId: string, { onReply, onEnd }: StreamListener): StreamEnd | undefined {
    const { process, exchange, server, sessions } = this.#deps;
    if (!process.isAlive || server.isClosing || !server.isOpen) return undefined;
    if (!this.#isChecking) process.every(HEARTBEAT_MS, () => this.#endWhereClosed());
    this.#isChecking = true;
    const context = {
      exchange,
      sessions,
      hasAccount: async () => true,
      settings: { heartbeatMs: HEARTBEAT_MS },
      timers: process,
      log: { warn: () => {} },
    };
    const calls = new PendingCalls({ calls: null, answer: () => {}, cut: () => {}, onEnd: () => {} });
    const watch = new OrderWatch(context as unknown as StreamContext, calls, (message) => {
      if (process.mayAct() && server.isOpen) onReply(message);
    });
    this.#open.set(watch, onEnd);
    const client = { clientId, deniedMethods: new Set(), scopes: new Set([TRADING_SCOPE]) } as unknown as Client;
    const request = { op: 'cancelOnDisconnect', id: 1, enabled: true, accountId: null, seconds: SECONDS } as const;
    return {
      process,
      watch: () => process.deliver(() => watch.perform(request, client)),
      ask: (what: Request, answer: (response: Response) => void) =>
        process.deliver(() => void server.ask(what, answer).catch(() => {})),
      lost: () =>
        process.deliver(() => {
          if (this.#open.delete(watch)) watch.lost();
        }),
    };
  }

  /** A process that may send nothing ends its connections (J22), at the next heartbeat. */
  #endWhereClosed(): void {
    if (this.#deps.server.isOpen) return;
    for (const [watch, onEnd] of this.#open) {
      onEnd();
      watch.lost();
    }
    this.#open.clear();
  }
}

interface Connection {
  readonly clientId: string;
  readonly orders: OrderId[];
  isOver: boolean;
}

/** The machine of a node. */
interface StreamMachine {
  readonly exchange: LiveExchange | undefined;
  openStream(clientId: string, listener: StreamListener): StreamEnd | undefined;
}

export interface StreamClientsDeps {
  readonly world: World;
  readonly machines: readonly StreamMachine[];
  readonly onWrong: (what: string) => void;
}

export class StreamClients {
  readonly #deps: StreamClientsDeps;
  readonly #connections: Connection[] = [];
  /** No new connection is made any more. */
  #isOver = () => false;
  readonly #byOrder = new Map<OrderId, Connection>();

  constructor(deps: StreamClientsDeps) {
    this.#deps = deps;
  }

  /** Resolves when the last connections that are to end have ended. */
  async run(isOver: () => boolean): Promise<void> {
    this.#isOver = isOver;
    await Promise.all(Array.from({ length: CLIENTS }, (_, number) => this.#connectUntilOver(number)));
  }

  /** To be called with each event that a node publishes. */
  published(event: ExchangeEvent): void {
    if (event.type !== 'order' || event.change !== 'cancelled') return;
    const connection = this.#byOrder.get(event.order.orderId);
    if (connection === undefined || connection.isOver) return;
    this.#deps.onWrong(`order ${event.order.orderId} of ${connection.clientId} was cancelled with its connection open`);
  }

  /** Waits until the orders of ended connections have ended, and says which have not, or have without. */
  async settled(): Promise<void> {
    const { world, machines, onWrong } = this.#deps;
    // A leader may be without its lease for a moment.
    const newest = () => machines.map(({ exchange }) => exchange).reduce((one, other) => newer(one, other));
    const isLive = (orderId: OrderId) => newest()?.order(orderId)?.status === 'Live';
    // A connection that ends from now on, as its leader loses the lease, has its seconds after the end of the check.
    const over = this.#connections.filter(({ isOver }) => isOver);
    const left = () => over.filter(({ orders }) => orders.some(isLive)).map(({ clientId }) => clientId);
    for (const endUs = world.nowUs + ENDED_US_MAX; world.nowUs < endUs && left().length > 0; ) {
      await world.sleep(LOOK_US);
    }
    for (const clientId of left()) onWrong(`the connection of ${clientId} ended, and its orders stayed`);
    for (const { clientId, isOver, orders } of this.#connections) {
      if (!isOver && !orders.every(isLive)) onWrong(`the connection of ${clientId} is open, and its orders ended`);
    }
  }

  async #connectUntilOver(number: number): Promise<void> {
    const { world } = this.#deps;
    for (let count = 0; !this.#isOver(); count++) {
      await this.#connect(`stream${number}-${count}`);
      await world.sleep(world.dice.between(0, AGAIN_US_MAX));
    }
  }

  async #connect(clientId: string): Promise<void> {
    const { world, machines } = this.#deps;
    const { dice } = world;
    const asked = Promise.withResolvers<void>();
    let isAsked = false;
    const connection: Connection = { clientId, orders: [], isOver: false };
    const ended = Promise.withResolvers<void>();
    const end = () => {
      connection.isOver = true;
      ended.resolve();
    };
    const stream = dice.pick(machines).openStream(clientId, {
      onReply: ({ type }) => {
        isAsked = type === 'cancelOnDisconnect';
        asked.resolve();
      },
      onEnd: end,
    });
    if (stream === undefined) return;
    stream.process.onEnd(end);
    const isHere = async (work: Promise<unknown>, us: number) => {
      await Promise.race([work, ended.promise, world.sleep(us)]);
      return !connection.isOver;
    };
    stream.watch();
    if ((await isHere(asked.promise, ANSWER_US_MAX)) && isAsked) {
      this.#connections.push(connection);
      for (let order = dice.between(1, ORDERS_MAX); order > 0; order--) {
        const made = this.#enter(stream, `${clientId}-${order}`);
        if (!(await isHere(made.answered, ANSWER_US_MAX)) || made.orderId === undefined) continue;
        connection.orders.push(made.orderId);
        this.#byOrder.set(made.orderId, connection);
      }
      const stays = dice.chance(STAYS_CHANCE);
      while ((await isHere(world.sleep(dice.between(0, OPEN_US_MAX)), OPEN_US_MAX)) && stays && !this.#isOver());
      if (stays && !connection.isOver) return;
    }
    if (connection.isOver) return;
    world.note(`the connection of ${clientId} ends`);
    end();
    world.after(dice.between(1, DELAY_US_MAX), stream.lost);
  }

  #enter({ ask }: StreamEnd, key: string) {
    const { world } = this.#deps;
    const { promise: answered, resolve } = Promise.withResolvers<void>();
    const made: { answered: Promise<void>; orderId: OrderId | undefined } = { answered, orderId: undefined };
    const command: EnterCommand = {
      type: 'enter',
      ticket: limitTicket({
        clientId: key.slice(0, key.lastIndexOf('-')),
        securityId: world.dice.pick(SECURITY_IDS),
        side: 'buy',
        expiration: 'GTC',
      }),
      quantity: 10,
      price: PRICE,
      contingency: 'None',
      minimum: 0,
    };
    ask({ kind: 'change', command: { ...command, idempotency: { key, bodyHash: key } } }, (response) => {
      if (response.kind === 'outcome' && response.outcome.ok) made.orderId = response.outcome.order?.orderId;
      resolve();
    });
    return made;
  }
}

function newer(one: LiveExchange | undefined, other: LiveExchange | undefined): LiveExchange | undefined {
  return (other?.sequence ?? -1) > (one?.sequence ?? -1) ? other : one;
}
