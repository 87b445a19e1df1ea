import { accepted, type ImportCommand, type Outcome } from '../api/index.ts';
import type { VenueRecords } from '../records/index.ts';
import type { RegisterDesk } from './register-desk.ts';

/**
 * What 0.1.0 left outside the register (F18). The database has it, and the leader says it here in pieces; it may say a
 * piece again, because it does not know whether the last one came. Units of trades come as issues do.
 */
export class ImportDesk {
  readonly #records: VenueRecords;
  readonly #register: Pick<RegisterDesk, 'judge' | 'settled'>;

  constructor(records: VenueRecords, register: Pick<RegisterDesk, 'judge' | 'settled'>) {
    this.#records = records;
    this.#register = register;
  }

  apply(command: ImportCommand): Outcome {
    const { securityId } = command;
    const { imports } = this.#records.register;
    if (!imports.has(securityId)) return accepted(null);
    if (command.type === 'importEnd') {
      imports.delete(securityId);
      return accepted(null);
    }
    for (const settlement of command.settlements) this.#register.settled(settlement);
    this.#register.judge(securityId);
    return accepted(null);
  }
}
