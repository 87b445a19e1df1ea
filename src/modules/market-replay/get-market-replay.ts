import Type from 'typebox';
import { formatInstant } from '../../calendar/format-time.ts';
import {
  MARKET_STATES,
  type Markets,
  type ReplayedMarket,
  type ReplayQuestion,
  type ReplayRefusal,
  type SecurityId,
  sharesText,
} from '../../exchange/api/index.ts';
import { ApiError, type Method } from '../../http/methods/index.ts';
import { numericId, optional, required, wholeNumber } from '../../http/parameters/index.ts';
import { SECOND_US } from '../../time/units.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { instant } from '../shared/values/index.ts';
import { eventFields, eventSchema, levelFields, levelSchema } from './replay-fields.ts';

const SECONDS_MAX = 60;
const LEVELS_MAX = 500;
const LEVELS_DEFAULT = 50;
const EVENTS_MAX = 5000;
const COMMANDS_MAX = 3_000_000;

export interface MarketReplayDeps {
  readonly venue: Pick<Markets, 'security' | 'nowUs'>;
  readonly replays: { read(question: ReplayQuestion): Promise<ReplayedMarket | ReplayRefusal> };
}

/** O7 to O9. */
export function getMarketReplay({ venue, replays }: MarketReplayDeps): Method {
  return operatorMethod({
    name: 'getMarketReplay',
    summary: 'Shows the book of a security at a past moment, and the orders and trades of up to a minute after it',
    description:
      'An extension (O7 to O9), read from the journal. `bids` and `offers` are what getDepth answered at `from`; ' +
      'each event has the levels that it changed, so a program shows the book at any moment up to `to`. At most ' +
      `${EVENTS_MAX} events: with more, \`to\` is earlier, and a call from there goes on. Unknown security: 138. A ` +
      'moment that is not kept, or too far from a snapshot: 1422.',
    refusals: [138, 429, 1422],
    parameters: {
      securityId: required(numericId<SecurityId>()),
      from: required(instant('The moment: the book is that after all that happened up to it.')),
      seconds: optional(
        wholeNumber({
          minimum: 0,
          maximum: SECONDS_MAX,
          description: `How much of what came next; ${SECONDS_MAX} when absent, 0 for the book alone.`,
        }),
      ),
      levels: optional(
        wholeNumber({ minimum: 1, maximum: LEVELS_MAX, description: `Of each side; ${LEVELS_DEFAULT} when absent.` }),
      ),
    },
    response: Type.Object({
      replay: Type.Object({
        securityId: Type.String(),
        from: Type.String({ description: 'RFC 3339, UTC, with microseconds.' }),
        to: Type.String({ description: 'How far the events go.' }),
        seq: Type.Integer({ description: 'Of the last event of the venue up to `from`.' }),
        market: Type.Union([Type.Enum([...MARKET_STATES]), Type.Null()], {
          description: 'At `from`; null: the venue did not know the security yet.',
        }),
        bids: Type.Array(levelSchema, { description: 'The highest price first.' }),
        offers: Type.Array(levelSchema, { description: 'The lowest price first.' }),
        events: Type.Array(eventSchema, { description: 'After `from`, in the order of the venue.' }),
      }),
    }),
    handler: async ({ values: { securityId, from, seconds = SECONDS_MAX, levels = LEVELS_DEFAULT } }) => {
      if (venue.security(securityId) === undefined) throw new ApiError(138);
      const now = venue.nowUs();
      if (from > now) throw new ApiError(1422, undefined, { statusDesc: 'from is in the future' });
      const to = Math.min(from + seconds * SECOND_US, now);
      const limits = { eventsMax: EVENTS_MAX, commandsMax: COMMANDS_MAX };
      const found = await replays.read({ securityId, from, to, levels, ...limits });
      if (typeof found === 'string') throw refusalOf(found);
      const { eventSeq, market, bids, offers, events } = found;
      return {
        fields: {
          replay: {
            securityId: String(securityId),
            from: formatInstant(from),
            to: formatInstant(found.to),
            seq: eventSeq,
            market,
            bids: bids.map(levelFields),
            offers: offers.map(levelFields),
            events: events.map(eventFields),
          },
        },
      };
    },
  });
}

function refusalOf(refusal: ReplayRefusal): ApiError {
  if (refusal === 'busy') return new ApiError(429, undefined, { headers: { 'retry-after': '5' } });
  const statusDesc =
    refusal === 'no journal'
      ? 'The journal of that moment is not kept on this node'
      : `The moment is more than ${sharesText(COMMANDS_MAX)} commands after the last snapshot before it`;
  return new ApiError(1422, undefined, { statusDesc });
}
