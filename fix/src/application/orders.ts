/** Orders, cancels and replacements as calls on the stream; events of the venue report them. */
import { ApiRefusal, type CallOptions, NeverSent, NoAnswer, type OrderEvent } from '../client.ts';
import { fieldValue, type Message } from '../codec/index.ts';
import type { OutgoingMessage, RouteChange } from './api.ts';
import { begunInTime, type Context, goodUntilOf, idempotencyKeyOf, type Received, untilAnswered } from './context.ts';
import { executionReport, isEnded, meantOf, type OrderState, ordStatusOf, statusReport } from './execution-reports.ts';
import { KeptRoutes, orderKey } from './kept-routes.ts';
import { createFields, replaceFields } from './order-fields.ts';
import { type ChangeRequest, OrderNameTable, type PendingChange, type Target } from './order-names.ts';
import { isChange, type KnownOrder, rejectOf } from './order-rejects.ts';
import { isUnknownOrder, type Reason, reasonInTime, reasonOf } from './reasons.ts';
import { routed, routeOf } from './routes.ts';
import { MSG, TAG } from './tags.ts';
import { Refusal, required } from './values.ts';

export interface TakenEvent {
  readonly report: OutgoingMessage;
  /** Requests that the event answers. */
  readonly inbox: readonly number[];
  /** What the header of every report of the order has, and what is to be stored of it. */
  readonly route: string;
  readonly routes: readonly RouteChange[];
}

export class Orders {
  readonly names = new OrderNameTable();
  readonly routes: KeptRoutes;
  readonly #context: Context;
  /** Those without an answer; none rejects. */
  readonly #calls = new Set<Promise<unknown>>();

  constructor(context: Context) {
    this.#context = context;
    this.routes = new KeptRoutes(context.port.routes);
  }

  /** NewOrderSingle (D). */
  create(received: Received): void {
    const { securities, stream, memberId } = this.#context;
    const { message } = received;
    const clOrdId = fieldValue(message, TAG.ClOrdID) ?? '';
    this.#refusing(received, () => {
      const fields = createFields(message, securities.named(message), { memberId });
      this.#requireFree(clOrdId);
      this.names.entering(clOrdId, received.inboxId, routeOf(message));
      const idempotencyKey = idempotencyKeyOf(this.#context, received, clOrdId);
      const place = (options: InTime) => stream.createOrder(fields, { idempotencyKey, ...options });
      this.#track(this.place(received, clOrdId, place).catch((error) => this.#refuse(received, error)));
    });
  }

  /**
   * Sends a new order in time, or rejects: with NeverSent where it was too late, with another error where it is
   * refused. An event answers the message, or the state of the order that has the token.
   */
  place(received: Received, token: string, send: (options: InTime) => Promise<unknown>): Promise<void> {
    const { message } = received;
    const goodUntil = goodUntilOf(this.#context, message);
    const place = () => send({ goodUntil });
    // A peer that is not sure repeats an order under its name; one from before a restart may have been sent then.
    const isLate = goodUntil.getTime() <= this.#context.timers.dateMs();
    const isRepeated = fieldValue(message, TAG.PossResend) === 'Y' || isLate;
    return isRepeated ? this.#unlessThere(received, token, place) : this.#placed(token, place);
  }

  /** OrderCancelRequest (F). */
  cancel(received: Received): void {
    this.#change(received, undefined, (target, idempotencyKey) =>
      untilAnswered(this.#context, () => this.#context.stream.cancelOrder(target, { idempotencyKey })),
    );
  }

  /** OrderCancelReplaceRequest (G). */
  replace(received: Received): void {
    this.#refusing(received, () => {
      const fields = replaceFields(received.message);
      const terms = { quantity: String(fields.quantity), price: String(fields.price) };
      const newToken = fieldValue(received.message, TAG.ClOrdID);
      this.#change(received, terms, (target, idempotencyKey) =>
        begunInTime(this.#context, received, (options) =>
          this.#context.stream.replaceOrder({ ...target, ...fields, newToken }, { idempotencyKey, ...options }),
        ),
      );
    });
  }

  /** Resolves when the calls made so far are answered: questions over HTTP would overtake them. */
  async answered(): Promise<void> {
    await Promise.all(this.#calls);
  }

  /** The answer to an order, or a change of one, that is not taken. */
  refusal(received: Received, reason: Reason): OutgoingMessage {
    return rejectOf(this.#context, received, reason, undefined);
  }

  /** The report of a change of an order, and the requests that it answers. */
  take(event: OrderEvent): TakenEvent {
    const { orderId, orderStatus } = event.order;
    const { names, route: own, inbox } = this.names.take(event.order);
    const key = orderKey(orderId);
    const begun = own === undefined ? [] : this.routes.add(key, own);
    const route = this.routes.of(key);
    const ended = isEnded(orderStatus) ? this.routes.end(key) : [];
    const report = executionReport(event, this.#context.securities, names);
    return { report: routed(report, route), inbox, route, routes: [...begun, ...ended] };
  }

  /**
   * Before a change of an order whose name the session does not remember: asks the venue which order it is, so that its
   * event answers the change. Undefined: nothing to ask.
   */
  prepared(message: Message): Promise<void> | undefined {
    const origClOrdId = fieldValue(message, TAG.OrigClOrdID);
    if (!isChange(message) || origClOrdId === undefined) return undefined;
    const target = this.names.targetOf(message, TAG.OrigClOrdID, 'OrigClOrdID');
    return this.names.isKnown(target) ? undefined : this.#learn(origClOrdId);
  }

  /** Asks once: while the venue cannot be reached, the messages after the change would have to wait. */
  async #learn(clOrdId: string): Promise<void> {
    try {
      const order = meantOf((await this.#context.ats.methods.getOrder({ token: clOrdId })).orderDetails);
      if (order !== undefined) this.names.remember(order.order_Id, order.token ?? null, clOrdId);
    } catch {
      // The event of the order answers the change all the same, where this is its newest name.
    }
  }

  #change(
    received: Received,
    terms: { readonly quantity: string; readonly price: string } | undefined,
    call: (target: Target, idempotencyKey: string) => Promise<unknown>,
  ): void {
    const { inboxId, message } = received;
    this.#refusing(received, () => {
      const clOrdId = required(message, TAG.ClOrdID, 'ClOrdID');
      const origClOrdId = required(message, TAG.OrigClOrdID, 'OrigClOrdID');
      this.#requireFree(clOrdId);
      if (clOrdId === origClOrdId) throw new Refusal('duplicate', 'ClOrdID (11) is that of the order');
      const target = this.names.targetOf(message, TAG.OrigClOrdID, 'OrigClOrdID');
      const request: ChangeRequest = { inboxId, clOrdId, origClOrdId, target, terms };
      const change = this.names.changing(request);
      const idempotencyKey = idempotencyKeyOf(this.#context, received, clOrdId);
      this.#track(this.#changed(change, idempotencyKey, call).catch((error) => this.#refuse(received, error, target)));
    });
  }

  /** Where the replacement that was to give the order this name is refused, the order still has the name before. */
  async #changed(
    change: PendingChange,
    idempotencyKey: string,
    call: (target: Target, idempotencyKey: string) => Promise<unknown>,
  ): Promise<void> {
    for (let named = change; ; ) {
      try {
        await call(named.target, named === change ? idempotencyKey : `${idempotencyKey}-${named.inboxId}`);
        return;
      } catch (error) {
        if (named.after === undefined || !isUnknownOrder(reasonOf(error))) throw error;
        named = named.after;
      }
    }
  }

  #track(call: Promise<unknown>): void {
    this.#calls.add(call);
    void call.finally(() => this.#calls.delete(call));
  }

  #requireFree(clOrdId: string): void {
    if (this.names.isTaken(clOrdId)) throw new Refusal('duplicate', 'ClOrdID (11) is taken');
  }

  /**
   * An order whose outcome is unknown when its time is over is not sent again: the event of one that the venue has
   * answers it, and one that never came there is refused.
   */
  async #placed(token: string, place: () => Promise<unknown>): Promise<void> {
    let isUnknown = false;
    for (;;) {
      try {
        await place();
        return;
      } catch (error) {
        if (this.#context.isClosed()) throw error;
        if (isUnknown && error instanceof NeverSent && (await this.#found(token)) !== undefined) return;
        if (!(error instanceof NoAnswer && error.mayBeDone)) throw error;
        isUnknown = true;
      }
    }
  }

  /** An existing order is answered with its state; its event is reported as well where it comes later. */
  async #unlessThere(received: Received, token: string, place: () => Promise<unknown>): Promise<void> {
    const order = await this.#found(token);
    if (order === undefined) return this.#placed(token, place);
    const names = { clOrdId: order.token ?? token };
    const instrument = this.#context.securities.fieldsOf(order.security_id);
    if (this.names.refused(token)) this.#send(received, statusReport(order, { names, asked: [], instrument }));
  }

  /** The order that a token means; undefined: there is no such order. Asked until the venue answers. */
  async #found(token: string): Promise<OrderState | undefined> {
    for (;;) {
      try {
        return meantOf((await this.#context.ats.methods.getOrder({ token })).orderDetails);
      } catch (error) {
        if (error instanceof ApiRefusal && error.statusCode === '404') return undefined;
        if (!(error instanceof NoAnswer) || this.#context.isClosed()) throw error;
      }
    }
  }

  /** Runs what may throw a Refusal, and refuses the message with it. */
  #refusing(received: Received, run: () => void): void {
    try {
      run();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#track(this.#sendRefusal(received, reasonOf(error)));
    }
  }

  /** A refused change of an order has the order's id and state. */
  async #sendRefusal(received: Received, reason: Reason): Promise<void> {
    const { message } = received;
    const isChange = message.msgType !== MSG.NewOrderSingle && fieldValue(message, TAG.OrigClOrdID) !== undefined;
    const target = isChange ? this.names.targetOf(message, TAG.OrigClOrdID, 'OrigClOrdID') : undefined;
    const status = target && (await this.#statusOf(target, reason));
    if (!this.#context.isClosed()) this.#send(received, rejectOf(this.#context, received, reason, status));
  }

  async #refuse(received: Received, error: unknown, target?: Target): Promise<void> {
    if (this.#context.isClosed()) return;
    const clOrdId = fieldValue(received.message, TAG.ClOrdID) ?? '';
    if (!this.names.refused(clOrdId)) return;
    const reason = reasonInTime(error);
    const status = target === undefined ? undefined : await this.#statusOf(target, reason);
    this.#send(received, rejectOf(this.#context, received, reason, status));
  }

  /** The state of an order that could not be changed, where it is known. */
  async #statusOf(target: Target, reason: Reason): Promise<KnownOrder | undefined> {
    if (isUnknownOrder(reason)) return undefined;
    try {
      const order = meantOf((await this.#context.ats.methods.getOrder(target)).orderDetails);
      return order && { orderId: order.order_Id, status: ordStatusOf(order) };
    } catch {
      return undefined;
    }
  }

  #send({ inboxId }: Received, message: OutgoingMessage): void {
    this.#context.port.append([message], { inbox: [inboxId] });
  }
}

type InTime = Pick<CallOptions, 'goodUntil'>;
