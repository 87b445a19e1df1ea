import { SECOND_US } from '../../time/units.ts';
import {
  accepted,
  type CancelAllAfterCommand,
  type CancelOrdersCommand,
  type ConnectSessionCommand,
  type DisconnectSessionCommand,
  type OrderFilter,
  type Outcome,
  type SelfTradeCommand,
} from '../api/index.ts';
import type { CancelTimerCommand } from '../commands/index.ts';
import type { Guard, VenueRecords, Whose } from '../records/index.ts';
import type { MassCancel } from './mass-desk.ts';
import type { OrderDesk } from './order-desk.ts';

/** Mass cancels, their timers, and the settings of self-trade prevention. */
export class RiskDesk {
  readonly #records: VenueRecords;
  readonly #orders: OrderDesk;

  constructor(records: VenueRecords, orders: OrderDesk) {
    this.#records = records;
    this.#orders = orders;
  }

  setSelfTrade(command: SelfTradeCommand): Outcome {
    this.#records.selfTrade.set(command, command.mode);
    return accepted(null);
  }

  /** V47. */
  cancelOrders({ clientId, filter, byOperator }: CancelOrdersCommand): Outcome {
    return this.cancel(clientId, filter, { change: 'mass cancelled', byClient: !byOperator });
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
    return this.cancel(clientId, {}, { change: 'cancel timer ran out', byClient: false });
  }

  /** V57. */
  connect({ session, clientId, accountId, seconds }: ConnectSessionCommand): Outcome {
    this.#records.watched.connect(session, { clientId, accountId, seconds });
    return accepted(null);
  }

  /** V57: an unknown session was disconnected before. */
  disconnect({ session, lost }: DisconnectSessionCommand): Outcome {
    const sessions = this.#records.watched;
    const known = sessions.get(session);
    sessions.leave(session);
    if (known === undefined || !lost) return accepted(null);
    const { clientId, accountId } = known;
    const filter = accountId === null ? {} : { accountId };
    return this.cancel(clientId, filter, { change: 'connection lost', byClient: false });
  }

  /** Empty limits for a client or account without limits; its live orders are added to their sums. */
  addLimits(whose: Whose): Guard {
    const { orders, risk } = this.#records;
    const guard = risk.limits.add(whose, orders.securitiesOf(whose.clientId));
    this.#orders.mass.sumAll(whose);
    return guard;
  }

  /** @param clientId whose orders; empty: the orders of all clients */
  cancel(clientId: string, filter: OrderFilter, how: MassCancel): Outcome {
    return { ...accepted(null), cancelled: this.#orders.mass.cancelAll(clientId, filter, how) };
  }
}
