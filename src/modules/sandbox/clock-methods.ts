/** The clock of the sandbox (Z1, Z4). */
import Type from 'typebox';
import { formatInstant } from '../../calendar/format-time.ts';
import { CLOCK_SINCE } from '../../exchange/api/index.ts';
import { malformedCall } from '../../http/body/index.ts';
import { ApiError, defineMethod, type Method, namedObject } from '../../http/methods/index.ts';
import { choice, optional, required, requiredWhen, text, wholeNumber } from '../../http/parameters/index.ts';
import { requireRules } from '../ats/index.ts';
import { keepAnswer } from '../shared/change/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { instant, textOrNull } from '../shared/values/index.ts';
import type { ClockAdvance, Happened, SandboxClock } from './sandbox-clock.ts';
import { SPAN_MAX, SPAN_MAX_US, span } from './span.ts';

export interface ClockDeps extends ModuleDeps {
  /** Absent where the sandbox has several nodes. */
  readonly clock?: SandboxClock | undefined;
}

const RATE_MAX = 100_000;
const WAIT_SECONDS_MAX = 60;
const EVENTS_MAX = 500;
const EVENTS_DEFAULT = 100;
const clockSchema = namedObject('SandboxClock', {
  mode: Type.Enum(['running', 'frozen']),
  rate: Type.Integer({ description: 'Seconds of the venue in a second of the system; 0: frozen.' }),
  now: Type.String({ description: 'RFC 3339, UTC, with microseconds.' }),
  nextOpening: textOrNull(
    'When the market next opens by the hours of the venue, RFC 3339; of one that never closes, the next midnight, US ' +
      'Eastern. Null: not within 400 days.',
  ),
  advanceId: textOrNull('Of the advance that is under way.'),
});

const advanceSchema = namedObject('ClockAdvance', {
  advanceId: Type.String(),
  state: Type.Enum(['Under way', 'Done', 'Failed']),
  reason: textOrNull('Why it failed: the clock is where it came to.'),
  from: Type.String({ description: 'RFC 3339, UTC, with microseconds.' }),
  to: Type.String(),
  now: Type.String({ description: 'How far it has come.' }),
  progress: Type.Number({ description: 'From 0 to 1.' }),
  moments: Type.Integer({ description: 'Moments at which something was due, but for those of the venue alone.' }),
  tookMs: Type.Integer({ description: 'Milliseconds of the system.' }),
  counts: Type.Record(Type.String(), Type.Integer(), {
    description:
      'By the name of the webhook, registered or not, how often it happened to the client; market: a market opened ' +
      'or closed.',
  }),
  events: Type.Array(
    Type.Object({
      time: Type.String({ description: 'RFC 3339, UTC, with microseconds.' }),
      name: Type.String({ description: 'Of the webhook, or market.' }),
      records: Type.Array(Type.String(), { description: 'What it is about.' }),
    }),
    { description: 'The first 10,000 events of an advance; later ones are only counted.' },
  ),
  next: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The `after` of the next page; null: that was the last.',
  }),
});

const waitParameter = (usual: number) =>
  optional(
    wholeNumber({
      minimum: 0,
      maximum: WAIT_SECONDS_MAX,
      description: `Seconds to wait for the end of the advance; ${usual} when absent.`,
    }),
  );

export function clockMethods(deps: ClockDeps): Method[] {
  return [getClock(deps), setClock(deps), advanceClock(deps), getClockAdvance(deps)];
}

function getClock(deps: ClockDeps): Method {
  return defineMethod({
    name: 'getClock',
    path: '/v3/sandbox/clock',
    verb: 'GET',
    summary: 'Reads the clock of the sandbox',
    description: 'An extension, only in the sandbox (Z1).',
    refusals: [190],
    parameters: {},
    response: Type.Object({ clock: clockSchema }),
    handler: async () => ({ fields: { clock: clockFields(clockOf(deps)) } }),
  });
}

function setClock(deps: ClockDeps): Method {
  return defineMethod({
    name: 'setClock',
    path: '/v3/sandbox/clock',
    summary: 'Freezes the clock of the sandbox, or lets it run',
    description:
      'An extension, only in the sandbox (Z1). All clients have the one clock. Once set, the venue can never become ' +
      'one of production (Z3). Refused while an advance is under way (190).',
    refusals: [190, 503],
    parameters: {
      mode: required(choice(['frozen', 'running'], { description: 'frozen: no time passes' })),
      rate: optional(
        wholeNumber({
          minimum: 1,
          maximum: RATE_MAX,
          description: 'running: seconds of the venue in a second of the system; 1 when absent',
        }),
      ),
    },
    response: Type.Object({ clock: clockSchema }),
    handler: keepAnswer(deps, async ({ values: { mode, rate } }) => {
      if (mode === 'frozen' && rate !== undefined) throw malformedCall('method', 'rate', 'Not with mode frozen');
      const clock = idleClockOf(deps);
      await clock.setRate(mode === 'frozen' ? 0 : (rate ?? 1));
      return { fields: { clock: clockFields(clock) } };
    }),
  });
}

function advanceClock(deps: ClockDeps): Method {
  return defineMethod({
    name: 'advanceClock',
    path: '/v3/sandbox/clock/advance',
    summary: 'Moves the clock of the sandbox on',
    description:
      'An extension, only in the sandbox (Z1, Z4): everything that goes by time happens on the way, in order and at ' +
      'its time. Answers when it has ended, or with state Under way when `wait` is over: getClockAdvance goes on. ' +
      'Refused while another one is under way (190).',
    refusals: [190, 503],
    parameters: {
      by: requiredWhen(
        span('How far: a number with s, m, h, d (24 hours) or w, such as 90s, 15m or 3d; needed without to'),
        (sent) => sent('to') === undefined,
      ),
      to: optional(instant('Where to, in place of by.')),
      wait: waitParameter(30),
    },
    response: Type.Object({ advance: advanceSchema }),
    handler: keepAnswer(deps, async ({ client, values: { by, to, wait = 30 } }) => {
      if (by !== undefined && to !== undefined) throw malformedCall('method', 'to', 'Not together with by');
      const clock = idleClockOf(deps);
      const now = clock.nowUs();
      const toUs = to ?? now + (by ?? 0);
      if (toUs < now) throw malformedCall('method', 'to', `Time does not go back: it is ${formatInstant(now)}`);
      if (toUs > now + SPAN_MAX_US) {
        throw malformedCall('method', 'to', `At most ${SPAN_MAX} at once`);
      }
      const advance = clock.begin(toUs);
      await advance.endedWithin(wait * 1000);
      return { fields: { advance: advanceFields(advance, client.clientId, {}) } };
    }),
  });
}

function getClockAdvance(deps: ClockDeps): Method {
  return defineMethod({
    name: 'getClockAdvance',
    path: '/v3/sandbox/clock/advances/:advanceId',
    verb: 'GET',
    style: 'resource',
    summary: 'Reads how far an advance of the clock has come, and what happened',
    description: 'An extension, only in the sandbox (Z4). The newest 20 are kept, until the next start.',
    refusals: [1404],
    parameters: {
      advanceId: required(text({ description: 'as advanceClock answered', maxLength: 100 })),
      wait: waitParameter(0),
      after: optional(wholeNumber({ minimum: 0, maximum: 1_000_000_000, description: '`next` of the page before' })),
      limit: optional(
        wholeNumber({
          minimum: 1,
          maximum: EVENTS_MAX,
          description: `Events of a page; ${EVENTS_DEFAULT} when absent.`,
        }),
      ),
    },
    response: Type.Object({ advance: advanceSchema }),
    waits: ({ wait = 0 }) => wait > 0,
    handler: async ({ client, values: { advanceId, wait = 0, ...page } }) => {
      const advance = deps.clock?.advanceOf(advanceId);
      if (advance === undefined) throw new ApiError(1404);
      await advance.endedWithin(wait * 1000);
      return { fields: { advance: advanceFields(advance, client.clientId, page) } };
    },
  });
}

function clockOf({ clock, venue }: ClockDeps): SandboxClock {
  if (clock === undefined) throw new ApiError(190, 'the clock of a sandbox with several nodes cannot be moved');
  requireRules(venue, CLOCK_SINCE, 'clocks that are moved');
  return clock;
}

function idleClockOf(deps: ClockDeps): SandboxClock {
  const clock = clockOf(deps);
  if (clock.advance?.state === 'Under way') {
    throw new ApiError(190, `advance ${clock.advance.id} is under way`);
  }
  return clock;
}

function clockFields(clock: SandboxClock) {
  const { rate, advance, nextOpeningUs } = clock;
  return {
    mode: rate === 0 ? ('frozen' as const) : ('running' as const),
    rate,
    now: formatInstant(clock.nowUs()),
    nextOpening: nextOpeningUs === undefined ? null : formatInstant(nextOpeningUs),
    advanceId: advance?.state === 'Under way' ? advance.id : null,
  };
}

function advanceFields(
  advance: ClockAdvance,
  clientId: string,
  { after = 0, limit = EVENTS_DEFAULT }: { readonly after?: number | undefined; readonly limit?: number | undefined },
) {
  const { fromUs, toUs, nowUs } = advance;
  const { events, next } = advance.happened(clientId, after, limit);
  return {
    advanceId: advance.id,
    state: advance.state,
    reason: advance.reason,
    from: formatInstant(fromUs),
    to: formatInstant(toUs),
    now: formatInstant(nowUs),
    progress: toUs === fromUs ? Number(advance.state !== 'Under way') : (nowUs - fromUs) / (toUs - fromUs),
    moments: advance.moments,
    tookMs: advance.tookMs,
    counts: advance.countsOf(clientId),
    events: events.map(eventFields),
    next,
  };
}

function eventFields({ timeUs, name, about }: Happened) {
  return { time: formatInstant(timeUs), name, records: about.map((record) => recordText(record)) };
}

/** An order has its number alone. */
function recordText(record: string | number): string {
  return typeof record === 'number' ? `order ${record}` : record;
}
