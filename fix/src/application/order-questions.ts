/** States of orders that the peer asks for, and cancels of many orders at once. */
import type { Answer, Fields, OrderStatus } from '../client.ts';
import { type Field, fieldValue } from '../codec/index.ts';
import type { OutgoingMessage } from './api.ts';
import { appendInPieces, type Context, idempotencyKeyOf, type Received, untilAnswered } from './context.ts';
import { listedReport, meantOf, statusReport, unknownOrderReport } from './execution-reports.ts';
import { actionOf } from './order-fields.ts';
import type { OrderNameTable } from './order-names.ts';
import type { Orders } from './orders.ts';
import { massCancelRejectReason, type Reason, reasonOf } from './reasons.ts';
import { MSG, TAG } from './tags.ts';
import { fieldsOf, groupOf, nowTimestamp, Refusal, required } from './values.ts';

/** Of the list of orders (C32). */
const PAGE = 500;
/** Reads of the whole list, where orders end meanwhile and shift its pages. */
const READS_MAX = 5;
/** Reports that one turn appends. */
const REPORTS_EACH = 200;
/** Orders named in one OrderMassCancelReport; their ExecutionReports name all. */
const AFFECTED_MAX = 500;
const LIVE: readonly OrderStatus[] = ['Pending', 'Live', 'Partially Executed'];
/** MassCancelRequestType (530) and MassStatusReqType (585): of a security, of all. */
const OF_SECURITY = '1';
const OF_ALL = '7';

type ListedOrder = Answer<'listAtsOrders'>['ats_orders'][number];

export class OrderQuestions {
  readonly #context: Context;
  readonly #orders: Orders;
  readonly #names: OrderNameTable;

  constructor(context: Context, orders: Orders) {
    this.#context = context;
    this.#orders = orders;
    this.#names = orders.names;
  }

  /** OrderStatusRequest (H). */
  async status({ inboxId, message }: Received): Promise<void> {
    const { ats, port, securities } = this.#context;
    const clOrdId = fieldValue(message, TAG.ClOrdID);
    const asked = fieldsOf([TAG.OrdStatusReqID, fieldValue(message, TAG.OrdStatusReqID)]);
    let report: OutgoingMessage;
    try {
      await this.#orders.answered();
      const target = this.#names.targetOf(message, TAG.ClOrdID, 'ClOrdID');
      const order = meantOf((await ats.methods.getOrder(target)).orderDetails);
      if (order === undefined) throw new Refusal('malformed', 'ClOrdID (11): there is no such order');
      const instrument = securities.fieldsOf(order.security_id);
      report = statusReport(order, { names: { clOrdId }, asked, instrument });
    } catch (error) {
      const security = securities.find(message);
      const instrument = security === undefined ? namedOf(message) : securities.fieldsOf(security.securityId);
      const rest = { instrument, side: fieldValue(message, TAG.Side), reason: reasonOf(error) };
      report = unknownOrderReport(asked, { orderId: fieldValue(message, TAG.OrderID), clOrdId }, rest);
    }
    port.append([report], { inbox: [inboxId] });
  }

  /** OrderMassStatusRequest (AF). */
  async massStatus({ inboxId, message }: Received): Promise<void> {
    const { port, securities } = this.#context;
    const asked = fieldsOf([TAG.MassStatusReqID, fieldValue(message, TAG.MassStatusReqID)]);
    try {
      const type = required(message, TAG.MassStatusReqType, 'MassStatusReqType');
      if (type !== OF_SECURITY && type !== OF_ALL) throw new Refusal('unsupported', 'MassStatusReqType (585): 1 or 7');
      await this.#orders.answered();
      const { securityid: securityId, symbol } = type === OF_SECURITY ? securities.named(message) : {};
      const orders = await this.#liveOrders({
        ...{ securityId: securityId?.toString(), symbol },
        accountId: fieldValue(message, TAG.Account),
        securityType: fieldValue(message, TAG.Side) === undefined ? undefined : BID_OR_OFFER[actionOf(message)],
      });
      if (orders.length === 0) throw new Refusal('malformed', 'there is no live order');
      await appendInPieces(this.#context, { inboxId, each: REPORTS_EACH }, this.#listed(orders, asked));
    } catch (error) {
      const counts = fieldsOf([TAG.TotNumReports, 0], [TAG.LastRptRequested, 'Y']);
      const rest = { instrument: namedOf(message), side: fieldValue(message, TAG.Side), reason: reasonOf(error) };
      port.append([unknownOrderReport([...asked, ...counts], {}, rest)], { inbox: [inboxId] });
    }
  }

  *#listed(orders: readonly ListedOrder[], asked: readonly Field[]): Iterable<OutgoingMessage> {
    for (const [at, order] of orders.entries()) {
      const counts = fieldsOf(
        [TAG.TotNumReports, orders.length],
        [TAG.LastRptRequested, at === orders.length - 1 ? 'Y' : 'N'],
      );
      const names = { clOrdId: order.token ?? undefined };
      const instrument = this.#context.securities.fieldsOf(order.securityId);
      yield listedReport(order, { names, asked: [...asked, ...counts], instrument });
    }
  }

  /** OrderMassCancelRequest (q). It has effect on the orders before it. */
  async massCancel(received: Received): Promise<void> {
    const { port, stream } = this.#context;
    const clOrdId = fieldValue(received.message, TAG.ClOrdID) ?? '';
    try {
      const fields = this.#massFields(received);
      const idempotencyKey = idempotencyKeyOf(this.#context, received, clOrdId);
      const cancel = () => stream.cancelOrders(fields, { idempotencyKey });
      const { cancelledOrders } = await untilAnswered(this.#context, cancel);
      await this.named(cancelledOrders.slice(0, AFFECTED_MAX)).catch(() => {});
      port.append([this.#massReport(received, cancelledOrders)], { inbox: [received.inboxId] });
    } catch (error) {
      if (this.#context.isClosed()) return;
      port.append([this.#massRefusal(received, error)], { inbox: [received.inboxId] });
    }
  }

  /** Asks the venue for the names of orders that the session does not remember. */
  async named(orderIds: readonly string[]): Promise<void> {
    const unknown = orderIds.filter((orderId) => this.#names.newestOf(orderId) === undefined);
    for (let from = 0; from < unknown.length; from += PAGE) {
      const filter = { orderId: unknown.slice(from, from + PAGE) };
      const { ats_orders } = await this.#context.ats.methods.listAtsOrders({ limit: PAGE, filter });
      for (const { orderId, token } of ats_orders) this.#names.remember(orderId, token);
    }
  }

  #massFields({ message }: Received): Fields<'cancelOrders'> {
    const type = required(message, TAG.MassCancelRequestType, 'MassCancelRequestType');
    const action = fieldValue(message, TAG.Side) === undefined ? undefined : actionOf(message);
    if (type === OF_ALL) return { action };
    if (type === OF_SECURITY) {
      const { issuerid: _, ...named } = this.#context.securities.named(message);
      return { action, ...named };
    }
    throw new Refusal('unsupported', 'MassCancelRequestType (530) must be 1 or 7');
  }

  #massReport({ inboxId, message }: Received, cancelled: readonly string[]): OutgoingMessage {
    const type = fieldValue(message, TAG.MassCancelRequestType);
    const named = cancelled
      .slice(0, AFFECTED_MAX)
      .map((orderId) => [
        ...fieldsOf([TAG.OrigClOrdID, this.#names.newestOf(orderId) ?? orderId]),
        ...fieldsOf([TAG.AffectedOrderID, orderId]),
      ]);
    const body = [
      ...this.#massHead(inboxId, message, type),
      ...fieldsOf([TAG.TotalAffectedOrders, cancelled.length]),
      ...(named.length === 0 ? [] : groupOf(TAG.NoAffectedOrders, named)),
      ...this.#massTail(message),
    ];
    return { msgType: MSG.OrderMassCancelReport, body };
  }

  #massRefusal({ inboxId, message }: Received, error: unknown): OutgoingMessage {
    const reason: Reason = reasonOf(error);
    const body = [
      ...this.#massHead(inboxId, message, '0'),
      ...fieldsOf([TAG.MassCancelRejectReason, massCancelRejectReason(reason)]),
      ...this.#massTail(message),
      ...fieldsOf([TAG.Text, reason.text], [TAG.ReasonCode, reason.code]),
    ];
    return { msgType: MSG.OrderMassCancelReport, body };
  }

  #massHead(inboxId: number, message: Received['message'], response: string | undefined): Field[] {
    return fieldsOf(
      [TAG.ClOrdID, fieldValue(message, TAG.ClOrdID)],
      [TAG.OrderID, `M${inboxId}`],
      [TAG.MassCancelRequestType, fieldValue(message, TAG.MassCancelRequestType)],
      [TAG.MassCancelResponse, response],
    );
  }

  #massTail(message: Received['message']): Field[] {
    return [
      ...namedOf(message),
      ...fieldsOf([TAG.Side, fieldValue(message, TAG.Side)]),
      ...fieldsOf([TAG.TransactTime, nowTimestamp(this.#context.timers.dateMs())]),
    ];
  }

  /** All of them at about one moment: orders that end between two pages would let others be passed over. */
  async #liveOrders(only: Readonly<Record<string, string | undefined>>): Promise<readonly ListedOrder[]> {
    const filter = { orderStatus: [...LIVE], ...only };
    for (let read = 1; ; read++) {
      const orders = new Map<string, ListedOrder>();
      let total: number | undefined;
      let isSame = true;
      for (let offset = 0; offset < (total ?? 1) && isSame; offset += PAGE) {
        const fields = { offset, limit: PAGE, sort: 'orderId:asc', filter };
        const { ats_orders, pagination } = await this.#context.ats.methods.listAtsOrders(fields);
        isSame = total === undefined || total === pagination.totalRecords || read === READS_MAX;
        total = pagination.totalRecords;
        for (const order of ats_orders) orders.set(order.orderId, order);
      }
      if (isSame) return [...orders.values()];
    }
  }
}

const BID_OR_OFFER = { Buy: 'Bid', Sell: 'Offer' } as const;

/** The instrument as the peer named it. */
function namedOf(message: Received['message']): Field[] {
  const value = (tag: number) => [tag, fieldValue(message, tag)] as const;
  return fieldsOf(value(TAG.Symbol), value(TAG.SecurityID), value(TAG.SecurityIDSource));
}
