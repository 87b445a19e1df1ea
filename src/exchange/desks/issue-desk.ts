import { parseDay } from '../../calendar/civil-date.ts';
import {
  accepted,
  type IssueCommand,
  type Outcome,
  refused,
  type TakeBackCommand,
  type UnitsCommand,
} from '../api/index.ts';
import { isAtLeast, minus, type Units, unitsOf, type VenueRecords } from '../records/index.ts';
import { freeOf, type Whose } from './free-shares.ts';
import type { RegisterDesk } from './register-desk.ts';

/** As the database says. */
const BY_VENUE = { clientId: null, byOperator: false, reason: null };

/**
 * Units of offerings (F12). The database decides that a trade is settled or cancelled, and says so here by a numbered
 * revision of the trade; what came once is known, so that whoever is not sure says it again.
 */
export class IssueDesk {
  readonly #records: VenueRecords;
  readonly #register: Pick<RegisterDesk, 'judge' | 'changes'>;

  constructor(records: VenueRecords, register: Pick<RegisterDesk, 'judge' | 'changes'>) {
    this.#records = records;
    this.#register = register;
  }

  apply(command: UnitsCommand): Outcome {
    const known = this.#records.register.issues.of(command.tradeId);
    if (known !== undefined && command.revision <= known.revision) {
      const isRepeated = command.revision === known.revision;
      return isRepeated && known.isRefused ? refused('units are not free') : accepted(null);
    }
    return command.type === 'issue' ? this.#issue(command) : this.#takeBack(command);
  }

  #issue({ tradeId, revision, cost, date, ...command }: IssueCommand): Outcome {
    const { register } = this.#records;
    const { securityId, clientId, accountId } = command;
    const whose = { securityId, clientId, accountId };
    const units = unitsOf(BigInt(command.units));
    const change = { kind: 'issue', whose, units, tradeId, changed: null, costBefore: null, costAfter: cost } as const;
    this.#register.changes.units(change, BY_VENUE, () => {
      const at = register.issue(whose, units, { cost, day: parseDay(date) });
      register.issues.set(tradeId, { revision, isRefused: false, issued: { ...whose, ...units, ...at } });
    });
    this.#register.judge(securityId);
    return accepted(null);
  }

  /** The units of a trade that was settled before the venue issued any are among what was reported of its account. */
  #takeBack({ tradeId, revision, ...command }: TakeBackCommand): Outcome {
    const { register } = this.#records;
    const { securityId, clientId, accountId } = command;
    const whose = { securityId, clientId, accountId };
    const issued = register.issues.of(tradeId)?.issued ?? null;
    const units = unitsOf(BigInt(command.units));
    const { place = 0, entry = 0 } = issued ?? {};
    const { splits } = register.in(securityId);
    const loss = this.#lossOf(whose, { ...units, place, entry });
    // What a redemption or a conversion has taken is paid, or other shares: it is not there to be taken back.
    const isTaken = splits.all.slice(splits.before({ place, entry })).some(({ cause }) => cause);
    const isRefused = isTaken || !isAtLeast(freeOf(this.#records, whose), loss);
    register.issues.set(tradeId, { revision, isRefused, issued: isRefused ? issued : null });
    if (isRefused) return refused('units are not free');
    const changed = issued?.entry ?? null;
    const change = { kind: 'takeBack', whose, units, tradeId, changed, costBefore: null, costAfter: null } as const;
    this.#register.changes.units(change, BY_VENUE, () => register.takeBack(whose, units, issued ?? undefined));
    this.#register.judge(securityId);
    return accepted(null);
  }

  /** By how much less the account would have without the units: splits since round all of its shares together. */
  #lossOf(whose: Whose, issue: Units & { readonly place: number; readonly entry: number }): Units {
    const { splits } = this.#records.register.in(whose.securityId);
    if (splits.all.length === 0) return issue;
    const holder = this.#records.register.find(whose);
    return holder === undefined ? splits.ofNow(issue) : minus(holder, holder.without(issue, issue));
  }
}
