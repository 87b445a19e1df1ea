import {
  type AdjustCommand,
  accepted,
  adjustFields,
  type BustCommand,
  idOf,
  type LimitCommand,
  loosenedBy,
  type MatchId,
  type Outcome,
  ownSides,
  type ReferencePriceCommand,
  type ReleaseSwitchCommand,
  refused,
  type SetLimitsCommand,
  type SetPositionsCommand,
  type ThrowSwitchCommand,
  withFill,
} from '../api/index.ts';
import { costOfShares, type EventPublisher, type VenueRecords } from '../records/index.ts';
import type { RiskDesk } from './risk-desk.ts';

/** Whether the match moved positions that no bust has reversed. */
export function isBustDue({ counters, risk, shard }: VenueRecords, matchId: MatchId): boolean {
  const first = risk.tracksSince;
  const moved = first !== null && matchId > idOf(first, shard) && matchId <= idOf(counters.matches, shard);
  return moved && !risk.busted.has(matchId);
}

/** Limits, positions, reference prices, corrected matches and kill switches of the operator and the clients. */
export class LimitDesk {
  readonly #records: VenueRecords;
  readonly #events: EventPublisher;
  readonly #risk: RiskDesk;

  constructor(records: VenueRecords, events: EventPublisher, risk: RiskDesk) {
    this.#records = records;
    this.#events = events;
    this.#risk = risk;
  }

  apply(command: LimitCommand): Outcome {
    switch (command.type) {
      case 'setLimits':
        return this.#setLimits(command);
      case 'referencePrice':
        return this.#setReferencePrice(command);
      case 'setPositions':
        return this.#setPositions(command);
      case 'bust':
        return this.#bust(command);
      case 'adjust':
        return this.#adjust(command);
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

  /** V52. */
  #setPositions({ positions }: SetPositionsCommand): Outcome {
    const { risk } = this.#records;
    risk.track();
    for (const position of positions) {
      const { quantity, averageCost } = position;
      const isGiven = averageCost !== undefined;
      const held = risk.positions.heldBy(position);
      const cost = isGiven ? withFill(0, averageCost, Math.abs(quantity)) : costOfShares(held, quantity);
      risk.positions.set(position, { quantity, cost });
    }
    return accepted(null);
  }

  /** V45: each match once. A match that moved no positions reverses none. */
  #bust({ matchId, buyer, seller, ...matched }: BustCommand): Outcome {
    const { risk } = this.#records;
    if (!isBustDue(this.#records, matchId)) return accepted(null);
    risk.busted.add(matchId);
    const { price, quantity } = risk.adjusted.get(matchId) ?? matched;
    risk.positions.undo(buyer, quantity, price);
    risk.positions.undo(seller, -quantity, price);
    return accepted(null);
  }

  /** V65. */
  #adjust(command: AdjustCommand): Outcome {
    const { counters, risk, securities } = this.#records;
    const { matchId, price, quantity, matched, buyer, seller } = command;
    const before = risk.adjusted.get(matchId) ?? matched;
    if (risk.busted.has(matchId)) return refused('match has another state');
    if (before.price === price && before.quantity === quantity) return refused('match is so already');
    if (isBustDue(this.#records, matchId)) {
      risk.positions.undo(buyer, before.quantity, before.price);
      risk.positions.undo(seller, -before.quantity, before.price);
      risk.positions.trade(buyer, quantity, price);
      risk.positions.trade(seller, -quantity, price);
    }
    risk.adjusted.set(matchId, { matchId, price, quantity });
    const { securityId } = buyer;
    const owner = securities.get(securityId)?.ownerClientId ?? buyer.clientId;
    const fields = adjustFields(command, before, counters.time);
    const noticeId = `adjust-${matchId}-${counters.eventSeq + 1}`;
    for (const clientId of new Set([buyer.clientId, seller.clientId, owner])) {
      this.#events.notice({
        noticeId,
        kind: 'adjust',
        securityId,
        clientId,
        fields: { ...fields, ...ownSides(clientId, command) },
      });
    }
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
