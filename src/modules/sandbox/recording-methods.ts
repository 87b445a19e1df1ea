/** Records the calls of a session as a script that runs again (Z13). */
import Type from 'typebox';
import { malformedCall } from '../../http/body/index.ts';
import { ApiError, defineMethod, type Method, namedObject } from '../../http/methods/index.ts';
import { optional, text, yesNo } from '../../http/parameters/index.ts';
import { keepAnswer } from '../shared/change/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import type { Recording, SandboxRecordings } from './recordings.ts';

export interface RecordingDeps extends ModuleDeps {
  /** Absent where the sandbox has several nodes. */
  readonly recordings?: SandboxRecordings | undefined;
}

const recordingSchema = namedObject('SandboxRecording', {
  state: Type.Enum(['On', 'Ended']),
  calls: Type.Integer({ description: 'In the script.' }),
  leftOut: Type.Integer({ description: 'Calls with files or more than a megabyte, and those past the bounds.' }),
});

export function recordingMethods(deps: RecordingDeps): Method[] {
  return [startRecording(deps), getRecording(deps), endRecording(deps)];
}

function startRecording(deps: RecordingDeps): Method {
  return defineMethod({
    name: 'startRecording',
    path: '/v3/sandbox/recording',
    summary: 'Records the calls of the client from now on, as a script that runs again',
    description:
      'An extension, only in the sandbox (Z13): in place of the last recording of the client, and until endRecording ' +
      'or the next start of the service. Calls of users in the console, of files and of the stream, and of keys that ' +
      'may do more than the caller, are not in it. 190 while a key that may do more records.',
    refusals: [190],
    parameters: {
      clientId: optional(
        text({ maxLength: 100, description: 'With a master key: also the calls of this client, in one script.' }),
      ),
    },
    response: Type.Object({ recording: recordingSchema }),
    handler: keepAnswer(deps, async ({ client, values: { clientId: other } }) => {
      if (other !== undefined && !client.master) throw malformedCall('method', 'clientId', 'Only with a master key');
      return { fields: { recording: shownOf(recordingsOf(deps).start(client, other)) } };
    }),
  });
}

function getRecording(deps: RecordingDeps): Method {
  return defineMethod({
    name: 'getRecording',
    path: '/v3/sandbox/recording',
    verb: 'GET',
    summary: 'Shows the recording of the client, and its script',
    description:
      'An extension, only in the sandbox (Z13). `npm run sandbox -- replay FILE` makes the calls of the script ' +
      'again. A key that may do less than the one that began it gets null.',
    refusals: [190],
    parameters: { script: optional(yesNo({ description: 'Yes: with the script, also while it goes on.' })) },
    response: Type.Object({
      recording: Type.Union([recordingSchema, Type.Null()], { description: 'The last one; null: none was started.' }),
      script: Type.Optional(Type.String({ description: 'JSON, for a file.' })),
    }),
    handler: async ({ client, values }) => {
      const recordings = recordingsOf(deps);
      const recording = recordings.of(client);
      if (recording === undefined) return { fields: { recording: null } };
      const script = values.script === 'Yes' ? { script: recordings.scriptOf(client) } : {};
      return { fields: { recording: shownOf(recording), ...script } };
    },
  });
}

function endRecording(deps: RecordingDeps): Method {
  return defineMethod({
    name: 'endRecording',
    path: '/v3/sandbox/recording/end',
    summary: 'Ends the recording of the client',
    description: 'An extension, only in the sandbox (Z13): getRecording has its script. Where none is on: 404.',
    refusals: [190, 404],
    parameters: {},
    response: Type.Object({ recording: recordingSchema }),
    handler: keepAnswer(deps, async ({ client }) => {
      const ended = recordingsOf(deps).end(client);
      if (ended === undefined) throw new ApiError(404);
      return { fields: { recording: shownOf(ended) } };
    }),
  });
}

function recordingsOf({ recordings }: RecordingDeps): SandboxRecordings {
  if (recordings === undefined) throw new ApiError(190, 'a sandbox with several nodes records no sessions');
  return recordings;
}

function shownOf({ isOn, calls, leftOut }: Recording) {
  return { state: isOn ? ('On' as const) : ('Ended' as const), calls, leftOut };
}
