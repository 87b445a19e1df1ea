import { VenueUnavailable } from '../../exchange/api/index.ts';
import { ApiError, type Call, type Handler } from '../../http/methods/index.ts';
import type { Parameters } from '../../http/parameters/index.ts';
import type { Venue } from '../shared/services.ts';
import type { DeletedOffering } from './offering-records.ts';
import { securityOf } from './offering-security.ts';
import { submitSecurity } from './submit-security.ts';

/** Commands that wait for the venue at a time. */
const TOLD_AT_A_TIME = 200;

/** What is under way for one offering. */
interface Announcements {
  calls: number;
  /** The newest revision that the venue was told of, and the telling. */
  revision: number;
  told: Promise<void>;
}

/** Tells the venue what became of an offering, once that is durable. */
export class SecurityAnnouncer {
  readonly #venue: Venue;
  /** By offering; as many as there are calls in flight. */
  readonly #underWay = new Map<number, Announcements>();

  constructor(venue: Venue) {
    this.#venue = venue;
  }

  /**
   * The handler of a method that changes an offering, whose work tells of the changed row with `tell`, once it is
   * durable. Of changes made at once, one that is overtaken by a later revision is not told any more, so the venue is
   * never left with an older state than the database.
   */
  announcing<P extends Parameters>(handler: Handler<P>, offeringIdOf: (call: Call<P>) => number): Handler<P> {
    const announced = (call: Call<P>) => this.#during(offeringIdOf(call), async () => handler(call));
    return Object.assign(announced, { idempotent: true } as const);
  }

  /**
   * Tells the venue of an offering that was changed, in the turn of the call. Throws ApiError 503 when the venue takes
   * no commands: the change is stored all the same, and the next change or start makes up for it.
   */
  async tell(offering: DeletedOffering, call: Pick<Call, 'inTurn'>): Promise<void> {
    await this.#during(offering.offering_id, async (announcements) => {
      await call.inTurn();
      await this.#tell(offering, announcements);
    });
  }

  /**
   * As tell, for offerings that were deleted: nothing comes after that, so they may have been changed before this
   * call.
   */
  async announceDeleted(offerings: readonly DeletedOffering[], call: Pick<Call, 'inTurn'>): Promise<void> {
    await call.inTurn();
    for (let at = 0; at < offerings.length; at += TOLD_AT_A_TIME) {
      const some = offerings.slice(at, at + TOLD_AT_A_TIME);
      await Promise.all(
        some.map((one) => this.#during(one.offering_id, (announcements) => this.#tell(one, announcements))),
      );
    }
  }

  async #during<T>(offeringId: number, work: (announcements: Announcements) => Promise<T>): Promise<T> {
    const announcements = this.#begin(offeringId);
    try {
      return await work(announcements);
    } finally {
      announcements.calls -= 1;
      if (announcements.calls === 0) this.#underWay.delete(offeringId);
    }
  }

  #begin(offeringId: number): Announcements {
    const known = this.#underWay.get(offeringId);
    const announcements = known ?? { calls: 0, revision: 0, told: Promise.resolve() };
    announcements.calls += 1;
    this.#underWay.set(offeringId, announcements);
    return announcements;
  }

  async #tell(offering: DeletedOffering, announcements: Announcements): Promise<void> {
    if (offering.revision > announcements.revision) {
      announcements.revision = offering.revision;
      announcements.told = submitSecurity(this.#venue, securityOf(offering));
    }
    try {
      await announcements.told;
    } catch (error) {
      if (!(error instanceof VenueUnavailable)) throw error;
      throw new ApiError(503, `offering ${offering.offering_id} is stored, but the venue could not be told of it`);
    }
  }
}
