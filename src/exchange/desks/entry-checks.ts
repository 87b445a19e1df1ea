import type { Engine } from '../../matching/index.ts';
import type { Microseconds } from '../../time/units.ts';
import {
  accepted,
  type EnterCommand,
  type Millionths,
  NO_ORDER,
  type OrderId,
  type OrderTicket,
  type Outcome,
  type Refused,
  refused,
  type SelfTrade,
} from '../api/index.ts';
import { bookSideOf, type OrderRecord, type SecurityRecord, type VenueRecords, viewOf } from '../records/index.ts';

/** The checks before an order enters the venue. */
export class EntryChecks {
  readonly #records: VenueRecords;
  readonly #engine: Pick<Engine, 'wouldCross'>;

  constructor(records: VenueRecords, engine: Pick<Engine, 'wouldCross'>) {
    this.#records = records;
    this.#engine = engine;
  }

  /** Why the order must not enter; undefined when it may. @param time that of the venue when absent */
  refusalOf(command: EnterCommand, security: SecurityRecord | undefined, time?: Microseconds): Refused | undefined {
    if (security === undefined) return refused('unknown security');
    if (security.status === 'ended') return refused('security has ended');
    const { counters, limits, orders, risk, transfers } = this.#records;
    const taken = command.ticket.optional?.uniqueToken ? this.#refusalOfToken(command.ticket) : undefined;
    if (taken !== undefined) return taken;
    const crossing = command.ticket.optional?.postOnly ? this.#refusalOfPostOnly(command, security) : undefined;
    if (crossing !== undefined) return crossing;
    const refusal =
      orders.refusalOf(command, limits) ??
      transfers.get(security.securityId)?.refusalOf(command, command.quantity, time ?? counters.time);
    return refusal === undefined ? risk.refusalOf(command.ticket, command, time) : refused(refusal);
  }

  /** M18, of an order that enters at once; one that enters later is cancelled by the book. */
  #refusalOfPostOnly(command: EnterCommand, security: SecurityRecord): Refused | undefined {
    const { type, expiration } = command.ticket;
    if (type !== 'Limit' || expiration === 'IOC') return refused('post-only must rest');
    return mustWait(security) ? undefined : this.refusalOfCrossing(command.ticket, command.price);
  }

  refusalOfCrossing({ securityId, side }: OrderTicket, price: Millionths): Refused | undefined {
    return this.#engine.wouldCross(securityId, bookSideOf(side), price) ? refused('post-only would cross') : undefined;
  }

  /** H10. */
  #refusalOfToken({ clientId, token }: OrderTicket): Refused | undefined {
    const { orders } = this.#records;
    if (token === null || orders.countWithToken(clientId, token) === 0) return undefined;
    const holder = orders.withToken(clientId, token)?.orderId;
    return holder === undefined ? refused('token of several orders') : { ...refused('token is taken'), holder };
  }

  /** The outcome that `enter` would have at that time; changes nothing (V55). */
  wouldEnter(command: EnterCommand, time: Microseconds): Outcome {
    const security = this.#records.securities.get(command.ticket.securityId);
    const refusal = this.refusalOf(command, security, time);
    if (security === undefined || refusal !== undefined) return refusal ?? refused('unknown security');
    return accepted(viewOf(newOrder(NO_ORDER, command, security, { time, selfTrade: 'None' })));
  }
}

/** Whether orders of the security await approval. */
function mustWait({ status, orderApproval }: SecurityRecord): boolean {
  return status === 'awaiting' || orderApproval;
}

/** The record of an order that enters. */
export function newOrder(
  orderId: OrderId,
  command: EnterCommand,
  security: SecurityRecord,
  { time, selfTrade }: { readonly time: Microseconds; readonly selfTrade: SelfTrade },
): OrderRecord {
  return {
    orderId,
    ticket: command.ticket,
    issuerId: security.issuerId,
    inSession: security.inSession && !security.halted,
    createdAt: time,
    quantity: command.quantity,
    price: command.price,
    contingency: command.contingency,
    minimum: command.contingency === 'Minimum Quantity' ? command.minimum : 0,
    remaining: command.quantity,
    executed: 0,
    status: mustWait(security) ? 'Pending' : 'Live',
    updatedAt: time,
    reason: null,
    ended: null,
    held: null,
    selfTrade,
    entryBefore: null,
    entryAfter: null,
    client: null,
    clientBefore: null,
    clientAfter: null,
    position: null,
  };
}
