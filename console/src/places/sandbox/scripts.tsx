/** Other sides by script (Z6): what they are to do and did, new ones, and calling one off. */
import { type Desk, type Fields, instantOf, outcomeLines, type ScriptEnd } from '../../data/index.ts';
import { type Node, Panel, placeholder, Rows, useLoaded, When } from '../../parts/index.ts';
import { ActButton } from './act.tsx';
import { ChosenForm } from './chosen-form.tsx';
import { actionWords, COUNTERPARTY, counterpartyFields, PROVIDER, providerFields } from './script-kinds.ts';
import { sentTimes } from './time-fields.tsx';

interface Script extends ScriptEnd {
  readonly scriptId: string;
  readonly action: string;
  readonly due: string;
}

const LOOK_MS = 3000;
const SIGNS: Readonly<Record<Script['state'], string>> = { Waiting: '◌', Done: '✓', Failed: '✕', Cancelled: '○' };

export function Scripts({ desk }: { readonly desk: Desk }): Node {
  const { api, may } = desk.session;
  const loaded = useLoaded(async () => await api.call('getScripts'), [], LOOK_MS);
  const scripts = loaded.value?.scripts as readonly Script[] | undefined;
  return (
    <Panel title="Other sides by script" name="sandbox-scripts" wide aside={<New desk={desk} again={loaded.again} />}>
      {loaded.value === undefined ? null : (
        <p class="hint">
          The counterparty is client {String(loaded.value.counterpartyId)}. What it and the providers do holds by the
          rules of everybody.
        </p>
      )}
      {placeholder(
        { value: scripts, failure: loaded.failure },
        'No scripts. With the buttons above another client fills your order, or the bank returns a debit.',
      ) ?? (
        <Rows
          label="Scripts"
          rows={scripts ?? []}
          keyOf={({ scriptId }) => scriptId}
          columns={[
            { title: 'What', cell: ({ action }) => actionWords(action) },
            { title: 'When, New York', cell: ({ due }) => <When at={instantOf(due)} /> },
            { title: 'State', cell: ({ state }) => `${SIGNS[state]} ${state}` },
            { title: 'Outcome', cell: (script) => <Outcome script={script} /> },
            {
              title: 'Actions',
              cell: ({ scriptId, action, state }) =>
                state === 'Waiting' && may('cancelScript') ? (
                  <ActButton
                    desk={desk}
                    words="Call off"
                    label={`Call off: ${actionWords(action)}`}
                    does={async () => {
                      await api.call('cancelScript', { scriptId });
                      loaded.again();
                    }}
                    done="The script is called off."
                  />
                ) : null,
            },
          ]}
        />
      )}
    </Panel>
  );
}

/** In words; what was answered is in its title. */
function Outcome({ script }: { readonly script: Script }): Node | null {
  const { outcome } = script;
  if (outcome === null) return null;
  return (
    <span class="sandbox-outcome" title={outcome}>
      {outcomeLines(script).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  );
}

function New({ desk, again }: { readonly desk: Desk; readonly again: () => void }): Node {
  const { api, may } = desk.session;
  const script = async (method: 'scriptCounterparty' | 'scriptProvider', action: string, values: Fields) => {
    await api.call(method, { action, ...sentTimes(values) });
    desk.say('done', `A script: ${actionWords(action)}.`, '', { call: api.sent });
    again();
  };
  const settle = async (values: Fields) => {
    const { status } = (await api.call('settlePayment', values)).payment as Fields;
    desk.say('done', `The payment is ${status}.`, '', { call: api.sent });
  };
  return (
    <span class="buttons">
      {may('scriptCounterparty') ? (
        <ChosenForm
          words="Counterparty"
          title="What the counterparty does"
          desk={desk}
          name="sandbox-counterparty"
          label="The counterparty"
          choices={COUNTERPARTY}
          fieldsOf={counterpartyFields(desk)}
          yesOf={() => 'Add the script'}
          send={(action, values) => script('scriptCounterparty', action, values)}
        />
      ) : null}
      {may('scriptProvider', 'settlePayment') ? (
        <ChosenForm
          words="Bank or provider"
          title="What a bank or provider does"
          desk={desk}
          name="sandbox-provider"
          label="What happens"
          choices={PROVIDER}
          fieldsOf={providerFields(desk)}
          yesOf={(action) => (action === 'settlePayment' ? 'Report it' : 'Add the script')}
          send={(action, values) =>
            action === 'settlePayment' ? settle(values) : script('scriptProvider', action, values)
          }
        />
      ) : null}
    </span>
  );
}
