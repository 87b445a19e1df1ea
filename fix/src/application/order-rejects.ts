/** Answers to orders, and changes of them, that are not taken. */
import { type Field, fieldValue, type Message } from '../codec/index.ts';
import type { OutgoingMessage } from './api.ts';
import type { Context, Received } from './context.ts';
import { rejectReport } from './execution-reports.ts';
import { cxlRejReason, type Reason } from './reasons.ts';
import { MSG, TAG } from './tags.ts';
import { fieldsOf, nowTimestamp } from './values.ts';

/** The state of an order that could not be changed. */
export interface KnownOrder {
  readonly orderId: string;
  readonly status: string;
}

/** CxlRejResponseTo (434). */
const RESPONSE_TO: Readonly<Record<string, string>> = {
  [MSG.OrderCancelRequest]: '1',
  [MSG.OrderCancelReplaceRequest]: '2',
};

/** Whether the message changes an order. */
export function isChange({ msgType }: Message): boolean {
  return RESPONSE_TO[msgType] !== undefined;
}

/** An ExecutionReport of a new order; OrderCancelReject of a change, with the order where it is known. */
export function rejectOf(
  context: Context,
  { inboxId, message }: Received,
  reason: Reason,
  order: KnownOrder | undefined,
): OutgoingMessage {
  if (message.msgType === MSG.NewOrderSingle) return rejectReport(inboxId, repeatedOf(context, message), reason);
  const body = fieldsOf(
    [TAG.OrderID, order?.orderId ?? 'NONE'],
    [TAG.ClOrdID, fieldValue(message, TAG.ClOrdID)],
    [TAG.OrigClOrdID, fieldValue(message, TAG.OrigClOrdID)],
    [TAG.OrdStatus, order?.status ?? '8'],
    [TAG.TransactTime, nowTimestamp(context.timers.dateMs())],
    [TAG.CxlRejResponseTo, RESPONSE_TO[message.msgType]],
    [TAG.CxlRejReason, cxlRejReason(reason)],
    [TAG.Text, reason.text],
    [TAG.ReasonCode, reason.code],
  );
  return { msgType: MSG.OrderCancelReject, body };
}

/** What the report of a refused order repeats of it. */
function repeatedOf({ securities, timers }: Context, message: Message): Field[] {
  const value = (tag: number) => [tag, fieldValue(message, tag)] as const;
  const security = securities.find(message);
  const instrument = security && securities.fieldsOf(security.securityId);
  return [
    ...fieldsOf(value(TAG.ClOrdID), value(TAG.Account)),
    ...(instrument ?? fieldsOf(value(TAG.Symbol), value(TAG.SecurityID), value(TAG.SecurityIDSource))),
    ...fieldsOf(value(TAG.Side), value(TAG.OrderQty), value(TAG.OrdType), value(TAG.Price), value(TAG.TimeInForce)),
    ...fieldsOf([TAG.TransactTime, nowTimestamp(timers.dateMs())]),
  ];
}
