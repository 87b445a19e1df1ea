import type { SecurityCommand } from '../../../src/exchange/api/commands.ts';
import type { ImportCommand } from '../../../src/exchange/api/import-commands.ts';
import type { UnitsCommand } from '../../../src/exchange/api/issue-commands.ts';
import { type Outcome, VenueUnavailable } from '../../../src/exchange/api/outcomes.ts';
import { RULES } from '../../../src/exchange/api/rules.ts';
import type { SecurityView } from '../../../src/exchange/api/securities.ts';
import type { SecurityId } from '../../../src/exchange/api/units.ts';
import { VenueState } from '../../../src/exchange/desks/venue-state.ts';
import type { Venue } from '../../../src/modules/shared/deps.ts';
import { NOW } from './records.ts';

/** A venue that keeps the commands that it gets, in order. */
export class TestVenue implements Venue {
  readonly commands: SecurityCommand[] = [];
  /** Commands of units, which a real register takes. */
  readonly units: UnitsCommand[] = [];
  readonly state = new VenueState(0);
  rules = RULES;
  /** When set, the process dies once a command of units is in the journal, before it hears of that. */
  diesThen = false;
  readonly #securities = new Map<number, SecurityView>();
  /** When set, submit rejects as a venue that takes no commands. */
  unavailable = false;

  constructor() {
    this.state.apply({ type: 'rules', version: RULES, time: NOW });
  }

  async submit(command: SecurityCommand | UnitsCommand | ImportCommand): Promise<Outcome> {
    if (this.unavailable) throw new VenueUnavailable('as planned');
    if (command.type !== 'security') {
      if (command.type === 'issue' || command.type === 'takeBack') this.units.push(command);
      const outcome = this.state.apply({ ...command, time: NOW });
      if (this.diesThen) throw new Error('killed, as planned');
      return outcome;
    }
    this.commands.push(command);
    const known = this.#securities.get(command.securityId);
    const security = { orderApproval: false, hours: null, market: 'closed', ...known, ...command } as SecurityView;
    this.#securities.set(command.securityId, security);
    return { ok: true, order: null, lostPriority: false, replayed: false };
  }

  imports(): SecurityId[] {
    return [...this.state.register.imports].sort((a, b) => a - b);
  }

  securities(): SecurityView[] {
    return [...this.#securities.values()];
  }

  statusOf(securityId: number): string | undefined {
    return this.#securities.get(securityId)?.status;
  }
}
