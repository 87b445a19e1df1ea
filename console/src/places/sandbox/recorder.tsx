/** The recorder (Z13): the calls of programs as a script that runs again. */
import { useState } from 'preact/hooks';
import { type Desk, quantityText } from '../../data/index.ts';
import { download, type Node, Panel, Picker, placeholder, useLoaded } from '../../parts/index.ts';
import { findClient } from '../../views/index.ts';
import { ActButton } from './act.tsx';

interface Recording {
  readonly state: 'On' | 'Ended';
  readonly calls: number;
  readonly leftOut: number;
}

const LOOK_MS = 3000;
const FILE = 'session.json';
/** Of a script, as much as a reader looks through; the file has all of it. */
const SHOWN_MAX = 50_000;

export function Recorder({ desk }: { readonly desk: Desk }): Node {
  const { api, may, capabilities } = desk.session;
  const loaded = useLoaded(
    async () => ({ recording: (await api.call('getRecording')).recording as Recording | null }),
    [],
    LOOK_MS,
  );
  const [clientId, setClient] = useState('');
  const [script, show] = useState('');
  const start = async () => {
    await api.call('startRecording', clientId === '' ? {} : { clientId });
    show('');
    loaded.again();
  };
  const end = async () => {
    await api.call('endRecording');
    loaded.again();
  };
  const read = async () => String((await api.call('getRecording', { script: 'Yes' })).script ?? '');
  const recording = loaded.value?.recording;
  const isOn = recording?.state === 'On';
  return (
    <Panel title="Recorder" name="sandbox-recorder" wide>
      <p class="hint">
        Records calls of programs with a key{capabilities.operator ? ' of the operator and of a client' : ''}. Users who
        are signed in are not recorded. To make the calls again: npm run sandbox -- replay {FILE}
      </p>
      {placeholder(loaded) ?? <p role="status">{stateWords(recording)}</p>}
      <div class="buttons sandbox-steps">
        {capabilities.operator && !isOn && may('startRecording') ? (
          <Picker
            label="Client, besides the operator"
            id="recorded-client"
            value={clientId}
            set={setClient}
            find={findClient(desk.session)}
          />
        ) : null}
        {isOn || !may('startRecording') ? null : (
          <ActButton desk={desk} words="Start recording" does={start} done="Calls are recorded." />
        )}
        {isOn && may('endRecording') ? (
          <ActButton desk={desk} words="Stop recording" does={end} done="The recording has ended." />
        ) : null}
        {recording ? (
          <>
            <ActButton desk={desk} words="Show the script" does={async () => show(await read())} />
            <ActButton
              desk={desk}
              words="Download the script"
              does={async () => download(FILE, new Blob([await read()], { type: 'application/json' }))}
            />
          </>
        ) : null}
      </div>
      {script === '' ? null : (
        <pre class="sandbox-script" tabindex={0} aria-label="Script">
          {script.slice(0, SHOWN_MAX)}
          {script.length > SHOWN_MAX ? '… The file has all of it.' : ''}
        </pre>
      )}
    </Panel>
  );
}

function stateWords(recording: Recording | null | undefined): string {
  if (!recording) return '○ Nothing is recorded.';
  const { state, calls, leftOut } = recording;
  const rest = leftOut === 0 ? '' : `; ${quantityText(leftOut)} are left out (files, a megabyte, the bounds)`;
  const number = `${quantityText(calls)} ${calls === 1 ? 'call' : 'calls'}`;
  return `${state === 'On' ? '● Recording' : '○ Ended'}: ${number}${rest}.`;
}
