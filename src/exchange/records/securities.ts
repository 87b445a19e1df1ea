import { following, type SecurityId } from '../api/index.ts';
import { SortedKeys } from '../collections/index.ts';
import type { SecurityRecord } from './security-record.ts';

/** The securities of the venue by id: in the order in which they became known, and in pages by their ids. */
export class Securities extends Map<SecurityId, SecurityRecord> {
  readonly #ids = new SortedKeys<SecurityId>((a, b) => a - b);

  override set(securityId: SecurityId, security: SecurityRecord): this {
    this.#ids.add(securityId);
    return super.set(securityId, security);
  }

  /** At most `limit` of those with a higher id, the lowest first. */
  after(securityId: SecurityId, limit: number): SecurityRecord[] {
    const found: SecurityRecord[] = [];
    for (const id of this.#ids.from(following(securityId))) {
      if (found.length >= limit) break;
      found.push(this.get(id) as SecurityRecord);
    }
    return found;
  }
}
