import { LIMIT_NAMES, type LimitName, type LimitPolicy, type LimitVersion, type SecurityId } from '../../api/index.ts';
import { Exposure } from './exposure.ts';

/** How many of the newest versions can be read. */
const VERSIONS_KEPT = 50;

/** The limits of one client, or of one of its accounts, with what is used of them. */
export class Guard {
  readonly exposure = new Exposure();
  /** Securities whose orders do not count yet: orders older than the limits are added in slices (M17). */
  readonly uncounted = new Set<SecurityId>();
  /** Oldest first; the last one holds. */
  readonly versions: LimitVersion[] = [];
  /** The limits that are set. */
  names: readonly LimitName[] = [];
  /** The second of the venue's clock in which the last order came, and how many came in it. */
  second = 0;
  inSecond = 0;

  get policy(): LimitPolicy {
    return this.versions.at(-1)?.policy ?? {};
  }

  get version(): number {
    return this.versions.at(-1)?.version ?? 0;
  }

  set(version: LimitVersion): void {
    this.versions.push(version);
    if (this.versions.length > VERSIONS_KEPT) this.versions.shift();
    this.names = LIMIT_NAMES.filter((name) => version.policy[name] !== undefined);
  }

  /** Whether a change of an order in this security changes the sums. */
  counts(securityId: SecurityId): boolean {
    return this.uncounted.size === 0 || !this.uncounted.has(securityId);
  }

  count(second: number): void {
    if (second !== this.second) this.inSecond = 0;
    this.second = second;
    this.inSecond++;
  }
}
