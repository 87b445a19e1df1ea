/** Faults on demand, for the client that asks alone (Z10). */
import Type from 'typebox';
import { malformedCall } from '../../http/body/index.ts';
import { ApiError, defineMethod, type Method, namedObject } from '../../http/methods/index.ts';
import { choice, list, optional, required, text, type ValuesOf, wholeNumber } from '../../http/parameters/index.ts';
import { keepAnswer } from '../shared/change/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { FAULT_KINDS, type Fault, type FaultKind, type PlannedFault, type SandboxFaults } from './faults.ts';
import { span } from './span.ts';

export interface FaultDeps extends ModuleDeps {
  /** Absent where the sandbox has several nodes. */
  readonly faults?: SandboxFaults | undefined;
}

const SECONDS_MAX = 86_400;
const DELAY_MS_MAX = 60_000;
const DELAY_MS = 1000;
const FAIL_OVER_SECONDS = 3;
const LATE_US = 60_000_000;
const BYTES = 1000;
const METHODS_MAX = 50;

const faultSchema = namedObject('SandboxFault', {
  faultId: Type.String(),
  kind: Type.Enum([...FAULT_KINDS]),
  methods: Type.Array(Type.String(), { description: 'Of methods or webhooks; empty: all.' }),
  times: Type.Union([Type.Integer(), Type.Null()], { description: 'How often; null: until its time is over.' }),
  seconds: Type.Union([Type.Number(), Type.Null()], { description: 'How long; null: until it has happened as often.' }),
  state: Type.Enum(['Set', 'Over', 'Ended']),
  hits: Type.Integer({ description: 'How often it has happened.' }),
});
const faultsSchema = Type.Object({ faults: Type.Array(faultSchema) });

const parameters = {
  kind: required(choice(FAULT_KINDS, { description: 'what goes wrong' })),
  methods: optional(
    list(text({ maxLength: 100 }), {
      maxItems: METHODS_MAX,
      description:
        'Names of methods, for kinds about webhooks names of webhooks; all but those of the sandbox when absent.',
    }),
  ),
  times: optional(
    wholeNumber({
      minimum: 1,
      maximum: 1000,
      description: 'How often; once when absent, without a bound where seconds is there.',
    }),
  ),
  seconds: optional(
    wholeNumber({
      minimum: 1,
      maximum: SECONDS_MAX,
      description: `How long, by the clock of the system; failOver: ${FAIL_OVER_SECONDS} when absent.`,
    }),
  ),
  delayMs: optional(
    wholeNumber({ minimum: 1, maximum: DELAY_MS_MAX, description: `delay: milliseconds; ${DELAY_MS} when absent.` }),
  ),
  by: optional(span('lateWebhook: by how much, by the clock of the sandbox, such as 15m; 1m when absent.')),
  bytes: optional(
    wholeNumber({
      minimum: 0,
      maximum: 100_000_000,
      description: `cutStream: how many bytes are still sent; ${BYTES} when absent.`,
    }),
  ),
};
type Asked = ValuesOf<typeof parameters>;

/** The parameters that only some kinds have. */
const OWN: Readonly<Record<'delayMs' | 'by' | 'bytes', FaultKind>> = {
  delayMs: 'delay',
  by: 'lateWebhook',
  bytes: 'cutStream',
};
/** Kinds that are about connections and not about one method. */
const WITHOUT_METHODS: readonly FaultKind[] = ['cutStream', 'oldCursor', 'failOver'];

export function faultMethods(deps: FaultDeps): Method[] {
  return [createFault(deps), getFaults(deps), endFault(deps)];
}

function createFault(deps: FaultDeps): Method {
  return defineMethod({
    name: 'createFault',
    path: '/v3/sandbox/faults',
    summary: 'Has something go wrong for the client that asks: in answers, webhooks or its stream',
    description:
      'An extension, only in the sandbox (Z10). delay answers later; unavailable answers 503, tooManyRequests 429, ' +
      'without an effect; dropAnswer cuts the connection after the effect. doubleWebhook sends a webhook twice, ' +
      'swapWebhooks after the next one, lateWebhook after a time. cutStream cuts a stream after a number of bytes, ' +
      'oldCursor answers a subscribe with `since` by cursor-too-old. failOver closes the streams of the client and ' +
      'answers its calls 503 for a while. Each answer and webhook that it touches has the header X-Sandbox-Fault.',
    refusals: [190],
    parameters,
    response: faultsSchema,
    handler: keepAnswer(deps, async ({ client: { clientId }, values }) => {
      const faults = faultsOf(deps);
      return answerOf([faults.add(clientId, plannedOf(faults, values))]);
    }),
  });
}

function getFaults(deps: FaultDeps): Method {
  return defineMethod({
    name: 'getFaults',
    path: '/v3/sandbox/faults',
    verb: 'GET',
    summary: 'Lists what the client asked to go wrong, and how often it has happened',
    description: 'An extension, only in the sandbox (Z10). Those that are set and the newest others, newest first.',
    refusals: [190],
    parameters: {},
    response: faultsSchema,
    handler: async ({ client: { clientId } }) => answerOf(faultsOf(deps).of(clientId)),
  });
}

function endFault(deps: FaultDeps): Method {
  return defineMethod({
    name: 'endFault',
    path: '/v3/sandbox/faults/end',
    summary: 'Ends what the client asked to go wrong',
    description: 'An extension, only in the sandbox (Z10). One that is over, or of another client: 404.',
    refusals: [190, 404],
    parameters: { faultId: required(text({ description: 'as createFault answered', maxLength: 100 })) },
    response: faultsSchema,
    handler: keepAnswer(deps, async ({ client: { clientId }, values: { faultId } }) => {
      const ended = faultsOf(deps).end(clientId, faultId);
      if (ended === undefined) throw new ApiError(404);
      return answerOf([ended]);
    }),
  });
}

function plannedOf(faults: SandboxFaults, asked: Asked): PlannedFault {
  const { kind, methods = [], times, seconds = kind === 'failOver' ? FAIL_OVER_SECONDS : undefined } = asked;
  for (const [name, owner] of Object.entries(OWN)) {
    if (asked[name as keyof typeof OWN] !== undefined && kind !== owner) {
      throw malformedCall('method', name, `Only with kind ${owner}`);
    }
  }
  if (methods.length > 0 && WITHOUT_METHODS.includes(kind)) {
    throw malformedCall('method', 'methods', `Not with kind ${kind}`);
  }
  if (times !== undefined && kind === 'failOver') throw malformedCall('method', 'times', 'Not with kind failOver');
  const unknown = faults.unknownName(kind, methods);
  if (unknown !== undefined) throw malformedCall('method', 'methods', `There is no ${unknown} that can have a fault`);
  return {
    ...{ kind, methods, times: times ?? (seconds === undefined ? 1 : undefined) },
    ...{ lastsMs: seconds === undefined ? undefined : seconds * 1000 },
    ...{ delayMs: asked.delayMs ?? DELAY_MS, byUs: asked.by ?? LATE_US, bytes: asked.bytes ?? BYTES },
  };
}

function faultsOf({ faults }: FaultDeps): SandboxFaults {
  if (faults === undefined) throw new ApiError(190, 'a sandbox with several nodes has no faults');
  return faults;
}

function answerOf(some: readonly Fault[]) {
  const faults = some.map(({ faultId, kind, methods, times = null, lastsMs, state, hits }) => ({
    ...{ faultId, kind, methods, times, state, hits },
    seconds: lastsMs === undefined ? null : lastsMs / 1000,
  }));
  return { fields: { faults } };
}
