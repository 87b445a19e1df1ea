import { following, type ReferenceVersion, type SecurityId } from '../api/index.ts';
import { SortedKeys } from '../collections/index.ts';
import type { SecurityRecord } from './security-record.ts';

/** The securities of the venue by id: in the order in which they became known, in pages by their ids, by symbol. */
export class Securities extends Map<SecurityId, SecurityRecord> {
  readonly #ids = new SortedKeys<SecurityId>((a, b) => a - b);
  readonly #bySymbol = new Map<string, SecurityRecord>();
  /** Whether any security has ever had reference data: all that an order without any asks. */
  hasReferences = false;

  override set(securityId: SecurityId, security: SecurityRecord): this {
    this.#ids.add(securityId);
    if (security.reference !== undefined) this.refer(security, security.reference);
    return super.set(securityId, security);
  }

  /** That of an order or a book, which is always there. */
  known(securityId: SecurityId): SecurityRecord {
    return this.get(securityId) as SecurityRecord;
  }

  /** At most `limit` of those with a higher id, the lowest first. */
  after(securityId: SecurityId, limit: number): SecurityRecord[] {
    const found: SecurityRecord[] = [];
    for (const id of this.#ids.from(following(securityId))) {
      if (found.length >= limit) break;
      found.push(this.known(id));
    }
    return found;
  }

  withSymbol(symbol: string): SecurityRecord | undefined {
    return this.#bySymbol.get(symbol);
  }

  /** From now on the security has this reference data, and its symbol, which no other security has. */
  refer(security: SecurityRecord, next: ReferenceVersion): void {
    const before = security.reference?.reference.symbol;
    if (before !== undefined) this.#bySymbol.delete(before);
    const { symbol } = next.reference;
    if (symbol !== undefined) this.#bySymbol.set(symbol, security);
    security.reference = next;
    this.hasReferences = true;
  }
}
