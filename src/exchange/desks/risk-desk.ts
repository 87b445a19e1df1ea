import { SECOND_US } from '../../time/units.ts';
import {
  ALL_AT_RISK_SINCE,
  accepted,
  type CancelAllAfterCommand,
  type CancelOrdersCommand,
  type ConnectSessionCommand,
  type DisconnectSessionCommand,
  idOf,
  type OrderEnd,
  type OrderFilter,
  type OrderId,
  type Outcome,
  QUOTES_SINCE,
  refused,
  type SecurityId,
  type SelfTradeCommand,
} from '../api/index.ts';
import type { CancelTimerCommand } from '../commands/index.ts';
import {
  ALL_ACCOUNTS,
  type Call,
  type EventPublisher,
  type Guard,
  type VenueRecords,
  type Whose,
} from '../records/index.ts';
import type { MassCancel } from './mass-desk.ts';
import type { OrderDesk } from './order-desk.ts';

/** Mass cancels, their timers, and the settings of self-trade prevention. */
export class RiskDesk {
  readonly #records: VenueRecords;
  readonly #events: EventPublisher;
  readonly #orders: OrderDesk;

  constructor(records: VenueRecords, events: EventPublisher, orders: OrderDesk) {
    this.#records = records;
    this.#events = events;
    this.#orders = orders;
  }

  setSelfTrade(command: SelfTradeCommand): Outcome {
    this.#records.selfTrade.set(command, command.mode);
    return accepted(null);
  }

  /** V47. */
  cancelOrders({ clientId, filter, byOperator }: CancelOrdersCommand): Outcome {
    const how = { change: 'mass cancelled', byClient: !byOperator } as const;
    const binding = byOperator ? undefined : this.#bindingOf(clientId, filter.securityId);
    if (filter.securityId !== undefined && binding?.has(filter.securityId)) return refused('order is binding');
    return this.cancel(clientId, filter, how, binding);
  }

  /** V48. */
  cancelAllAfter({ clientId, seconds }: CancelAllAfterCommand): Outcome {
    const { cancelTimers, counters } = this.#records;
    if (seconds === 0) cancelTimers.clear(clientId);
    else cancelTimers.set(clientId, counters.time + seconds * SECOND_US);
    return accepted(null);
  }

  /** V48: the client did not renew its timer in time. */
  runOut({ clientId }: CancelTimerCommand): Outcome {
    this.#records.cancelTimers.clear(clientId);
    return this.#cancelOrWait(clientId, null, 'cancel timer ran out');
  }

  /** V57. */
  watch(command: ConnectSessionCommand | DisconnectSessionCommand): Outcome {
    return command.type === 'connectSession' ? this.#connect(command) : this.#disconnect(command);
  }

  #connect({ session, clientId, accountId, seconds }: ConnectSessionCommand): Outcome {
    this.#records.watched.connect(session, { clientId, accountId, seconds });
    return accepted(null);
  }

  /** V57: an unknown session was disconnected before. */
  #disconnect({ session, lost }: DisconnectSessionCommand): Outcome {
    const sessions = this.#records.watched;
    const known = sessions.get(session);
    sessions.leave(session);
    if (known === undefined || !lost) return accepted(null);
    const { clientId, accountId } = known;
    return this.#cancelOrWait(clientId, accountId, 'connection lost');
  }

  /** Q10: orders that are binding are cancelled at the end of the call. */
  #cancelOrWait(clientId: string, accountId: string | null, change: OrderEnd): Outcome {
    const binding = this.#bindingOf(clientId);
    const { auctions, counters, shard } = this.#records;
    for (const securityId of binding ?? []) {
      const { waiting } = auctions.calls.get(securityId) as Call;
      const key = `${change} ${clientId}`;
      waiting[key] ??= { clientId, change, upTo: {} };
      waiting[key].upTo[accountId ?? ALL_ACCOUNTS] = idOf<OrderId>(counters.orders, shard);
    }
    const filter = accountId === null ? {} : { accountId };
    return this.cancel(clientId, filter, { change, byClient: false }, binding);
  }

  /** The securities in which the client has orders that are binding; undefined: no call is on. */
  #bindingOf(clientId: string, only?: SecurityId): ReadonlySet<SecurityId> | undefined {
    const { auctions, counters, orders } = this.#records;
    if (auctions.calls.size === 0) return undefined;
    const all = only === undefined ? [...orders.securitiesOf(clientId)] : [only];
    return new Set(all.filter((securityId) => auctions.isBinding(securityId, counters.time)));
  }

  /** Empty limits for a client or account without limits; its live orders are added to their sums. */
  addLimits(whose: Whose): Guard {
    const { orders, risk } = this.#records;
    const guard = risk.limits.add(whose, orders.securitiesOf(whose.clientId));
    this.#orders.mass.sumAll(whose);
    return guard;
  }

  /**
   * Cancels what a client has at risk: its live orders, its blocks that wait, and its quotes (V47).
   * @param clientId whose; empty: that of all clients
   * @param except securities whose orders stay (Q10)
   */
  cancel(clientId: string, filter: OrderFilter, how: MassCancel, except?: ReadonlySet<SecurityId>): Outcome {
    const { counters, massCancels } = this.#records;
    const { rules = 1 } = counters;
    if (rules >= ALL_AT_RISK_SINCE) {
      if (rules < QUOTES_SINCE) {
        massCancels.add(clientId, filter, how.change);
        this.#events.massCancel(clientId);
      }
      this.#orders.mass.cancelBlocks(clientId, filter, how);
      this.#orders.massQuotes.cancel(clientId, filter, { ...how, byClient: false });
    }
    return { ...accepted(null), cancelled: this.#orders.mass.cancelAll(clientId, filter, how, except) };
  }
}
