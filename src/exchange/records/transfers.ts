import type { Microseconds } from '../../time/units.ts';
import type { SecurityId } from '../api/index.ts';
import { Deadlines } from '../collections/index.ts';
import type { Register } from './register/register.ts';
import { TransferRecord } from './transfer-record.ts';

/** The securities that have, or had, transfer rules or a register (F1). */
export class Transfers {
  readonly #register: Register;
  readonly #records = new Map<SecurityId, TransferRecord>();
  /** When to look again at the rules of which security. */
  readonly #due = new Deadlines<SecurityId>();
  /** Those that the command may have changed. */
  readonly #touched = new Set<TransferRecord>();

  constructor(register: Register) {
    this.#register = register;
  }

  get(securityId: SecurityId): TransferRecord | undefined {
    return this.#records.size === 0 ? undefined : this.#records.get(securityId);
  }

  /** The same, to change it or what follows from it: at the end of the command it is settled. */
  touch(securityId: SecurityId): TransferRecord | undefined {
    const record = this.get(securityId);
    if (record !== undefined) this.#touched.add(record);
    return record;
  }

  /** As touch, but makes a missing record. */
  of(securityId: SecurityId): TransferRecord {
    if (!this.#records.has(securityId)) this.add(securityId);
    return this.touch(securityId) as TransferRecord;
  }

  /** A record that nothing has changed: from a snapshot it is as the last command settled it. */
  add(securityId: SecurityId): TransferRecord {
    const record = new TransferRecord(securityId, this.#register, this.#due);
    this.#records.set(securityId, record);
    return record;
  }

  /** Takes one of the touched records. */
  takeTouched(): TransferRecord | undefined {
    if (this.#touched.size === 0) return undefined;
    const [record] = this.#touched;
    if (record !== undefined) this.#touched.delete(record);
    return record;
  }

  /** In the order of the securities, so that it depends on nothing else. */
  values(): TransferRecord[] {
    return [...this.#records.values()].sort((a, b) => a.securityId - b.securityId);
  }

  /** When the next record is due; Infinity: never. */
  get next(): number {
    return this.#due.next;
  }

  /** At most `limit` of the securities at whose rules it is time to look. */
  due(nowUs: Microseconds, limit: number): SecurityId[] {
    return this.#due.due(nowUs, limit);
  }
}
