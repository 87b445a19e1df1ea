/** A security's own hours, which replace the default ones per day (V23). */
import Type, { type TObject } from 'typebox';
import type { DayHours, WeekSchedule } from '../../../calendar/schedule.ts';
import type { SecurityId, SecurityView } from '../../../exchange/api/index.ts';
import {
  type Answer,
  ApiError,
  type Call,
  type Client,
  defineMethod,
  type Method,
  namedObject,
} from '../../../http/methods/index.ts';
import { choice, clockTime, numericId, optional, type Parameter, required } from '../../../http/parameters/index.ts';
import { KeyedQueue } from '../../../time/keyed-queue.ts';
import { type AtsDeps, answerTo, knownSecurity, notOwner, submit } from '../shared/index.ts';
import { dayFields, dayFieldsSchema, TRADING_WEEK } from './day-fields.ts';
import { readDay } from './day-reading.ts';

type TradingDay = (typeof TRADING_WEEK)[number];
type DayParameters = Readonly<
  Record<`${TradingDay}Closed`, Parameter<'Yes' | 'No' | 'null'>> &
    Record<`${TradingDay}HoursStart` | `${TradingDay}HoursEnd`, Parameter<number>>
>;

/** The spec has null when hours are given: a form can only spell it out. */
const CLOSED = choice(['Yes', 'No', 'null'], {
  description: 'yes when closed; null, or not sent, when hours are given.',
});

const dayParameters = Object.fromEntries(
  TRADING_WEEK.flatMap((day) => [
    [`${day}Closed`, optional(CLOSED)],
    [`${day}HoursStart`, optional(clockTime({ description: 'HH:MM, US Eastern.' }))],
    [`${day}HoursEnd`, optional(clockTime({ description: 'HH:MM, US Eastern, after the start.' }))],
  ]),
) as DayParameters;

const parameters = { securityId: required(numericId<SecurityId>()), ...dayParameters };
type Values = Call<typeof parameters>['values'];

const detailsSchema: TObject = namedObject('SecurityMarketHours', {
  securityId: Type.String(),
  ...Object.assign({}, ...TRADING_WEEK.map((day) => dayFieldsSchema(day, 'Closed'))),
});
const response: TObject = Type.Object({ securityHoursDetails: detailsSchema });
const HOURS_RULES =
  'Days that are not sent follow the default schedule. By the client that owns the offering, or with a master key.';

/** The four methods. Changes of one security's hours happen one after another: update reads what it changes. */
export function securityMarketHours(deps: AtsDeps): Method[] {
  const changes = new KeyedQueue<number>();
  return [
    createSecurityMarketHours(deps, changes),
    updateSecurityMarketHours(deps, changes),
    getSecurityMarketHours(deps),
    deleteSecurityMarketHours(deps, changes),
  ];
}

function createSecurityMarketHours(deps: AtsDeps, changes: KeyedQueue<number>): Method {
  return defineMethod({
    name: 'createSecurityMarketHours',
    summary: 'Gives a security separate market hours',
    refusals: [138, 162, 503],
    description: `Replaces the hours that it has. ${HOURS_RULES}`,
    parameters,
    response,
    idempotent: true,
    handler: async (call) => {
      const hours = withDays({}, call.values);
      const { securityId } = securityToChange(deps, call.client, call.values.securityId);
      await call.inTurn();
      return changes.run(securityId, () => setHours(deps, call, hours));
    },
  });
}

function updateSecurityMarketHours(deps: AtsDeps, changes: KeyedQueue<number>): Method {
  return defineMethod({
    name: 'updateSecurityMarketHours',
    summary: "Changes a security's own hours",
    refusals: [138, 162, 404, 503],
    description:
      'Only days that are sent change; {day}Closed No without hours takes a day back to the default schedule. ' +
      'By the client that owns the offering, or with a master key. Without separate hours: 404.',
    parameters,
    response,
    idempotent: true,
    handler: async (call) => {
      // The form of the parameters is checked first.
      withDays({}, call.values);
      const { securityId } = securityToChange(deps, call.client, call.values.securityId);
      await call.inTurn();
      return changes.run(securityId, async () => {
        const { hours } = knownSecurity(deps, securityId);
        if (hours === null) throw new ApiError(404, 'the security has no separate hours');
        return setHours(deps, call, withDays(hours, call.values));
      });
    },
  });
}

function getSecurityMarketHours(deps: AtsDeps): Method {
  return defineMethod({
    name: 'getSecurityMarketHours',
    summary: 'Reads the hours of a security',
    refusals: [138],
    description: 'Its own, and the default ones for the days that it has none for. Unknown security: 138.',
    parameters: { securityId: required(numericId<SecurityId>()) },
    response,
    handler: ({ values }) => {
      const { securityId, hours } = knownSecurity(deps, values.securityId);
      return { fields: { securityHoursDetails: hoursDetails(deps, securityId, hours ?? {}) } };
    },
  });
}

function deleteSecurityMarketHours(deps: AtsDeps, changes: KeyedQueue<number>): Method {
  return defineMethod({
    name: 'deleteSecurityMarketHours',
    summary: 'Takes a security back to the default hours',
    refusals: [138, 162, 503],
    description: 'By the client that owns the offering, or with a master key.',
    parameters: { securityId: required(numericId<SecurityId>()) },
    response: Type.Object({ securityHoursDetails: Type.String() }),
    idempotent: true,
    handler: async (call) => {
      const { securityId } = securityToChange(deps, call.client, call.values.securityId);
      await call.inTurn();
      const accepted = await changes.run(securityId, () =>
        submit(deps.exchange, call, { type: 'security', securityId, hours: null }),
      );
      return answerTo(accepted, { securityHoursDetails: 'Security market hour deleted successfully.' });
    },
  });
}

function securityToChange(deps: AtsDeps, client: Client, securityId: SecurityId): SecurityView {
  const security = knownSecurity(deps, securityId);
  if (!client.master && security.ownerClientId !== client.clientId) throw notOwner();
  return security;
}

/** The schedule with the days that were sent in place of those that it had. */
function withDays(schedule: WeekSchedule, values: Values): WeekSchedule {
  const changed: { -readonly [D in keyof WeekSchedule]: DayHours } = { ...schedule };
  for (const day of TRADING_WEEK) {
    const names = { closed: `${day}Closed`, start: `${day}HoursStart`, end: `${day}HoursEnd` } as const;
    const closed = values[names.closed];
    const sent = { closed: closed === 'null' ? undefined : closed, start: values[names.start], end: values[names.end] };
    const hours = readDay(sent, names);
    if (hours === 'default') delete changed[day];
    else if (hours !== undefined) changed[day] = hours;
  }
  return changed;
}

async function setHours(deps: AtsDeps, call: Call<typeof parameters>, hours: WeekSchedule): Promise<Answer> {
  const { securityId } = call.values;
  const accepted = await submit(deps.exchange, call, { type: 'security', securityId, hours });
  return answerTo(accepted, { securityHoursDetails: hoursDetails(deps, securityId, hours) });
}

function hoursDetails({ defaultSchedule }: AtsDeps, securityId: SecurityId, own: WeekSchedule) {
  const days = TRADING_WEEK.map((day) => dayFields(day, 'Closed', own[day] ?? defaultSchedule[day] ?? 'closed'));
  return Object.assign({ securityId: String(securityId) }, ...days);
}
