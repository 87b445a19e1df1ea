import {
  type AdjustCommand,
  accepted,
  adjustFields,
  type BustCommand,
  bustFields,
  idOf,
  type LimitCommand,
  loosenedBy,
  type MatchId,
  type MatchTerms,
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
import { costOfShares, type EventPublisher, TradeLog, type VenueRecords } from '../records/index.ts';
import type { RiskDesk } from './risk-desk.ts';

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
    const { counters, risk, shard } = this.#records;
    risk.track();
    for (const position of positions) {
      const { quantity, averageCost } = position;
      const isGiven = averageCost !== undefined;
      const held = risk.positions.heldBy(position);
      const cost = isGiven ? withFill(0, averageCost, Math.abs(quantity)) : costOfShares(held, quantity);
      const log = risk.replaysCost ? new TradeLog({ quantity, cost }, idOf(counters.matches, shard)) : undefined;
      risk.positions.set(position, { quantity, cost }, log);
    }
    return accepted(null);
  }

  /** V45: each match once. */
  #bust(command: BustCommand): Outcome {
    const { counters, risk } = this.#records;
    const { matchId, matched, buyer } = command;
    const known = risk.amendments.find(matchId);
    if (known?.bustedAt != null) return refused('match has another state');
    const { securityId } = buyer;
    const adjusted = known?.adjusted ?? null;
    const { time } = counters;
    risk.amendments.set({ matchId, securityId, adjusted, bustedAt: time });
    const terms = adjusted ?? matched;
    this.#amend(command, terms, null);
    this.#notifyParties(command, bustFields(command, terms, time));
    return accepted(null);
  }

  /** V65. */
  #adjust(command: AdjustCommand): Outcome {
    const { counters, risk } = this.#records;
    const { matchId, price, quantity, matched, buyer } = command;
    const known = risk.amendments.find(matchId);
    const before = known?.adjusted ?? matched;
    if (known?.bustedAt != null) return refused('match has another state');
    if (before.price === price && before.quantity === quantity) return refused('match is so already');
    this.#amend(command, before, { price, quantity });
    const { securityId } = buyer;
    risk.amendments.set({ matchId, securityId, adjusted: { price, quantity }, bustedAt: null });
    this.#notifyParties(command, adjustFields(command, before, counters.time));
    return accepted(null);
  }

  /** The positions follow, where the match moved any. */
  #amend({ matchId, buyer, seller }: BustCommand | AdjustCommand, before: MatchTerms, after: MatchTerms | null): void {
    const { counters, risk, shard } = this.#records;
    const first = risk.tracksSince;
    const now = idOf<MatchId>(counters.matches, shard);
    if (first === null || matchId <= idOf(first, shard) || matchId > now) return;
    const { positions, prices } = risk;
    prices.amended(buyer.securityId, matchId, after?.price ?? null);
    if (risk.replaysCost) {
      positions.amend({ matchId, buyer, seller, before, after }, now);
      return;
    }
    positions.undo(buyer, before.quantity, before.price);
    positions.undo(seller, -before.quantity, before.price);
    if (after === null) return;
    positions.trade({ ticket: buyer, position: null }, after.quantity, after.price, null);
    positions.trade({ ticket: seller, position: null }, -after.quantity, after.price, null);
  }

  /** Both sides and the owner of the security, each once. */
  #notifyParties(command: BustCommand | AdjustCommand, fields: object): void {
    const { type: kind, matchId, buyer, seller } = command;
    const { counters, securities } = this.#records;
    const { securityId } = buyer;
    const owner = securities.get(securityId)?.ownerClientId ?? buyer.clientId;
    const noticeId = `${kind}-${matchId}-${counters.eventSeq + 1}`;
    const recipients = [...new Set([buyer.clientId, seller.clientId, owner])];
    const to = recipients.map((clientId) => ({ clientId, fields: { ...fields, ...ownSides(clientId, command) } }));
    this.#events.notice({ noticeId, kind, securityId, to });
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
