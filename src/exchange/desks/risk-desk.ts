import { SECOND_US } from '../../time/units.ts';
import {
  ALL_AT_RISK_SINCE,
  accepted,
  type CancelAllAfterCommand,
  type CancelOrdersCommand,
  type ConnectSessionCommand,
  type DisconnectSessionCommand,
  type OrderFilter,
  type Outcome,
  refused,
  type SecurityId,
  type SelfTradeCommand,
} from '../api/index.ts';
import type { CancelTimerCommand } from '../commands/index.ts';
import type { Call, EventPublisher, Guard, VenueRecords, WaitingCancel, Whose } from '../records/index.ts';
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
    const binding = byOperator ? undefined : this.#binding();
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
    return this.#cancelOrWait({ clientId, accountId: null, change: 'cancel timer ran out' });
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
    return this.#cancelOrWait({ clientId, accountId, change: 'connection lost' });
  }

  /** Q10: orders that are binding are cancelled at the end of the call. */
  #cancelOrWait(cancel: WaitingCancel): Outcome {
    const { clientId, accountId, change } = cancel;
    const binding = this.#binding();
    for (const securityId of binding ?? []) this.#waitFor(securityId, cancel);
    const filter = accountId === null ? {} : { accountId };
    return this.cancel(clientId, filter, { change, byClient: false }, binding);
  }

  #waitFor(securityId: SecurityId, cancel: WaitingCancel): void {
    const { auctions, orders } = this.#records;
    if (orders.firstOf(cancel.clientId, securityId) === null) return;
    const { waiting } = auctions.calls.get(securityId) as Call;
    waiting[`${cancel.change} ${cancel.clientId} ${cancel.accountId ?? ''}`] ??= cancel;
  }

  #binding(): ReadonlySet<SecurityId> | undefined {
    const { auctions, counters } = this.#records;
    return auctions.bindingAt(counters.time);
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
    if ((counters.rules ?? 1) >= ALL_AT_RISK_SINCE) {
      massCancels.add(clientId, filter, how.change);
      this.#events.massCancel(clientId);
      this.#orders.mass.cancelBlocks(clientId, filter, how);
    }
    return { ...accepted(null), cancelled: this.#orders.mass.cancelAll(clientId, filter, how, except) };
  }
}
