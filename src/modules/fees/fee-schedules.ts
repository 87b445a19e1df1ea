import Type from 'typebox';
import { easternDate } from '../../calendar/eastern-time.ts';
import { FEES_SINCE, type FeeScope, type FeeVersion, inForce } from '../../exchange/api/index.ts';
import { defineMethod, type Method, namedObject } from '../../http/methods/index.ts';
import { date, optional, required, wholeNumber, yesNo } from '../../http/parameters/index.ts';
import { answerTo, malformed, refusalError, requireRules, submit } from '../ats/index.ts';
import { type FeeDeps, scopeOf, scopeParameters } from './fee-deps.ts';
import {
  scheduleKind,
  scheduleSchema,
  scopeFields,
  scopeSchema,
  versionFields,
  versionSchema,
} from './schedule-fields.ts';

const scheduleView = namedObject('FeeScheduleView', {
  ...scopeSchema,
  version: Type.Integer({ description: 'The newest, whether or not its date has come; 0: none was ever set.' }),
  versionInForce: Type.Union([Type.Integer(), Type.Null()], { description: 'Null: none yet.' }),
  schedule: Type.Union([scheduleSchema, Type.Null()], {
    description: 'The one in force; null: none, and the next wider one holds (X2).',
  }),
  pending: Type.Array(versionSchema, { description: 'Those whose date is still to come, oldest version first.' }),
});

/** X5. */
export function setFeeSchedule(deps: FeeDeps): Method {
  return defineMethod({
    name: 'setFeeSchedule',
    summary: 'Sets what orders pay from a date on: of the venue, of a client or of a security',
    refusals: [138, 190, 404, 503],
    description:
      'An extension (X1 to X5). The whole schedule, from the opening of effectiveDate on; orders that executed ' +
      'before keep theirs. Of a client, a security and the venue, the first that has a schedule counts.',
    operator: true,
    fourEyes: async ({ expectedVersion, ...values }, client) => {
      const version = newest(await deps.exchange.fees.versionsOf(await scopeOf(deps, client, values)));
      if ((expectedVersion ?? version) !== version) throw refusalError('fee schedule has another version');
      return { waits: true, against: { expectedVersion: version } };
    },
    parameters: {
      ...scopeParameters,
      schedule: optional(scheduleKind),
      none: optional(yesNo({ description: 'Yes, in place of a schedule: the schedule ends with that day.' })),
      effectiveDate: required(date({ description: 'YYYY-MM-DD, US Eastern: later than today.' })),
      expectedVersion: optional(
        wholeNumber({ minimum: 0, description: 'The version that the caller read; 190 when there is a newer one.' }),
      ),
    },
    response: Type.Object({ feeSchedule: scheduleView }),
    idempotent: true,
    handler: async (call) => {
      const { schedule, none, effectiveDate, expectedVersion: expected = null } = call.values;
      if ((schedule === undefined) !== (none === 'Yes')) {
        throw malformed('schedule', 'or none Yes: exactly one of them must be sent');
      }
      const scope = await scopeOf(deps, call.client, call.values);
      requireRules(deps.exchange, FEES_SINCE, 'fees');
      const command = { scope, schedule: schedule ?? null, date: effectiveDate, expected };
      const accepted = await submit(deps.exchange, call, { type: 'setFeeSchedule', ...command });
      return answerTo(accepted, { feeSchedule: await shown(deps, scope) });
    },
  });
}

/** X5. */
export function getFeeSchedule(deps: FeeDeps): Method {
  return defineMethod({
    name: 'getFeeSchedule',
    summary: 'Reads what orders pay: of the venue, of a client or of a security',
    refusals: [138, 404],
    description:
      'An extension (X1 to X5). Everybody reads those of the venue and of securities, a client its own, a master key ' +
      'all. Another client: 404.',
    parameters: {
      ...scopeParameters,
      own: optional(yesNo({ description: 'Yes: the schedule of the caller.' })),
      history: optional(yesNo({ description: 'Yes: also the newest 50 versions, oldest first.' })),
    },
    response: Type.Object({
      feeSchedule: scheduleView,
      history: Type.Optional(Type.Array(versionSchema)),
    }),
    handler: async ({ client, values }) => {
      const scope = await scopeOf(deps, client, values);
      const feeSchedule = await shown(deps, scope);
      if (values.history !== 'Yes') return { fields: { feeSchedule } };
      const versions = await deps.exchange.fees.versionsOf(scope);
      return { fields: { feeSchedule, history: versions.map(versionFields) } };
    },
  });
}

async function shown({ exchange, nowUs }: FeeDeps, scope: FeeScope) {
  const versions = await exchange.fees.versionsOf(scope);
  const today = easternDate(nowUs());
  const now = inForce(versions, today);
  const fields = now === undefined ? undefined : versionFields(now);
  return {
    ...scopeFields(scope),
    version: newest(versions),
    versionInForce: fields?.version ?? null,
    schedule: fields?.schedule ?? null,
    pending: versions.filter(({ date: begins }) => begins > today).map(versionFields),
  };
}

function newest(versions: readonly FeeVersion[]): number {
  return versions.at(-1)?.version ?? 0;
}
