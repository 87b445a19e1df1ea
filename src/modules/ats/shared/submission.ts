import {
  type Accepted,
  type Awaitable,
  type Command,
  isTerminal,
  type OrderId,
  type Orders,
  type OrderView,
  type Outcome,
} from '../../../exchange/api/index.ts';
import { type Answer, ApiError, type Call, callerOf } from '../../../http/methods/index.ts';
import { REPLAYED } from '../../shared/change/index.ts';
import type { AtsDeps } from './deps.ts';
import { orderById, ordersWithToken } from './order-reading.ts';
import { errorOf, refusalError } from './refusals.ts';
import { whenKnown } from './when-known.ts';

/** An order that a command of a client is about. */
interface Named {
  readonly clientId: string;
  readonly orderId: OrderId;
  readonly token?: string;
}

export type AcceptedOrder = Accepted & { readonly order: OrderView };

/** Whose turn it is to submit. */
type InTurn = Pick<Call, 'inTurn' | 'submitted'>;
type Submitting = InTurn & Pick<Call, 'client' | 'idempotency'>;

/** Hands a command to the exchange in the turn of its request. Throws ApiError when it is refused. */
export async function submit(exchange: Orders, call: Submitting, command: Command): Promise<Accepted> {
  await call.inTurn();
  return acceptedOrThrown(await exchange.submit(called(call, command)));
}

/** The command with the idempotency key and the user of its caller, who need not be the client that it names. */
function called({ client, idempotency }: Submitting, command: Command): Command {
  const byUser = client.user === undefined ? command : { ...command, ...callerOf(client) };
  if (idempotency === undefined || command.idempotency !== undefined) return byUser;
  return { ...byUser, idempotency: { ...idempotency, clientId: client.clientId } };
}

/** The answer to a command. */
export function answerTo<F extends object>({ replayed }: Pick<Accepted, 'replayed'>, fields: F): Answer<F> {
  return replayed ? { fields, headers: REPLAYED } : { fields };
}

/** Hands its only command to the exchange: it is the turn of its request, and then that of the next. */
export function submitNow(exchange: Orders, call: InTurn, command: Command): Promise<Outcome> {
  const outcome = exchange.submit(command);
  call.submitted?.();
  return outcome;
}

/**
 * The answer that was given to this idempotency key before, where there is one: it is given again even when what the
 * call named has changed since, for example an account that was closed. A promise only where the exchange answers with
 * one. Throws the ApiError of a refusal.
 */
export function storedOrder(
  exchange: Orders,
  call: Pick<Call, 'client' | 'idempotency'>,
): Awaitable<AcceptedOrder | undefined> {
  if (call.idempotency === undefined) return undefined;
  const outcome = exchange.storedOutcome(call.client.clientId, call.idempotency);
  return whenKnown(outcome, storedResponseOf, undefined, undefined);
}

function storedResponseOf(outcome: Outcome | undefined): AcceptedOrder | undefined {
  return outcome === undefined ? undefined : (acceptedOrThrown(outcome) as AcceptedOrder);
}

/** The acceptance of an outcome; throws the ApiError of a refusal, marked as a replay where it is one. */
function acceptedOrThrown(outcome: Outcome): Accepted {
  if (outcome.ok) return outcome;
  const error = errorOf(outcome);
  if (!outcome.replayed) throw error;
  throw new ApiError(error.statusCode, error.detail, { ...error.options, headers: REPLAYED });
}

/** As submit, for commands that create or change an order. */
export async function submitForOrder(exchange: Orders, call: Submitting, command: Command): Promise<AcceptedOrder> {
  await call.inTurn();
  return acceptedOrder(await submitNow(exchange, call, called(call, command)));
}

/** The acceptance of a command that creates or changes an order; throws the ApiError of a refusal. */
export function acceptedOrder(outcome: Outcome): AcceptedOrder {
  const accepted = acceptedOrThrown(outcome);
  if (accepted.order === null) throw new Error('the exchange accepted the command of an order without an order');
  return accepted as AcceptedOrder;
}

/**
 * As submitForOrder, for a change of an existing order. The exchange changes only live orders; an order that has ended
 * is distinguished from an unknown one here: 190 when `mayKnow` says that the caller may know of it, else 404.
 */
export async function submitForLiveOrder(
  deps: AtsDeps,
  call: Submitting,
  command: Command & Named,
  mayKnow: (order: OrderView) => boolean,
): Promise<AcceptedOrder> {
  try {
    return await submitForOrder(deps.exchange, call, command);
  } catch (error) {
    if (!(error instanceof ApiError && error.statusCode === 404)) throw error;
    const order = await orderNow(deps, command);
    // A live order is unknown by a token that many others came after (H11).
    const hasEnded = order !== undefined && isTerminal(order.status);
    throw hasEnded && mayKnow(order) ? refusalError('order is terminal') : error;
  }
}

/** Of the orders with a token, the newest. */
async function orderNow(deps: AtsDeps, { orderId, clientId, token }: Named): Promise<OrderView | undefined> {
  if (token === undefined) return orderById(deps, orderId);
  const { value } = await ordersWithToken(deps, clientId, { token, limit: 1 }).next();
  return value?.order;
}

/** As submitForLiveOrder, for a change by the client whose order it is. */
export function submitForOwnOrder(deps: AtsDeps, call: Submitting, command: Command & Named): Promise<AcceptedOrder> {
  return submitForLiveOrder(deps, call, command, (order) => order.ticket.clientId === command.clientId);
}
