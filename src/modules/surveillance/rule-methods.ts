import Type from 'typebox';
import { formatInstant } from '../../calendar/format-time.ts';
import {
  type Db,
  SURVEILLANCE_RULES,
  type SurveillanceRule,
  type SurveillanceThresholdRow,
  THRESHOLD_NAMES,
  THRESHOLDS,
  type ThresholdName,
  type Thresholds,
  USUAL_THRESHOLDS,
} from '../../database/schema/index.ts';
import { ApiError, type Method, namedObject } from '../../http/methods/index.ts';
import { type Kind, optional, required, text, wholeNumber } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { choicesSchema, textOrNull } from '../shared/values/index.ts';
import { changedThresholds, NO_VERSION, thresholdVersions } from './threshold-records.ts';

export interface SurveillanceDeps extends ModuleDeps {
  readonly surveillance: {
    /** Whether orders and trades are looked through at all. */
    readonly isOn: boolean;
  };
}

const HISTORY_MAX = 50;

const thresholdSchema = namedObject('SurveillanceThreshold', {
  name: Type.String(),
  value: Type.Integer(),
  usual: Type.Integer({ description: 'Until an operator sets another.' }),
  minimum: Type.Integer(),
  maximum: Type.Integer(),
  description: Type.String(),
});

const versionSchema = namedObject('SurveillanceVersion', {
  version: Type.Integer(),
  thresholds: Type.Record(Type.String(), Type.Integer(), { description: 'Those that differ from the usual ones.' }),
  reason: Type.String(),
  clientId: Type.String({ description: 'The operator.' }),
  userId: textOrNull('The user of the operator; null: a key.'),
  setDate: Type.String({ description: 'RFC 3339, UTC.' }),
});

const responseSchema = namedObject('SurveillanceRules', {
  enabled: choicesSchema(['Yes', 'No']),
  version: Type.Integer({ description: '0: no operator has set a threshold.' }),
  rules: Type.Array(
    namedObject('SurveillanceRule', {
      rule: choicesSchema(SURVEILLANCE_RULES),
      on: choicesSchema(['Yes', 'No']),
      thresholds: Type.Array(thresholdSchema),
    }),
  ),
  history: Type.Array(versionSchema, { description: `What operators set, newest first; at most ${HISTORY_MAX}.` }),
});

/** O17. */
export function getSurveillanceRules(deps: SurveillanceDeps): Method {
  return operatorMethod({
    name: 'getSurveillanceRules',
    summary: 'Lists the rules of surveillance with their thresholds, and who changed them',
    description: 'An extension (O10, O17). A rule is off where one of its thresholds is 0, or SURVEILLANCE is off.',
    parameters: {},
    response: responseSchema,
    handler: async () => ({ fields: await rulesShown(deps, deps.db) }),
  });
}

/** O17. */
export function setSurveillanceThresholds(deps: SurveillanceDeps): Method {
  return operatorMethod({
    name: 'setSurveillanceThresholds',
    summary: 'Sets the thresholds of surveillance',
    description:
      'An extension (O17). Replaces all of them: an absent one is the usual one again. ' +
      'They hold within seconds, also after a restart.',
    refusals: [190],
    fourEyes: async ({ expectedVersion }) => {
      const [newest] = await thresholdVersions(deps.db, 1);
      return { waits: true, against: { expectedVersion: nextVersion(newest, expectedVersion) - 1 } };
    },
    parameters: {
      ...thresholdParameters(),
      reason: required(text({ maxLength: 500, description: 'Why; kept with who and when.' })),
      expectedVersion: optional(wholeNumber({ minimum: 0, description: 'The version that this one replaces.' })),
    },
    response: responseSchema,
    handler: change(deps, async ({ client, values }, db) => {
      const { reason, expectedVersion, ...thresholds } = values;
      const [newest] = await thresholdVersions(db, 1);
      const row: SurveillanceThresholdRow = {
        version: nextVersion(newest, expectedVersion),
        thresholds: JSON.stringify(differing(thresholds)),
        ...{ reason, client_id: client.clientId, user_id: client.user?.userId ?? null, set_at: deps.nowUs() },
      };
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('surveillance_thresholds')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (Number(numInsertedOrUpdatedRows) === 0) throw anotherVersion();
      return { fields: await rulesShown(deps, db) };
    }),
  });
}

function thresholdParameters() {
  const parameters = THRESHOLD_NAMES.map((name) => [name, optional(thresholdKind(name))] as const);
  return Object.fromEntries(parameters) as { [Name in ThresholdName]: ReturnType<typeof optional<number>> };
}

function thresholdKind(name: ThresholdName): Kind<number> {
  const { range, about } = THRESHOLDS[name];
  return wholeNumber({ minimum: range[1], maximum: range[2], description: about });
}

function nextVersion(newest: SurveillanceThresholdRow | undefined, expected: number | undefined): number {
  const version = newest?.version ?? NO_VERSION;
  if ((expected ?? version) !== version) throw anotherVersion();
  return version + 1;
}

function anotherVersion(): ApiError {
  return new ApiError(190, 'the thresholds have another version: read them again');
}

type Sent = { readonly [Name in ThresholdName]: number | undefined };

function differing(sent: Sent): Partial<Thresholds> {
  const all = Object.entries(sent) as [ThresholdName, Sent[ThresholdName]][];
  return Object.fromEntries(
    all.filter(([name, value]) => (value ?? USUAL_THRESHOLDS[name]) !== USUAL_THRESHOLDS[name]),
  );
}

async function rulesShown({ surveillance }: SurveillanceDeps, db: Db) {
  const versions = await thresholdVersions(db, HISTORY_MAX);
  const inForce = { ...USUAL_THRESHOLDS, ...changedThresholds(versions[0]) };
  const yesNo = (is: boolean) => (is ? ('Yes' as const) : ('No' as const));
  const namesOf = (rule: SurveillanceRule) =>
    THRESHOLD_NAMES.filter((name) => (THRESHOLDS[name].rules as readonly SurveillanceRule[]).includes(rule));
  return {
    enabled: yesNo(surveillance.isOn),
    version: versions[0]?.version ?? NO_VERSION,
    rules: SURVEILLANCE_RULES.map((rule) => ({
      rule,
      on: yesNo(surveillance.isOn && namesOf(rule).every((name) => inForce[name] > 0)),
      thresholds: namesOf(rule).map((name) => shown(name, inForce[name])),
    })),
    history: versions.map((row) => ({
      version: row.version,
      thresholds: changedThresholds(row) as Record<string, number>,
      ...{ reason: row.reason, clientId: row.client_id, userId: row.user_id, setDate: formatInstant(row.set_at) },
    })),
  };
}

function shown(name: ThresholdName, value: number) {
  const { range, about } = THRESHOLDS[name];
  return { name, value, usual: range[0], minimum: range[1], maximum: range[2], description: about };
}
