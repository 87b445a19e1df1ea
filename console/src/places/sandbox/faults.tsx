/** Faults on demand (Z10, Z11): what goes wrong for programs of this client, how often it has happened, and its end. */
import { wayOf } from '../../client/index.ts';
import { type Desk, type Fields, quantityText } from '../../data/index.ts';
import { type FormField, findIn, type Node, Panel, placeholder, Rows, useLoaded } from '../../parts/index.ts';
import { findWebhookNames } from '../../views/index.ts';
import { ActButton } from './act.tsx';
import { ChosenForm } from './chosen-form.tsx';
import { sentTimes, span } from './time-fields.tsx';

interface Fault {
  readonly faultId: string;
  readonly kind: FaultKind;
  /** Of methods or webhooks; empty: all. */
  readonly methods: readonly string[];
  readonly times: number | null;
  readonly seconds: number | null;
  readonly state: 'Set' | 'Over' | 'Ended';
  readonly hits: number;
}

const LOOK_MS = 2000;
const KINDS = [
  ['delay', 'answers come later'],
  ['unavailable', 'calls are refused with 503'],
  ['tooManyRequests', 'calls are refused with 429'],
  ['dropAnswer', 'the connection is cut in place of the answer'],
  ['doubleWebhook', 'a webhook is sent twice'],
  ['swapWebhooks', 'a webhook is sent after the next one'],
  ['lateWebhook', 'a webhook is sent later'],
  ['cutStream', 'the stream is cut'],
  ['oldCursor', 'a cursor of the stream is too old'],
  ['failOver', 'the venue changes its node'],
] as const;
type FaultKind = (typeof KINDS)[number][0];

const OF_WEBHOOKS: readonly FaultKind[] = ['doubleWebhook', 'swapWebhooks', 'lateWebhook'];
/** About connections, and not about one method. */
const OF_CONNECTIONS: readonly FaultKind[] = ['cutStream', 'oldCursor', 'failOver'];
const WORDS = new Map<string, string>(KINDS);
const SIGNS: Readonly<Record<Fault['state'], string>> = { Set: '●', Over: '○', Ended: '✕' };

const wordsOf = ({ kind, methods }: Fault): string =>
  `${WORDS.get(kind) ?? kind}: ${methods.length === 0 ? 'all' : methods.join(', ')}`;

export function Faults({ desk }: { readonly desk: Desk }): Node {
  const { api, may } = desk.session;
  const loaded = useLoaded(async () => (await api.call('getFaults')).faults as readonly Fault[], [], LOOK_MS);
  const end = async (faults: readonly Fault[]) => {
    for (const { faultId } of faults) await api.call('endFault', { faultId });
    loaded.again();
  };
  const set = loaded.value?.filter(({ state }) => state === 'Set') ?? [];
  const aside = (
    <span class="buttons">
      {set.length > 0 && may('endFault') ? (
        <ActButton desk={desk} words="End all" does={() => end(set)} done="All faults are ended." />
      ) : null}
      {may('createFault') ? <New desk={desk} again={loaded.again} /> : null}
    </span>
  );
  return (
    <Panel title="Faults" name="sandbox-faults" wide aside={aside}>
      <p class="hint">
        For programs with a key of this client. The methods of the sandbox and users who are signed in never have one.
      </p>
      {placeholder(
        loaded,
        'No faults. With the button above answers, webhooks or streams of this client go wrong.',
      ) ?? (
        <Rows
          label="Faults"
          rows={loaded.value ?? []}
          keyOf={({ faultId }) => faultId}
          columns={[
            { title: 'What', cell: ({ kind }) => WORDS.get(kind) ?? kind },
            { title: 'Of', cell: ({ methods }) => (methods.length === 0 ? 'all' : methods.join(', ')) },
            { title: 'Until', cell: untilWords },
            { title: 'State', cell: ({ state }) => `${SIGNS[state]} ${state}` },
            { title: 'Happened', isNumber: true, cell: ({ hits }) => quantityText(hits) },
            {
              title: 'Actions',
              cell: (fault) =>
                fault.state === 'Set' && may('endFault') ? (
                  <ActButton
                    desk={desk}
                    words="End"
                    label={`End: ${wordsOf(fault)}`}
                    does={() => end([fault])}
                    done="The fault is ended."
                  />
                ) : null,
            },
          ]}
        />
      )}
    </Panel>
  );
}

function untilWords({ times, seconds }: Fault): string {
  const parts = [
    ...(times === null ? [] : [`${quantityText(times)} ${times === 1 ? 'time' : 'times'}`]),
    ...(seconds === null ? [] : [`${quantityText(seconds)} s`]),
  ];
  return parts.join(' or ');
}

function New({ desk, again }: { readonly desk: Desk; readonly again: () => void }): Node {
  const send = async (kind: FaultKind, { methods, ...values }: Fields) => {
    const names = methods === undefined ? {} : { methods: String(methods).split(',') };
    await desk.session.api.call('createFault', { kind, ...names, ...sentTimes(values) });
    desk.say('done', `A fault: ${WORDS.get(kind)}.`, '', { call: desk.session.api.sent });
    again();
  };
  return (
    <ChosenForm
      words="Add a fault"
      title="What goes wrong"
      desk={desk}
      name="sandbox-fault"
      label="What happens"
      choices={KINDS}
      fieldsOf={(kind) => fieldsOf(desk, kind)}
      yesOf={() => 'Add the fault'}
      send={send}
    />
  );
}

const OWN: Partial<Readonly<Record<FaultKind, FormField>>> = {
  delay: { name: 'delayMs', label: 'Later by, milliseconds', kind: 'number', hint: 'Empty: a second.' },
  lateWebhook: { ...span('by', 'Later by'), hint: 'By the clock of the sandbox. Empty: a minute.' },
  cutStream: { name: 'bytes', label: 'After bytes', kind: 'number', hint: 'Empty: 1,000.' },
};

function fieldsOf(desk: Desk, kind: FaultKind): readonly FormField[] {
  const isOfWebhooks = OF_WEBHOOKS.includes(kind);
  const names: FormField = {
    ...{ name: 'methods', label: isOfWebhooks ? 'Webhooks' : 'Methods', kind: 'records', hint: 'None: all.' },
    find: isOfWebhooks ? findWebhookNames() : findMethods(desk),
  };
  const own = OWN[kind];
  return [
    ...(OF_CONNECTIONS.includes(kind) ? [] : [names]),
    ...(own === undefined ? [] : [own]),
    ...(kind === 'failOver'
      ? []
      : [
          { name: 'times', label: 'How often', kind: 'number', hint: 'Empty: once, or while its time lasts.' } as const,
        ]),
    {
      ...{ name: 'seconds', label: 'For, seconds', kind: 'number' },
      hint: `By the clock of the system. Empty: ${kind === 'failOver' ? '3' : 'until it has happened so often'}.`,
    },
  ];
}

/** Those of the sandbox itself have no faults. */
const findMethods = ({ session }: Desk) =>
  findIn(() =>
    [...session.capabilities.methods]
      .filter((name) => !wayOf(name).path.startsWith('/v3/sandbox/'))
      .map((name) => ({ id: name, name })),
  );
