import Type from 'typebox';
import type { EventSeq } from '../../../exchange/api/index.ts';
import { malformedCall } from '../../../http/body/index.ts';
import {
  ApiError,
  type Client,
  defineMethod,
  EVENT_SCOPES,
  inPieces,
  type Method,
  mayFollowAll,
  mayReadEvents,
} from '../../../http/methods/index.ts';
import { choice, optional, text, type ValuesOf, wholeNumber } from '../../../http/parameters/index.ts';
import { pageRead } from '../../shared/list/index.ts';
import { moreSchema } from '../../shared/values/index.ts';
import { type AtsDeps, yesOrNo } from '../shared/index.ts';
import { cursorAt, seqOf } from './event-cursor.ts';
import { eventFields } from './event-fields.ts';
import { eventsOf, type ReadEvent } from './event-reading.ts';
import { eventSchema } from './event-schema.ts';
import { isAbout } from './own-events.ts';

const PAGE_DEFAULT = 100;
const PAGE_MAX = 1000;
const WAIT_SECONDS_MAX = 30;
/** Instead of a cursor: where the venue is now. */
const LATEST = 'latest';

const parameters = {
  after: optional(
    text({
      maxLength: 100,
      description: `The cursor of an earlier answer; \`${LATEST}\`: where the venue is now; absent: from the start.`,
    }),
  ),
  limit: optional(
    wholeNumber({
      minimum: 1,
      maximum: PAGE_MAX,
      description: `Events of a page; ${PAGE_DEFAULT} when absent.`,
    }),
  ),
  wait: optional(
    wholeNumber({
      minimum: 0,
      maximum: WAIT_SECONDS_MAX,
      description: 'Seconds to wait for the first event; 0 when absent. Not with clients all.',
    }),
  ),
  clients: optional(
    choice(['own', 'all'], {
      description:
        'all: of the clients below the parent too, for the key of a parent client or of a drop copy; own when absent.',
    }),
  ),
};

/** H7, H8. */
export function getEvents(deps: AtsDeps): Method {
  return defineMethod({
    name: 'getEvents',
    path: '/v3/events',
    verb: 'GET',
    style: 'resource',
    scope: EVENT_SCOPES,
    summary: 'Reads the events of the client after a cursor, in the order of the venue',
    description:
      "An extension. The client's own orders (every change), matches, quotes, blocks, settlements and busts, the " +
      "markets of all securities and the operator's notices, oldest first; needs both scopes. Reading after each " +
      'cursor in turn is complete, also across restarts. With `wait` a call without events answers with the next ' +
      'one, or when the time is over. A master key reads those of all clients; with clients all each event names ' +
      'its client, and a page may have fewer events than its limit while moreEvents is Yes.',
    parameters,
    response: Type.Object({
      events: Type.Array(eventSchema),
      cursor: Type.String({ description: 'For the next call.' }),
      moreEvents: moreSchema,
    }),
    refusals: [1422, 429, 503],
    waits: ({ wait = 0 }) => wait > 0,
    handler: ({ client, values }) => read(deps, client, values),
  });
}

async function read(
  { exchange, records, eventWaits, reference }: AtsDeps,
  client: Client,
  { after, limit = PAGE_DEFAULT, wait = 0, clients }: ValuesOf<typeof parameters>,
) {
  const ofAll = clients === 'all' && !client.master;
  requireRight(client, ofAll);
  if (ofAll && wait > 0) throw malformedCall('resource', 'wait', 'Not with clients all');
  let from = after === undefined ? 0 : after === LATEST ? exchange.lastEventSeq() : seqOf(exchange, after);
  if (from instanceof ApiError) throw from;
  const wanted = ofAll ? new Set([client.clientId, ...(await reference.clientsUnder(client.parentId))]) : undefined;
  const clientId = client.master || ofAll ? undefined : client.clientId;
  const waiting = wait > 0 ? eventWaits.open(client) : undefined;
  try {
    for (let isLast = waiting === undefined; ; isLast = true) {
      // The history holds all of the events up to this one, so that no cursor is given for more than was read.
      const upTo = exchange.lastEventSeq();
      await records.reached(upTo);
      const range = { clientId, after: from, upTo, limit };
      const found = upTo > from ? await pageRead(records, limit, (on) => eventsOf(on, range)) : [];
      const named = client.master || ofAll;
      if (found.length > 0 || isLast) {
        return answerOf({ found, limit, named, wanted }, (seq) => cursorAt(exchange, seq ?? upTo));
      }
      from = upTo;
      await waiting?.over(wait * 1000);
    }
  } finally {
    waiting?.close();
  }
}

/** Either scope lets a call in (C24); events report orders and trades. */
function requireRight(client: Client, ofAll: boolean): void {
  if (!mayReadEvents(client) || (ofAll && !mayFollowAll(client))) throw new ApiError(1403);
}

interface FoundPage {
  readonly found: readonly ReadEvent[];
  readonly limit: number;
  /** Whether each event names its client. */
  readonly named: boolean;
  /** Whose events are shown; undefined: whose they are was asked for already. */
  readonly wanted: ReadonlySet<string> | undefined;
}

async function answerOf({ found, limit, named, wanted }: FoundPage, cursor: (seq: EventSeq | undefined) => string) {
  const more = found.length > limit;
  const page = more ? found.slice(0, limit) : found;
  const shown = wanted === undefined ? page : page.filter((event) => isAbout(event, wanted));
  const readers = wanted ?? null;
  return {
    fields: {
      events: await inPieces(shown, (piece) => piece.map((event) => eventFields(event, { named, readers }))),
      cursor: cursor(more ? page.at(-1)?.seq : undefined),
      moreEvents: yesOrNo(more),
    },
  };
}
