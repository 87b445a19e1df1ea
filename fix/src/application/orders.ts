/** Orders, cancels and replacements as calls on the stream; events of the venue report them. */
import { ApiRefusal, type CallOptions, NeverSent, NoAnswer, type OrderEvent } from '../client.ts';
import { type Field, fieldValue, type Message } from '../codec/index.ts';
import type { OutgoingMessage } from './api.ts';
import { begunInTime, type Context, goodUntilOf, idempotencyKeyOf, type Received, untilAnswered } from './context.ts';
import { executionReport, type OrderState, ordStatusOf, rejectReport, statusReport } from './execution-reports.ts';
import { createFields, replaceFields } from './order-fields.ts';
import { type NamedEvent, OrderNameTable, type Target } from './order-names.ts';
import { cxlRejReason, type Reason, reasonInTime, reasonOf } from './reasons.ts';
import { routed, routeOf } from './routes.ts';
import { MSG, TAG } from './tags.ts';
import { fieldsOf, nowTimestamp, Refusal, required } from './values.ts';

/** CxlRejResponseTo (434). */
const RESPONSE_TO: Readonly<Record<string, string>> = { F: '1', G: '2' };

export interface TakenEvent extends Pick<NamedEvent, 'inbox' | 'changed'> {
  readonly report: OutgoingMessage;
}

export class Orders {
  readonly names: OrderNameTable;
  readonly #context: Context;
  /** Those without an answer; none rejects. */
  readonly #calls = new Set<Promise<unknown>>();

  constructor(context: Context) {
    this.#context = context;
    this.names = new OrderNameTable(context.port.names);
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
      this.#change(received, terms, (target, idempotencyKey) =>
        begunInTime(this.#context, received, (options) =>
          this.#context.stream.replaceOrder({ ...target, ...fields }, { idempotencyKey, ...options }),
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
    return this.#rejectOf(received, reason, undefined);
  }

  /** The report of a change of an order, and the requests that it answers. */
  take(event: OrderEvent): TakenEvent {
    const { names, route, inbox, changed } = this.names.take(event.order);
    const report = executionReport(event, this.#context.securities, names);
    return { report: routed(report, route), inbox, changed };
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
      const target = this.names.targetOf(message, TAG.OrigClOrdID, 'OrigClOrdID');
      this.names.changing({ inboxId, clOrdId, origClOrdId, target, terms });
      const idempotencyKey = idempotencyKeyOf(this.#context, received, clOrdId);
      this.#track(call(target, idempotencyKey).catch((error) => this.#refuse(received, error, target)));
    });
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
    const names = { clOrdId: this.names.current(order.order_Id, token) };
    const instrument = this.#context.securities.fieldsOf(order.security_id);
    if (this.names.refused(token)) this.#send(received, statusReport(order, { names, asked: [], instrument }));
  }

  /** The newest order with a token; undefined: there is no such order. Asked until the venue answers. */
  async #found(token: string): Promise<OrderState | undefined> {
    for (;;) {
      try {
        return (await this.#context.ats.methods.getOrder({ token })).orderDetails.at(-1);
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
    if (!this.#context.isClosed()) this.#send(received, this.#rejectOf(received, reason, status));
  }

  async #refuse(received: Received, error: unknown, target?: Target): Promise<void> {
    if (this.#context.isClosed()) return;
    const clOrdId = fieldValue(received.message, TAG.ClOrdID) ?? '';
    if (!this.names.refused(clOrdId)) return;
    const reason = reasonInTime(error);
    const status = target === undefined ? undefined : await this.#statusOf(target, reason);
    this.#send(received, this.#rejectOf(received, reason, status));
  }

  #rejectOf({ inboxId, message }: Received, reason: Reason, order: KnownOrder | undefined): OutgoingMessage {
    if (message.msgType === MSG.NewOrderSingle) return rejectReport(inboxId, this.#repeated(message), reason);
    const body = fieldsOf(
      [TAG.OrderID, order?.orderId ?? 'NONE'],
      [TAG.ClOrdID, fieldValue(message, TAG.ClOrdID)],
      [TAG.OrigClOrdID, fieldValue(message, TAG.OrigClOrdID)],
      [TAG.OrdStatus, order?.status ?? '8'],
      [TAG.TransactTime, nowTimestamp(this.#context.timers.dateMs())],
      [TAG.CxlRejResponseTo, RESPONSE_TO[message.msgType]],
      [TAG.CxlRejReason, cxlRejReason(reason)],
      [TAG.Text, reason.text],
      [TAG.ReasonCode, reason.code],
    );
    return { msgType: MSG.OrderCancelReject, body };
  }

  /** What the report of a refused order repeats of it. */
  #repeated(message: Message): Field[] {
    const value = (tag: number) => [tag, fieldValue(message, tag)] as const;
    const security = this.#context.securities.find(message);
    const instrument = security && this.#context.securities.fieldsOf(security.securityId);
    return [
      ...fieldsOf(value(TAG.ClOrdID), value(TAG.Account)),
      ...(instrument ?? fieldsOf(value(TAG.Symbol), value(TAG.SecurityID), value(TAG.SecurityIDSource))),
      ...fieldsOf(value(TAG.Side), value(TAG.OrderQty), value(TAG.OrdType), value(TAG.Price), value(TAG.TimeInForce)),
      ...fieldsOf([TAG.TransactTime, nowTimestamp(this.#context.timers.dateMs())]),
    ];
  }

  /** The state of an order that could not be changed, where it is known. */
  async #statusOf(target: Target, reason: Reason): Promise<KnownOrder | undefined> {
    if (cxlRejReason(reason) === UNKNOWN_ORDER) return undefined;
    try {
      const { orderDetails } = await this.#context.ats.methods.getOrder(target);
      const order = orderDetails.at(-1);
      return order && { orderId: order.order_Id, status: ordStatusOf(order) };
    } catch {
      return undefined;
    }
  }

  #send({ inboxId }: Received, message: OutgoingMessage): void {
    this.#context.port.append([message], { inbox: [inboxId] });
  }
}

interface KnownOrder {
  readonly orderId: string;
  readonly status: string;
}

type InTime = Pick<CallOptions, 'goodUntil'>;

const UNKNOWN_ORDER = 1;
