import { sql } from 'kysely';
import Type from 'typebox';
import { formatInstant } from '../../calendar/format-time.ts';
import { RULE_SEVERITIES, SEVERITIES, SURVEILLANCE_RULES, type SurveillanceRule } from '../../database/schema/index.ts';
import { type Method, namedObject } from '../../http/methods/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { longRead } from '../shared/list/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { choicesSchema } from '../shared/values/index.ts';

const countSchema = namedObject('AlertCount', {
  rule: choicesSchema(SURVEILLANCE_RULES),
  severity: choicesSchema(SEVERITIES),
  open: Type.Integer(),
  unassigned: Type.Integer({ description: 'Of the open ones, those that nobody looks into.' }),
  oldestTime: Type.String({ description: 'When the oldest open one was raised. RFC 3339, UTC.' }),
});

/** O11. */
export function getAlertCounts(deps: ModuleDeps): Method {
  return operatorMethod({
    name: 'getAlertCounts',
    summary: 'Counts the open alerts of surveillance by rule and severity',
    description: 'An extension (O11). Of all open alerts; a rule without one is left out. The most severe come first.',
    parameters: {},
    response: Type.Object({ alertCounts: Type.Array(countSchema) }),
    handler: async () => {
      // The index by status has the open ones together.
      const rows = await longRead(deps, (db) =>
        db
          .selectFrom('alerts')
          .select(({ fn }) => ['rule', fn.countAll().as('open'), fn.min('created_at').as('oldest')])
          .select(sql<number>`sum(case when assigned_to is null then 1 else 0 end)`.as('unassigned'))
          .where('status', '=', 'Open')
          .groupBy('rule')
          .execute(),
      );
      const known = rows.filter(({ rule }) => Object.hasOwn(RULE_SEVERITIES, rule));
      const alertCounts = known.map(({ rule, open, unassigned, oldest }) => ({
        rule: rule as SurveillanceRule,
        severity: RULE_SEVERITIES[rule as SurveillanceRule],
        open: Number(open),
        unassigned: Number(unassigned),
        oldestTime: formatInstant(Number(oldest)),
      }));
      const rank = ({ rule, severity }: (typeof alertCounts)[number]) =>
        SEVERITIES.indexOf(severity) * SURVEILLANCE_RULES.length + SURVEILLANCE_RULES.indexOf(rule);
      return { fields: { alertCounts: alertCounts.sort((one, other) => rank(one) - rank(other)) } };
    },
  });
}
