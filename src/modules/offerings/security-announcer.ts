import { VenueUnavailable } from '../../exchange/api/index.ts';
import { ApiError, type Call, type Client, callerOf, type Handler } from '../../http/methods/index.ts';
import type { Parameters } from '../../http/parameters/index.ts';
import type { Venue } from '../shared/deps.ts';
import type { DeletedOffering } from './offering-records.ts';
import { securityOf, submitSecurity } from './offering-security.ts';

/** The most commands that wait for the venue at a time. */
const ANNOUNCED_AT_ONCE = 200;

/** The calls and the newest announcement of one offering. */
interface Announcements {
  calls: number;
  /** The newest announced revision. */
  revision: number;
  /** Settles with the announcement of that revision. */
  sent: Promise<void>;
}

/** Sends changed offerings to the venue, once the change is durable. */
export class SecurityAnnouncer {
  readonly #venue: Venue;
  /** By offering; only offerings with calls in flight. */
  readonly #underWay = new Map<number, Announcements>();

  constructor(venue: Venue) {
    this.#venue = venue;
  }

  /**
   * Wraps the handler of a method that changes an offering and then calls `announce` with the changed row, once it is
   * durable. Of concurrent changes only the later revision is sent, so that the venue never keeps an older state than
   * the database.
   */
  announcing<P extends Parameters, F>(handler: Handler<P, F>, offeringIdOf: (call: Call<P>) => number): Handler<P, F> {
    const announced = (call: Call<P>) => this.#during(offeringIdOf(call), async () => handler(call));
    return Object.assign(announced, { idempotent: true } as const);
  }

  /**
   * Sends a changed offering to the venue, in the turn of the call. Throws ApiError 503 when the venue takes no
   * commands: the change is stored, and the next change or start sends it.
   */
  async announce(offering: DeletedOffering, call: Pick<Call, 'inTurn' | 'client'>): Promise<void> {
    await this.#during(offering.offering_id, async (announcements) => {
      await call.inTurn();
      await this.#send(offering, call.client, announcements);
    });
  }

  /**
   * As announce, for deleted offerings. A deletion is the last change, so the handler need not be wrapped.
   */
  async announceDeleted(offerings: readonly DeletedOffering[], call: Pick<Call, 'inTurn' | 'client'>): Promise<void> {
    await call.inTurn();
    for (let at = 0; at < offerings.length; at += ANNOUNCED_AT_ONCE) {
      const some = offerings.slice(at, at + ANNOUNCED_AT_ONCE);
      await Promise.all(
        some.map((one) =>
          this.#during(one.offering_id, (announcements) => this.#send(one, call.client, announcements)),
        ),
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
    const announcements = known ?? { calls: 0, revision: 0, sent: Promise.resolve() };
    announcements.calls += 1;
    this.#underWay.set(offeringId, announcements);
    return announcements;
  }

  async #send(offering: DeletedOffering, client: Client, announcements: Announcements): Promise<void> {
    if (offering.revision > announcements.revision) {
      announcements.revision = offering.revision;
      announcements.sent = submitSecurity(this.#venue, { ...securityOf(offering), ...callerOf(client) });
    }
    try {
      await announcements.sent;
    } catch (error) {
      if (!(error instanceof VenueUnavailable)) throw error;
      throw new ApiError(
        503,
        `offering ${offering.offering_id} is stored, but the venue is not available; it gets the offering later`,
      );
    }
  }
}
