/** Named snapshots of the whole sandbox, and its reset (Z14). */
import Type from 'typebox';
import { ApiError, defineMethod, type Method, namedObject } from '../../http/methods/index.ts';
import { required, text } from '../../http/parameters/index.ts';
import { keepAnswer } from '../shared/change/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { textOrNull } from '../shared/values/index.ts';
import type { SandboxSnapshots } from './snapshots.ts';

export interface SnapshotDeps extends ModuleDeps {
  /** Absent where the sandbox has several nodes. */
  readonly snapshots?: SandboxSnapshots | undefined;
}

const changeSchema = namedObject('SandboxChange', {
  changeId: Type.String(),
  action: Type.Enum(['save', 'restore', 'reset']),
  name: textOrNull('Of the snapshot.'),
  state: Type.Enum(['Waiting', 'Done', 'Failed']),
  reason: textOrNull('Why it failed.'),
});
const answer = Type.Object({ change: changeSchema });
const named = {
  name: required(
    text({
      description: 'a name of letters, digits and hyphens',
      pattern: /^[A-Za-z0-9][A-Za-z0-9-]{0,49}$/,
      patternReason: 'must be letters, digits and hyphens, at most 50',
    }),
  ),
};

export function snapshotMethods(deps: SnapshotDeps): Method[] {
  return [
    defineMethod({
      name: 'saveSnapshot',
      path: '/v3/sandbox/snapshots',
      summary: 'Saves the whole sandbox under a name',
      description:
        'An extension, only in the sandbox, for operators (Z14). Answers at once; the service then restarts within ' +
        'seconds and does it on the way: getSnapshots has the outcome. An earlier one of the name is replaced.',
      operator: true,
      refusals: [190],
      parameters: named,
      response: answer,
      handler: keepAnswer(deps, async ({ values }) => ask(deps, 'save', values.name)),
    }),
    defineMethod({
      name: 'restoreSnapshot',
      path: '/v3/sandbox/snapshots/restore',
      summary: 'Brings the whole sandbox back to what was saved under a name',
      description:
        'An extension, only in the sandbox, for operators (Z14). As saveSnapshot: all that happened since is gone, ' +
        'of all clients, with the keys that were made.',
      operator: true,
      refusals: [190, 404],
      parameters: named,
      response: answer,
      handler: keepAnswer(deps, async ({ values }) => ask(deps, 'restore', values.name)),
    }),
    defineMethod({
      name: 'resetSandbox',
      path: '/v3/sandbox/reset',
      summary: 'Makes the whole sandbox empty',
      description:
        'An extension, only in the sandbox, for operators (Z14). As saveSnapshot: it is as after its first start, ' +
        'with the keys of the data folder and the snapshots.',
      operator: true,
      refusals: [190],
      parameters: {},
      response: answer,
      handler: keepAnswer(deps, async () => ask(deps, 'reset', null)),
    }),
    defineMethod({
      name: 'getSnapshots',
      path: '/v3/sandbox/snapshots',
      verb: 'GET',
      summary: 'Lists the snapshots of the sandbox, and the outcome of the last change',
      description: 'An extension, only in the sandbox, for operators (Z14).',
      operator: true,
      refusals: [190],
      parameters: {},
      response: Type.Object({
        snapshots: Type.Array(
          namedObject('SandboxSnapshot', {
            name: Type.String(),
            savedAt: Type.String({ description: 'RFC 3339, UTC, by the clock of the system.' }),
          }),
        ),
        change: Type.Union([changeSchema, Type.Null()], { description: 'The last one; null: none was asked for.' }),
      }),
      handler: async () => {
        const snapshots = snapshotsOf(deps);
        return { fields: { snapshots: snapshots.all(), change: snapshots.lastChange ?? null } };
      },
    }),
  ];
}

function ask(deps: SnapshotDeps, action: 'save' | 'restore' | 'reset', name: string | null) {
  return { fields: { change: snapshotsOf(deps).ask(action, name) } };
}

function snapshotsOf({ snapshots }: SnapshotDeps): SandboxSnapshots {
  if (snapshots === undefined) throw new ApiError(190, 'a sandbox with several nodes has no snapshots');
  if (snapshots.refusal !== undefined) throw new ApiError(190, snapshots.refusal);
  return snapshots;
}
