/** Estimates of what commands cost. The state does not depend on them. */
import type { Engine } from '../../matching/index.ts';
import {
  type CancelCommand,
  type DecideCommand,
  NO_ORDER,
  type OrderId,
  type ReplaceCommand,
  type SecurityId,
} from '../api/index.ts';
import { clientOf, type SessionCommand, type UntimedCommand } from '../commands/index.ts';
import type { VenueState } from '../desks/index.ts';
import { bookSideOf, EFFECTS_MAX, type LiveOrders, type OrderRecord, type Scope, scopeOf } from '../records/index.ts';

/** Below this number, matches and cancels cost nothing. */
export const EFFECTS_MIN = 32;

/** The book and the client that a command concerns. */
export interface Place {
  /** Commands of one client that concern the same book keep their order. */
  readonly clientId: string;
  readonly scope: Scope;
}

export interface CommandCost extends Place {
  /** Search work, in steps (M9); 0 for nearly all. */
  readonly steps: number;
  /** Matches and cancels, counted up to EFFECTS_MAX (M17); 0 for nearly all. */
  readonly effects: number;
}

/** Whether a command may cost more than nearly all do. */
export function isCostly(command: UntimedCommand, state: VenueState): boolean {
  return effectsOf(command, state) > 0 || (mayBeCostly(state.engine, command) && stepsOf(state.engine, command) > 0);
}

export function placeOf(command: UntimedCommand, state: VenueState): Place {
  return { clientId: clientOf(command), scope: scopeOf(command, state) };
}

/** @param enough the count of matches and cancels stops here */
export function costOf(command: UntimedCommand, state: VenueState, enough = EFFECTS_MAX): CommandCost {
  const { engine } = state;
  return {
    ...placeOf(command, state),
    steps: mayBeCostly(engine, command) ? stepsOf(engine, command) : 0,
    effects: effectsOf(command, state, enough),
  };
}

/** Whether the command may leave effects pending (M17). */
export function isLarge({ effects }: CommandCost): boolean {
  return effects >= EFFECTS_MAX;
}

function mayBeCostly(engine: Engine, command: UntimedCommand): boolean {
  return engine.isBusy || (command.type === 'enter' && command.contingency !== 'None');
}

function stepsOf(engine: Engine, command: UntimedCommand): number {
  switch (command.type) {
    case 'enter': {
      const { ticket, quantity, contingency } = command;
      return engine.expectedSteps(ticket.securityId, bookSideOf(ticket.side), contingency === 'None' ? 0 : quantity);
    }
    case 'cancel':
    case 'replace':
    case 'decide':
      return engine.expectedStepsOf(command.orderId);
    default:
      return 0;
  }
}

function effectsOf(command: UntimedCommand, state: VenueState, enough = EFFECTS_MAX): number {
  const effects = Math.min(countOf(command, state, enough), enough);
  return effects < EFFECTS_MIN ? 0 : effects;
}

function countOf(command: UntimedCommand, state: VenueState, enough: number): number {
  const { engine, orders, quotes } = state;
  switch (command.type) {
    case 'enter':
      return matchesOf(engine, command, enough) + unseatedBy(state, NO_ORDER, command);
    case 'cancel':
    case 'replace':
    case 'decide': {
      const order = orderOf(command, orders);
      if (order === undefined) return 0;
      const terms = { ...order, ...command };
      const matches = command.type === 'cancel' ? 0 : matchesOf(engine, terms, enough);
      return matches + quotes.countOn(order.orderId) + unseatedBy(state, order.orderId, terms);
    }
    case 'cancelOrders':
      return atRisk(state, command.clientId);
    case 'throwSwitch':
      return atRisk(state, command.scope.clientId);
    case 'massQuote':
      return command.entries.length;
    case 'cancelQuotes':
      return quotes.countOfClient(command.clientId);
    case 'acceptQuote': {
      const { orderId = NO_ORDER, ticket } = quotes.get(command.quoteId) ?? {};
      return quotes.countOn(orderId) + (ticket === undefined ? 0 : quotes.countOfClient(ticket.clientId));
    }
    case 'setLimits':
      return state.risk.limits.find(command) === undefined ? orders.countOfClient(command.clientId) : 0;
    case 'cancelTimer':
      return atRisk(state, command.clientId);
    case 'disconnectSession': {
      const watched = state.watched.get(command.session);
      return watched === undefined ? 0 : atRisk(state, watched.clientId);
    }
    case 'security':
    case 'halt':
    case 'resume':
    case 'auctionPlan':
    case 'auctionCall':
    case 'uncross':
    case 'transferRules':
    case 'holdings':
    case 'transferDue':
      return ordersIn(state, command.securityId);
    case 'actionDue':
      return EFFECTS_MAX;
    case 'session':
      return ofSession(command, state);
    case 'bust':
    case 'adjust':
      return judged(state, command.buyer.securityId);
    case 'notice':
      return command.settlement === undefined ? 0 : judged(state, command.settlement.buyer.securityId);
    case 'setPositions':
      return command.positions.reduce((sum, { securityId }) => sum + judged(state, securityId), 0);
    case 'issue':
    case 'importSettlements':
      return judged(state, command.securityId);
    case 'takeBack':
      return judged(state, command.securityId) + orders.countOfClient(command.clientId);
    case 'expire':
      return command.orderIds.length;
    case 'dateEnd':
      return orders.expiring;
    default:
      return 0;
  }
}

/** Orders and quotes of a client that a mass cancel may end; of all clients where it names none (V47). */
function atRisk({ orders, quotes }: VenueState, clientId = ''): number {
  return (clientId === '' ? orders.size : orders.countOfClient(clientId)) + quotes.countOfClient(clientId);
}

/**
 * An opening takes orders out of books, a close puts back those that have not entered, and ends Day orders. Of all
 * securities each is an effect itself, if a small one.
 */
function ofSession({ action, securityId }: Pick<SessionCommand, 'action' | 'securityId'>, state: VenueState): number {
  const { engine, orders, securities } = state;
  const concerned = securityId === null ? orders : securities.get(securityId)?.orders;
  if (concerned === undefined) return 0;
  const moved = action === 'open' || engine.hasPendingWork ? concerned.size : concerned.expiring;
  return securityId === null ? moved + securities.size : moved;
}

function ordersIn({ securities }: VenueState, securityId: SecurityId): number {
  return securities.get(securityId)?.orders.size ?? 0;
}

/** Orders that are checked again where the register changes, if the security has transfer rules (M16). */
function judged(state: VenueState, securityId: SecurityId): number {
  return state.transfers.get(securityId) === undefined ? 0 : ordersIn(state, securityId);
}

function orderOf(command: CancelCommand | ReplaceCommand | DecideCommand, orders: LiveOrders): OrderRecord | undefined {
  const { orderId, token, clientId } = command as CancelCommand;
  return token === undefined ? orders.get(orderId) : orders.withToken(clientId, token);
}

/** Bids that lose their seat (F6). */
function unseatedBy(
  { transfers }: VenueState,
  orderId: OrderId,
  { ticket, price }: Pick<OrderRecord, 'ticket' | 'price'>,
) {
  return transfers.get(ticket.securityId)?.expectedUnseated(ticket, price, orderId) ?? 0;
}

type Entering = Pick<OrderRecord, 'quantity' | 'price'> & {
  readonly ticket: Pick<OrderRecord['ticket'], 'securityId' | 'side'>;
};

function matchesOf(engine: Engine, { ticket, quantity, price }: Entering, enough: number): number {
  // A match has at least one share.
  if (quantity < EFFECTS_MIN) return 0;
  return engine.expectedMatches(ticket.securityId, bookSideOf(ticket.side), price, quantity, enough);
}
