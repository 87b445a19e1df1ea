/** The rules of surveillance with their thresholds, which an operator sets, and who set which before (O17). */
import { type Desk, type Fields, instantOf, quantityText, useTopic } from '../../data/index.ts';
import {
  Empty,
  FormButton,
  type FormField,
  type Node,
  RecordView,
  Scroll,
  Section,
  Timeline,
  useLoaded,
} from '../../parts/index.ts';

interface Threshold {
  readonly name: string;
  readonly value: number;
  readonly usual: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly description: string;
}

interface Version {
  readonly version: number;
  readonly thresholds: Readonly<Record<string, number>>;
  readonly reason: string;
  readonly clientId: string;
  readonly userId: string | null;
  readonly setDate: string;
}

interface Rules {
  readonly enabled: 'Yes' | 'No';
  readonly version: number;
  readonly rules: readonly {
    readonly rule: string;
    readonly on: 'Yes' | 'No';
    readonly thresholds: readonly Threshold[];
  }[];
  readonly history: readonly Version[];
}

const TITLES: Readonly<Record<string, string>> = {
  washShares: 'Shares of a wash trade',
  windowSeconds: 'Window of time, seconds',
  layeringOrders: 'Orders of a layer',
  quickCancels: 'Quick cancels',
  quickCancelMs: 'Quick: within, ms',
  closeSeconds: 'Time before the close, seconds',
  closeMovePercent: 'Change before the close, percent',
  lateSeconds: 'Late: before an auction, seconds',
  latePercent: 'Part of an auction, percent',
  priceBandPercent: 'Change between matches, percent',
  holderPercent: 'Part of a holder, percent',
};
const titleOf = (name: string): string => TITLES[name] ?? name;

export function RulesRecord({ desk }: { readonly desk: Desk }): Node {
  const { names } = desk;
  const { api, may } = desk.session;
  useTopic(names.changed);
  const read = async () => (await api.call('getSurveillanceRules')) as unknown as Rules;
  const { value: rules, failure, again } = useLoaded(read, []);
  if (rules === undefined) return <Empty>{failure ?? 'Reading …'}</Empty>;
  const send = async (values: Fields) => {
    const answer = await api.call('setSurveillanceThresholds', { ...values, expectedVersion: rules.version });
    const waits = answer.pendingAction !== undefined;
    desk.say('done', waits ? 'The thresholds wait for a second operator.' : 'The thresholds are set.');
    again();
  };
  const set = (
    <FormButton
      desk={desk}
      words="Set thresholds"
      name={`thresholds-${rules.version}`}
      isPrimary
      fields={fieldsOf(rules)}
      start={startOf(rules)}
      yes="Set"
      send={send}
    />
  );
  return (
    <RecordView
      title="Rules of surveillance"
      about={`Version ${rules.version}`}
      state={rules.enabled === 'Yes' ? '● On' : '■ Off: the setting SURVEILLANCE is off'}
      actions={may('setSurveillanceThresholds') ? set : undefined}
      facts={[]}
    >
      <Section title="Thresholds">
        <ThresholdTable of={rules} />
      </Section>
      <Section title="What was set">
        {rules.history.length === 0 ? (
          <Empty>Nothing yet: all thresholds are the usual ones.</Empty>
        ) : (
          <Timeline steps={rules.history.map((one) => stepOf(one, names))} />
        )}
      </Section>
    </RecordView>
  );
}

function ThresholdTable({ of }: { readonly of: Rules }): Node {
  return (
    <>
      <Scroll label="Thresholds">
        <table>
          <thead>
            <tr>
              <th scope="col">Rule</th>
              <th scope="col">Threshold</th>
              <th scope="col" class="number">
                Value
              </th>
              <th scope="col" class="number">
                Usual
              </th>
            </tr>
          </thead>
          <tbody>
            {of.rules.flatMap(({ rule, on, thresholds }) =>
              thresholds.map(({ name, value, usual, description }, index) => (
                <tr key={`${rule} ${name}`}>
                  {index === 0 ? <RuleHead rule={rule} on={on} rows={thresholds.length} /> : null}
                  <td class="second" title={description}>
                    {titleOf(name)}
                  </td>
                  <td class="number">{quantityText(value)}</td>
                  <td class="number">{quantityText(usual)}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </Scroll>
      <p class="hint">A rule with the value 0 is off. A threshold that no operator set has its usual value.</p>
    </>
  );
}

interface RuleHeadProps {
  readonly rule: string;
  readonly on: 'Yes' | 'No';
  readonly rows: number;
}

const RuleHead = ({ rule, on, rows }: RuleHeadProps): Node => (
  <th scope="row" rowspan={rows}>
    {on === 'Yes' ? `● ${rule}` : `○ ${rule}, off`}
  </th>
);

/** Each once: rules share some. */
function thresholdsOf({ rules }: Rules): readonly Threshold[] {
  return [...new Map(rules.flatMap(({ thresholds }) => thresholds).map((one) => [one.name, one])).values()];
}

function fieldsOf(rules: Rules): readonly FormField[] {
  return [
    ...thresholdsOf(rules).map(({ name, minimum, maximum, usual }) => ({
      ...{ name, label: titleOf(name), kind: 'number' as const },
      hint: `${minimum} to ${quantityText(maximum)}; empty: ${quantityText(usual)}, the usual value.`,
    })),
    { name: 'reason', label: 'Reason', required: true },
  ];
}

/** Those that differ from the usual ones. */
function startOf(rules: Rules): Readonly<Record<string, string>> {
  const set = thresholdsOf(rules).filter(({ value, usual }) => value !== usual);
  return Object.fromEntries(set.map(({ name, value }) => [name, String(value)]));
}

function stepOf({ version, thresholds, reason, clientId, userId, setDate }: Version, names: Desk['names']) {
  const values = Object.entries(thresholds).map(([name, value]) => `${titleOf(name)}: ${quantityText(value)}`);
  return {
    at: instantOf(setDate),
    title: `Version ${version} by ${names.titleOf(userId ?? clientId)}`,
    text: `${reason}. ${values.join('; ') || 'The usual thresholds'}.`,
  };
}
