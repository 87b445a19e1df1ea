import type { Microseconds } from '../../time/units.ts';
import type {
  ClientLimits,
  EnterCommand,
  KillSwitch,
  Millionths,
  Outcome,
  PositionPage,
  PositionView,
  RiskReads,
  SecurityId,
} from '../api/index.ts';
import type { VenueState } from '../desks/index.ts';
import { positionOf, secondOf } from '../records/index.ts';

/** Answers from the state of a venue. */
export class VenueRisk implements RiskReads {
  readonly #state: VenueState;
  readonly #nowUs: () => Microseconds;

  constructor(state: VenueState, nowUs: () => Microseconds) {
    this.#state = state;
    this.#nowUs = nowUs;
  }

  limitsOf(clientId: string, accountId: string | null): ClientLimits {
    const { limits } = this.#state.risk;
    const guard = limits.find({ clientId, accountId });
    const isNow = guard?.second === secondOf(this.#nowUs());
    return {
      version: guard?.version ?? 0,
      policy: guard?.policy ?? {},
      openOrders: guard?.exposure.orders ?? 0,
      openValue: guard?.exposure.value ?? 0n,
      ordersThisSecond: guard !== undefined && isNow ? guard.inSecond : 0,
      versions: [...(guard?.versions ?? [])],
      accounts: accountId === null ? limits.accountsOf(clientId) : [],
    };
  }

  positionsOf(clientId: string, page?: PositionPage): PositionView[] {
    const { register, risk } = this.#state;
    return register.ofClient(clientId, page).map((holder) => {
      return { ...positionOf(holder), settled: holder.settled, lastPrice: risk.prices.lastOf(holder.securityId) };
    });
  }

  referencePrice(securityId: SecurityId): { price: Millionths; isSet: boolean } | null {
    const { prices } = this.#state.risk;
    const price = prices.of(securityId);
    return price === null ? null : { price, isSet: prices.isSet(securityId) };
  }

  killSwitches(clientId?: string): KillSwitch[] {
    const { switches } = this.#state.risk;
    return clientId === undefined ? switches.entries() : switches.ofClient(clientId);
  }

  wouldEnter(command: EnterCommand): Outcome {
    return this.#state.wouldEnter(command, this.#nowUs());
  }
}
