import Type from 'typebox';
import { EVERYBODY } from '../../exchange/api/index.ts';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { optional, wholeNumber } from '../../http/parameters/index.ts';
import { noticeSchema } from '../ats/index.ts';
import { ownedBy } from '../shared/record/index.ts';
import type { NoticeFields } from './notice-fields.ts';
import type { NoticeServices } from './notice-services.ts';

const LISTED_MAX = 100;
const LISTED_DEFAULT = 20;

/** S30. */
export function getNotices({ exchange, records }: NoticeServices): Method {
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
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute();
      const notices = rows.map(({ seq, fields }) => ({ eventSeq: seq, ...(JSON.parse(fields) as NoticeFields) }));
      return { fields: { notices } };
    },
  });
}
