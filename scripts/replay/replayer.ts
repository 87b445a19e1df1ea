/** Turns the messages of a file into calls, in their order. */
import { type Answer, type Call, type Desk, ENDED, MALFORMED, OK } from './desk.ts';
import type { OrderedExecution } from './executions.ts';
import {
  CROSS_TRADE,
  DELETION,
  EXECUTION,
  HALT_INDICATOR,
  HALTED,
  HIDDEN_EXECUTION,
  type Message,
  REDUCTION,
  SUBMISSION,
  TRADING_RESUMED,
} from './message.ts';
import type { OwnOrder, OwnOrders } from './own-orders.ts';
import type { Tally } from './tally.ts';

export interface ReplayerDeps {
  readonly desk: Desk;
  readonly orders: OwnOrders;
  readonly tally: Tally;
  readonly executions: OrderedExecution[];
}

/**
 * Plays one message after another. A message that cannot be sent before an earlier call is answered (it needs the id of
 * the order, or the outcome of a reduction) holds up the later ones: nothing overtakes.
 */
export class Replayer {
  readonly #desk: Desk;
  readonly #orders: OwnOrders;
  readonly #tally: Tally;
  readonly #executions: OrderedExecution[];

  constructor({ desk, orders, tally, executions }: ReplayerDeps) {
    this.#desk = desk;
    this.#orders = orders;
    this.#tally = tally;
    this.#executions = executions;
  }

  /** Resolves when the calls of the message are made and the next message may follow. index counts from 0. */
  async play(message: Message, index: number): Promise<void> {
    this.#tally.messages++;
    switch (message.type) {
      case SUBMISSION:
        return await this.#submit(message, index);
      case REDUCTION:
        return await this.#reduce(message, index);
      case DELETION:
        return await this.#delete(message, index);
      case EXECUTION:
        return await this.#execute(message, index);
      case HALT_INDICATOR:
        return await this.#haltOrResume(message, index);
      case HIDDEN_EXECUTION:
      case CROSS_TRADE:
        // Neither touches the visible book.
        this.#tally.skipped++;
    }
  }

  async #submit({ orderId, size, price, side }: Message, index: number): Promise<void> {
    const entered = await this.#call(
      { method: 'createOrder', entry: { side, quantity: size, price, expiration: 'GTC' } },
      `${index}`,
    );
    this.#await(this.#orders.add(orderId, size), entered.answer);
  }

  /** Sends the order that hit: on the other side, at the price and size of the execution, gone after it. */
  async #execute({ orderId, size, price, side }: Message, index: number): Promise<void> {
    const named = this.#orders.find(orderId);
    const hitting: OwnOrder = { orderId: 0, total: size, ended: false, entered: null };
    const entry = { side: side === 'buy' ? 'sell' : 'buy', quantity: size, price, expiration: 'IOC' } as const;
    const entered = await this.#call({ method: 'createOrder', entry }, `${index}`);
    this.#await(hitting, entered.answer);
    this.#executions.push({ named: named ?? null, hitting, size });
  }

  #await(order: OwnOrder, answer: Promise<Answer>): void {
    order.entered = answer.then(({ orderId }) => {
      order.orderId = orderId;
      order.entered = null;
    });
    // A desk that cannot go on says so to whoever asks it for room.
    order.entered.catch(() => {});
  }

  async #delete({ orderId }: Message, index: number): Promise<void> {
    const order = await this.#liveOrder(orderId);
    if (order === undefined) return;
    await this.#cancel(order, `${index}`);
  }

  /** Does not wait for the answer: the venue has the order no longer whatever it is. */
  async #cancel(order: OwnOrder, key: string): Promise<void> {
    order.ended = true;
    await this.#call({ method: 'cancelOrder', orderId: order.orderId }, key);
  }

  /** M10: a smaller quantity keeps the priority. Below zero: 106, and the order is cancelled. */
  async #reduce({ orderId, size }: Message, index: number): Promise<void> {
    const order = await this.#liveOrder(orderId);
    if (order === undefined) return;
    const quantity = order.total - size;
    if (quantity > 0) {
      const call = { method: 'replaceOrder', orderId: order.orderId, quantity } as const;
      const { code } = await (await this.#call(call, `${index}`)).answer;
      if (code === OK) order.total = quantity;
      if (code === ENDED) order.ended = true;
      if (code !== MALFORMED) return;
    }
    await this.#cancel(order, `${index}-cancel`);
  }

  /**
   * The order of a message once its id is known; undefined, and the message skipped, when the venue does not have it.
   */
  async #liveOrder(fileId: number): Promise<OwnOrder | undefined> {
    const order = this.#orders.find(fileId);
    if (order !== undefined && order.entered !== null) await order.entered;
    if (order !== undefined && !order.ended && order.orderId !== 0) return order;
    this.#tally.skipped++;
    return undefined;
  }

  /** Waits for the answer, so that no halt is ever sent again after its resumption. */
  async #haltOrResume({ price }: Message, index: number): Promise<void> {
    if (price === HALTED) await (await this.#call({ method: 'haltSecurity' }, `${index}`)).answer;
    else if (price === TRADING_RESUMED) await (await this.#call({ method: 'resumeSecurity' }, `${index}`)).answer;
    // The venue takes orders while it is halted (M12): the resumption of quoting changes nothing.
    else this.#tally.skipped++;
  }

  /** The answer comes wrapped: awaiting a call is awaiting room for it, not its answer. */
  async #call(call: Call, key: string): Promise<{ readonly answer: Promise<Answer> }> {
    const room = this.#desk.room();
    if (room !== undefined) await room;
    const answer = this.#desk.call(call, key).then((settled) => {
      this.#tally.count(call, settled.code);
      return settled;
    });
    answer.catch(() => {});
    return { answer };
  }
}
