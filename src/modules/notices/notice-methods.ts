import Type from 'typebox';
import type { Db } from '../../database/schema/index.ts';
import { EVERYBODY, type EventFeed, type Markets, NO_SECURITY, type SecurityId } from '../../exchange/api/index.ts';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { choice, numericId, optional, required, text, wholeNumber } from '../../http/parameters/index.ts';
import { MINUTE_US } from '../../time/units.ts';
import { knownSecurity, NOTICE_SEVERITIES, noticeSchema, refusalError, type VenueRecords } from '../ats/index.ts';
import { changeAfter } from '../shared/change/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { shortId } from '../shared/ids/index.ts';
import { ownedBy } from '../shared/record/index.ts';
import { timestamp } from '../shared/values/index.ts';
import type { VenueNotices } from '../shared/venue-notices.ts';

/** The services that the methods of this module use. */
export interface NoticeDeps extends ModuleDeps {
  readonly exchange: Markets & Pick<EventFeed, 'lastEventSeq'>;
  readonly records: VenueRecords;
  readonly notices: VenueNotices;
  /** The clients that are registered for a webhook, read in the transaction. */
  readonly receiversOf: (transaction: Db, method: string) => Promise<readonly string[]>;
}

const severityKind = choice(NOTICE_SEVERITIES, { description: 'info when absent.' });

/** A notice in all its forms; it never changes. */
interface NoticeFields {
  readonly noticeId: string;
  readonly severity: (typeof NOTICE_SEVERITIES)[number];
  readonly securityId: string | null;
  readonly text: string;
  readonly sentDate: string;
}

/** Notices of a minute, of all operators together: each goes to all clients. */
const PER_MINUTE_MAX = 20;

/** Limits the notices of a minute. A restart resets it. */
class NoticePace {
  /** The times of the newest notices, oldest first. */
  readonly #sentUs: number[] = [];

  /** Counts one notice; false when no more may be sent now. */
  take(nowUs: number): boolean {
    while (this.#sentUs[0] !== undefined && this.#sentUs[0] <= nowUs - MINUTE_US) this.#sentUs.shift();
    if (this.#sentUs.length >= PER_MINUTE_MAX) return false;
    this.#sentUs.push(nowUs);
    return true;
  }
}

const TEXT_LENGTH_MAX = 1000;

/** S30. */
export function sendNotice(deps: NoticeDeps): Method {
  const pace = new NoticePace();
  return defineMethod({
    name: 'sendNotice',
    summary: 'Sends a notice to all clients',
    description:
      'An extension, for operators (S30). Every client gets it by GET /v3/events, by webhook notice, and on the ' +
      'channel market, there with a security only for its subscribers. At most twenty a minute (429).',
    refusals: [138, 429],
    operator: true,
    parameters: {
      text: required(text({ maxLength: TEXT_LENGTH_MAX })),
      severity: optional(severityKind),
      securityId: optional(
        numericId<SecurityId>({ description: 'The security that it is about; absent: none in particular.' }),
      ),
    },
    response: Type.Object({ noticeDetails: Type.Object(noticeSchema) }),
    handler: changeAfter(
      deps,
      async ({ values: { securityId } }) => {
        if (securityId !== undefined) knownSecurity(deps, securityId);
        if (!pace.take(deps.nowUs())) throw refusalError('too many notices');
        return shortId();
      },
      async ({ values }, db, noticeId) => {
        const { securityId, severity = 'info' } = values;
        const fields: NoticeFields = {
          noticeId,
          severity,
          securityId: securityId === undefined ? null : String(securityId),
          text: values.text,
          sentDate: timestamp(deps.nowUs()),
        };
        const to = [{ clientId: EVERYBODY, fields: { ...fields } }];
        await deps.notices.add(db, { noticeId, kind: 'notice', securityId: securityId ?? NO_SECURITY, to });
        const clientIds = await deps.receiversOf(db, 'notice');
        return {
          fields: { noticeDetails: fields },
          alsoFires: clientIds.map((clientId) => ({ clientId, method: 'notice', fields: { ...fields } })),
          afterCommit: () => deps.notices.publish(),
        };
      },
    ),
  });
}

const LISTED_MAX = 100;
const LISTED_DEFAULT = 20;

/** S30. */
export function getNotices({ exchange, records }: NoticeDeps): Method {
  return defineMethod({
    name: 'getNotices',
    summary: "Reads the operator's notices to all clients, newest first",
    description: 'An extension (S30): for clients that connect after a notice was sent.',
    refusals: [503],
    parameters: {
      limit: optional(wholeNumber({ minimum: 1, maximum: LISTED_MAX, description: `${LISTED_DEFAULT} when absent.` })),
    },
    response: Type.Object({
      notices: Type.Array(Type.Object({ eventSeq: Type.Integer(), ...noticeSchema })),
    }),
    handler: async ({ values: { limit = LISTED_DEFAULT } }) => {
      // H3
      await records.reached(exchange.lastEventSeq());
      const rows = await records.db
        .selectFrom('notices')
        .select(['seq', 'fields'])
        .where(ownedBy(EVERYBODY))
        .where('kind', '=', 'notice')
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute();
      const notices = rows.map(({ seq, fields }) => ({ eventSeq: seq, ...(JSON.parse(fields) as NoticeFields) }));
      return { fields: { notices } };
    },
  });
}
