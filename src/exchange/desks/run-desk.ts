import {
  accepted,
  type BindCommand,
  type ClockCommand,
  checkRules,
  DEPTH_MARKS_SINCE,
  type IdCommand,
  IMPORTS_SINCE,
  NO_SECURITY,
  type Outcome,
  POSITIONS_SINCE,
  QUOTES_SINCE,
  REGISTER_SINCE,
} from '../api/index.ts';
import type { LimitsCommand, RestartedCommand, RulesCommand, SkipIdsCommand } from '../commands/index.ts';
import type { VenueRecords } from '../records/index.ts';

type RunCommand =
  | RestartedCommand
  | RulesCommand
  | LimitsCommand
  | SkipIdsCommand
  | ClockCommand
  | BindCommand
  | IdCommand;

/**
 * Commands of the program and its operator at a start (V58, J14, J18), of a sandbox's clock (Z1), and the ids that the
 * database hands out.
 */
export class RunDesk {
  readonly #records: VenueRecords;
  readonly #rulesKnown: number;

  constructor(records: VenueRecords, rulesKnown: number) {
    this.#records = records;
    this.#rulesKnown = rulesKnown;
  }

  /** Throws UnknownRules. */
  apply(command: RunCommand): Outcome {
    if (command.type === 'bind') return this.#bind(command);
    if (command.type === 'id') return this.#mark(command.kind, command.id);
    if (command.type === 'skipIds') return this.#skipIds(command);
    if (command.type === 'limits') return this.#setLimits(command);
    if (command.type === 'rules') return this.#setRules(command);
    if (command.type === 'clock') return this.#setClock(command);
    const { counters, watched } = this.#records;
    watched.restarted(counters.time, command.process);
    return accepted(null);
  }

  /** The first binding holds: the database of a venue never changes. */
  #bind({ databaseId, ids }: BindCommand): Outcome {
    const { counters } = this.#records;
    if (counters.databaseId === '') counters.databaseId = databaseId;
    for (const [kind, id] of Object.entries(ids)) this.#mark(kind, id);
    return accepted(null);
  }

  #mark(kind: string, id: number): Outcome {
    const { ids } = this.#records.counters;
    ids[kind] = Math.max(ids[kind] ?? 0, id);
    return accepted(null);
  }

  /** Tops are numbered by security: a subscriber with a number above the newest starts over. */
  #skipIds({ count }: SkipIdsCommand): Outcome {
    const { counters, blocks, quotes, securities } = this.#records;
    counters.orders += count;
    counters.matches += count;
    counters.eventSeq += count;
    blocks.count += count;
    if ((counters.rules ?? 1) >= QUOTES_SINCE) quotes.count += count;
    for (const security of securities.values()) security.top = { ...security.top, seq: security.top.seq + count };
    if (counters.depthFrom !== undefined) this.#markDepths();
    return accepted(null);
  }

  #setRules({ version }: RulesCommand): Outcome {
    checkRules(version, this.#rulesKnown);
    const { counters, idempotency, register, risk, securities, transfers } = this.#records;
    const { rules: before } = counters;
    counters.rules = version;
    idempotency.recountAll();
    if (version >= POSITIONS_SINCE) risk.track();
    if (version >= REGISTER_SINCE && !register.isOne) {
      register.becomeOne((securityId) => transfers.get(securityId) !== undefined);
    }
    if (version >= IMPORTS_SINCE && before !== undefined && before < IMPORTS_SINCE) {
      for (const securityId of securities.keys()) register.imports.add(securityId);
      register.imports.add(NO_SECURITY);
    }
    if (version >= DEPTH_MARKS_SINCE && counters.depthFrom === undefined) this.#markDepths();
    return accepted(null);
  }

  /** From now on: a number that a reader of a book has from before is too old. */
  #markDepths(): void {
    const { counters, securities } = this.#records;
    counters.depthFrom = counters.eventSeq;
    for (const { depth } of securities.values()) depth.clear();
  }

  #setClock({ rate, systemUs, until }: ClockCommand): Outcome {
    const { counters } = this.#records;
    counters.clock = { atUs: counters.time, rate, systemUs, until };
    return accepted(null);
  }

  #setLimits({ ordersPerClient, contingentPerSecurity, ordersPerToken, ...later }: LimitsCommand): Outcome {
    const { blockSeconds, quotesPerClient } = later;
    this.#records.limits = {
      ...{ ordersPerClient, contingentPerSecurity, ordersPerToken },
      ...(blockSeconds !== undefined && { blockSeconds }),
      ...(quotesPerClient !== undefined && { quotesPerClient }),
    };
    return accepted(null);
  }
}
