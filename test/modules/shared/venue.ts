import type { SecurityCommand } from '../../../src/exchange/api/commands.ts';
import { type Outcome, VenueUnavailable } from '../../../src/exchange/api/outcomes.ts';
import type { SecurityView } from '../../../src/exchange/api/securities.ts';
import type { Venue } from '../../../src/modules/shared/deps.ts';

/** A venue that keeps the commands that it gets, in order. */
export class TestVenue implements Venue {
  readonly commands: SecurityCommand[] = [];
  readonly #securities = new Map<number, SecurityView>();
  /** When set, submit rejects as a venue that takes no commands. */
  unavailable = false;

  async submit(command: SecurityCommand): Promise<Outcome> {
    if (this.unavailable) throw new VenueUnavailable('as planned');
    this.commands.push(command);
    const known = this.#securities.get(command.securityId);
    const security = { orderApproval: false, hours: null, market: 'closed', ...known, ...command } as SecurityView;
    this.#securities.set(command.securityId, security);
    return { ok: true, order: null, lostPriority: false, replayed: false };
  }

  securities(): SecurityView[] {
    return [...this.#securities.values()];
  }

  statusOf(securityId: number): string | undefined {
    return this.#securities.get(securityId)?.status;
  }
}
