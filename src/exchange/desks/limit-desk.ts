import {
  accepted,
  type LimitCommand,
  loosenedBy,
  type Outcome,
  type ReferencePriceCommand,
  type RegisterCommand,
  type ReleaseSwitchCommand,
  refused,
  type SetLimitsCommand,
  type ThrowSwitchCommand,
} from '../api/index.ts';
import type { VenueRecords } from '../records/index.ts';
import type { RiskDesk } from './risk-desk.ts';

/** Limits, reference prices and kill switches of the operator and the clients. */
export class LimitDesk {
  readonly #records: VenueRecords;
  readonly #risk: RiskDesk;

  constructor(records: VenueRecords, risk: RiskDesk) {
    this.#records = records;
    this.#risk = risk;
  }

  apply(command: Exclude<LimitCommand, RegisterCommand>): Outcome {
    switch (command.type) {
      case 'setLimits':
        return this.#setLimits(command);
      case 'referencePrice':
        return this.#setReferencePrice(command);
      case 'throwSwitch':
        return this.#throwSwitch(command);
      case 'releaseSwitch':
        return this.#releaseSwitch(command);
    }
  }

  /** V53. */
  #setLimits(command: SetLimitsCommand): Outcome {
    const { counters, risk } = this.#records;
    const { expected, tightens } = command;
    const known = risk.limits.find(command);
    if (known === undefined && !risk.limits.mayAdd(command)) return refused('too many accounts with limits');
    const version = known?.version ?? 0;
    if (expected !== null && expected !== version) return refused('limits have another version');
    const now = known?.policy ?? {};
    const policy = tightens ? { ...now, ...command.policy } : command.policy;
    const loosened = tightens ? loosenedBy(now, policy) : undefined;
    if (loosened !== undefined) return { ...refused('limit would be loosened'), loosened };
    risk.track();
    const guard = known ?? this.#risk.addLimits(command);
    guard.set({ version: version + 1, time: counters.time, by: tightens ? 'client' : 'operator', policy });
    return { ...accepted(null), version: version + 1 };
  }

  /** V51. */
  #setReferencePrice({ securityId, price }: ReferencePriceCommand): Outcome {
    const { risk, securities } = this.#records;
    if (!securities.has(securityId)) return refused('unknown security');
    risk.track();
    risk.prices.set(securityId, price);
    return accepted(null);
  }

  /** V54. */
  #throwSwitch({ scope, by, reason }: ThrowSwitchCommand): Outcome {
    const { counters, risk } = this.#records;
    risk.switches.throw({ ...scope, by, reason, since: counters.time });
    const { clientId = '', ...filter } = scope;
    return this.#risk.cancel(clientId, filter, { change: 'kill switch', byClient: by === 'client', reason });
  }

  #releaseSwitch({ scope, by }: ReleaseSwitchCommand): Outcome {
    return this.#records.risk.switches.release(scope, by) ? accepted(null) : refused('kill switch not thrown');
  }
}
