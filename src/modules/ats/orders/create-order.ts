import Type from 'typebox';
import { easternDate } from '../../../calendar/eastern-time.ts';
import {
  AUCTIONS_SINCE,
  type Awaitable,
  askedClients,
  type Contingency,
  DEADLINES_SINCE,
  type EnterCommand,
  type Expiration,
  expiryOf,
  type Markets,
  type OrderTicket,
  type Outcome,
  optionalTermsOf,
  QUOTES_SINCE,
} from '../../../exchange/api/index.ts';
import {
  type Answer,
  type Call,
  callerOf,
  defineMethod,
  IGNORED_FIELDS,
  type Method,
  TRADING_SCOPE,
} from '../../../http/methods/index.ts';
import {
  date,
  numericId,
  optional,
  required,
  requiredWhen,
  type ValuesOf,
  yesNo,
} from '../../../http/parameters/index.ts';
import {
  type AcceptedOrder,
  type AtsDeps,
  acceptedOrder,
  answerTo,
  malformed,
  missing,
  optionalParameters,
  refusalError,
  requireRules,
  storedOrder,
  submitNow,
  whenKnown,
} from '../shared/index.ts';
import { deadline, deadlineOf } from './deadline.ts';
import { namedSecurity, securityNamed, unlessSymbol } from './named-security.ts';
import { type OrderDetails, orderDetails, orderDetailsSchema } from './order-answers.ts';
import { outcomeSchema, PREFERENCE, prefersOutcome, withOutcome } from './order-outcome.ts';
import * as kinds from './order-parameters.ts';
import { requireSecurityOfIssuer } from './security-of-issuer.ts';

export const enterParameters = {
  memberid: required(kinds.memberId),
  issuerid: requiredWhen(numericId(), unlessSymbol),
  accountid: optional(kinds.accountId),
  ...namedSecurity('securityid'),
  type: required(kinds.orderType),
  action: required(kinds.action),
  quantity: required(kinds.quantity),
  price: required(kinds.price),
  expiration: required(kinds.expiration),
  expirationDate: optional(
    kinds.deferred(date({ description: 'US Eastern, not in the past; needed with Other, ignored otherwise.' })),
  ),
  disclosePrice: required(yesNo({ description: 'No hides the price on the book.' })),
  contingencies: optional(kinds.contingencies),
  minimumThreshold: optional(kinds.deferred(kinds.minimumThreshold)),
  solicited: required(kinds.solicited),
  token: optional(kinds.token),
  deadline,
  ...optionalParameters,
  status: optional(kinds.ignored('Ignored: the venue sets the status of an order.')),
  orderStatus: optional(kinds.ignored('Ignored, as status is.')),
};
type Values = ValuesOf<typeof enterParameters>;
type OrderAnswer = Answer<{ readonly orderDetails: OrderDetails }>;

/**
 * createOrder. The way of every order, so it asks no database: security, issuer and status are in the exchange's
 * memory, the account usually in a cache. Checks, in this order: form of the fields (106), issuer and security (136,
 * 138, 162), account (148). Its webhook is the venue's, as those of the other changes of an order: in the order of
 * what happened.
 */
export function createOrder(deps: AtsDeps): Method {
  return defineMethod({
    name: 'createOrder',
    scope: TRADING_SCOPE,
    isOrder: true,
    summary: 'Places an order',
    refusals: [136, 138, 148, 162, 190, 503],
    description:
      'Any client may trade any security of the venue. The order is Pending while the security or the order awaits ' +
      `approval, otherwise Live and matched at once. The header \`Prefer: ${PREFERENCE}\` (RFC 7240, H15) adds its ` +
      'outcome to the answer: of an IOC order its fills and its end.',
    parameters: enterParameters,
    response: Type.Object({ orderDetails: orderDetailsSchema, outcome: Type.Optional(outcomeSchema) }),
    idempotent: true,
    handler: (call) => {
      const ignored = ignoredFields(call.values);
      const { client, prefer, values } = call;
      const isImmediate = values.expiration === 'IOC';
      const answer = prefersOutcome(prefer)
        ? withOutcome(deps, { client, isImmediate }, () => enter(deps, call))
        : enter(deps, call);
      return ignored.length === 0 ? answer : namingIgnored(answer, ignored);
    },
  });
}

/** What was sent and has no effect on the order. */
export function ignoredFields(values: Values): string[] {
  const ignored: string[] = [];
  if (values.status) ignored.push('status');
  if (values.orderStatus) ignored.push('orderStatus');
  if (values.expirationDate !== undefined && values.expiration !== 'Other') ignored.push('expirationDate');
  const hasMinimum = values.contingencies === 'Minimum Quantity';
  if (values.minimumThreshold !== undefined && !hasMinimum) ignored.push('minimumThreshold');
  return ignored;
}

async function namingIgnored(answer: Awaitable<OrderAnswer>, ignored: readonly string[]): Promise<OrderAnswer> {
  const { headers, ...rest } = await answer;
  return { ...rest, headers: { ...headers, [IGNORED_FIELDS]: ignored.join(', ') } };
}

function enter(deps: AtsDeps, call: Call<typeof enterParameters>): Awaitable<OrderAnswer> {
  return whenKnown(storedOrder(deps.exchange, call), enterUnlessStored, deps, call);
}

function enterUnlessStored(
  stored: AcceptedOrder | undefined,
  deps: AtsDeps,
  call: Call<typeof enterParameters>,
): Awaitable<OrderAnswer> {
  if (stored !== undefined) return answerTo(stored, { orderDetails: orderDetails(stored.order) });
  return whenKnown(checkedEntry(deps, call), submitEntry, deps, call);
}

function submitEntry(
  command: EnterCommand,
  { exchange }: AtsDeps,
  call: Call<typeof enterParameters>,
): Promise<OrderAnswer> {
  const turn = call.inTurn();
  const outcome =
    turn === undefined ? submitNow(exchange, call, command) : turn.then(() => submitNow(exchange, call, command));
  return outcome.then(entryAnswer);
}

function entryAnswer(outcome: Outcome): OrderAnswer {
  const accepted = acceptedOrder(outcome);
  return answerTo(accepted, { orderDetails: orderDetails(accepted.order) });
}

/** The command of the call; throws ApiError where it is wrong before the venue checks it. */
export function checkedEntry(deps: AtsDeps, call: Call<typeof enterParameters>): Awaitable<EnterCommand> {
  const command = enterCommand(deps.exchange, call);
  const { issuerid, accountid } = call.values;
  const refused = requireSecurityOfIssuer(deps, issuerid, command.ticket.securityId);
  if (refused !== undefined) {
    return refused.then(() => {
      throw refusalError('security has ended');
    });
  }
  const isActive = accountid === undefined || deps.accounts.isActive(call.client.clientId, accountid);
  const checked = whenKnown(isActive, ofActive, command, undefined);
  return command.ticket.optional?.rfqClients === undefined ? checked : withKnownClients(deps, checked);
}

/** Throws ApiError 106 for an order that asks an unknown client (Y6). */
async function withKnownClients({ reference }: AtsDeps, entry: Awaitable<EnterCommand>): Promise<EnterCommand> {
  const command = await entry;
  const known = new Set(await reference.clientIds());
  const unknown = askedClients(command.ticket)?.find((clientId) => !known.has(clientId));
  if (unknown !== undefined) throw malformed('rfqClients', `names ${unknown}, which is no client`);
  return command;
}

function ofActive(isActive: boolean, command: EnterCommand): EnterCommand {
  if (!isActive) throw refusalError('unknown account');
  return command;
}

function enterCommand(exchange: AtsDeps['exchange'], call: Call<typeof enterParameters>): EnterCommand {
  const { client, values, idempotency } = call;
  const command: EnterCommand = {
    type: 'enter',
    quantity: values.quantity,
    price: limitOf(values),
    ticket: ticketOf(exchange, call),
    contingency: values.contingencies ?? 'None',
    minimum: minimumOf(values.contingencies, values),
  };
  // Most orders have no idempotency key, user or deadline: nothing is copied for them.
  if (idempotency === undefined && client.user === undefined && values.deadline === undefined) return command;
  const key = idempotency === undefined ? {} : { idempotency };
  return { ...command, ...callerOf(client), ...key, ...deadlineOf(exchange, values) };
}

function ticketOf(exchange: AtsDeps['exchange'], { client, ip, values }: Call<typeof enterParameters>): OrderTicket {
  const ticket: OrderTicket = {
    clientId: client.clientId,
    securityId: securityNamed(exchange, values.securityid, values.symbol),
    memberId: values.memberid,
    accountId: values.accountid ?? null,
    type: values.type,
    side: values.action === 'Buy' ? 'buy' : 'sell',
    token: values.token ?? null,
    disclosed: values.disclosePrice === 'Yes',
    solicited: values.solicited === 'Solicited',
    expiration: values.expiration,
    expirationDate: expirationDateOf(exchange, values.expiration, values),
    ip,
  };
  if (values.expiration === 'Auction') requireRules(exchange, AUCTIONS_SINCE, 'expiration Auction');
  const optional = optionalTermsOf(values);
  if (optional === undefined) return ticket;
  if (optional.expirationTime !== undefined) requireMinute(exchange, { ...ticket, optional });
  for (const name of ['rfqClients', 'quotesShown'] as const) {
    if (optional[name] === undefined) continue;
    if (ticket.type !== 'RFQ') throw malformed(name, 'needs type RFQ');
    requireRules(exchange, QUOTES_SINCE, name);
  }
  if (optional.uniqueToken && ticket.token === null) throw missing('token');
  return { ...ticket, optional };
}

/** Millionths of a dollar; 0 is a price only for an RFQ order. */
function limitOf({ type, price }: Values): number {
  if (type === 'Limit' && price === 0) throw refusalError('price required');
  return price;
}

function expirationDateOf(exchange: Markets, expiration: Expiration, { expirationDate }: Values): string | null {
  if (expiration !== 'Other') return null;
  const day = kinds.needed('expirationDate', expirationDate);
  if (day < easternDate(exchange.nowUs())) throw malformed('expirationDate', 'must not be in the past (US Eastern)');
  return day;
}

/** M14. Throws ApiError 106 for a minute that has no date or is past, and 503 where a node does not know minutes. */
function requireMinute(exchange: AtsDeps['exchange'], ticket: OrderTicket): void {
  const expiresAt = expiryOf(ticket);
  if (expiresAt === undefined) throw malformed('expirationTime', 'needs expiration Other');
  if (expiresAt <= exchange.nowUs()) throw malformed('expirationTime', 'must be in the future (US Eastern)');
  requireRules(exchange, DEADLINES_SINCE, 'expirationTime');
}

function minimumOf(contingency: Contingency | undefined, { minimumThreshold, quantity }: Values): number {
  if (contingency !== 'Minimum Quantity') return 0;
  const minimum = kinds.needed('minimumThreshold', minimumThreshold);
  if (minimum > quantity) throw refusalError('minimum out of range');
  return minimum;
}
