/** Announces a corporate action in two steps: its kind with terms and dates, then the check of what it hits. */
import { useState } from 'preact/hooks';
import { type Desk, type Fields, faultsByField } from '../../data/index.ts';
import { Choice, Facts, Form, type Node, useLoaded } from '../../parts/index.ts';
import {
  ACTION_DATES,
  ACTION_KINDS,
  type ActionKind,
  actionLabels,
  actionTermWords,
  countOpenOrders,
  findSecurity,
} from '../../views/index.ts';

interface Props {
  readonly desk: Desk;
  readonly securityId: string;
  readonly close: () => void;
  readonly done: () => void;
}

type Values = Readonly<Record<string, string>>;

const CHOICES = Object.keys(ACTION_KINDS).map((kind) => [kind, kind] as const);

export function Announce({ desk, securityId, close, done }: Props): Node {
  const [kind, choose] = useState('Split');
  const [values, set] = useState<Values | undefined>(undefined);
  const [isChecked, check] = useState(false);
  const { says, fields, start } = ACTION_KINDS[kind] as ActionKind;
  const name = `corporate-action-${securityId}-${kind}`;
  const asked = { securityId, kind, ...values };
  const send = async () => {
    const { corporateAction } = await desk.session.api.call('createCorporateAction', asked).catch((error: unknown) => {
      // The fields are not on screen now: the messages say which they mean.
      throw new Error([...faultsByField(error, actionLabels(kind)).values()].join(' '));
    });
    desk.say('done', corporateAction === undefined ? 'It waits for a second operator.' : 'The action is announced.');
    done();
  };
  if (values !== undefined && isChecked)
    return (
      <Checked desk={desk} securityId={securityId} kind={kind} values={values}>
        <Form desk={desk} name={`${name}-check`} fields={[]} yes="Announce" send={send} close={close} />
        <button type="button" class="plain" onClick={() => check(false)}>
          Change the terms
        </button>
      </Checked>
    );
  return (
    <>
      <Choice label="Action" choices={CHOICES} value={kind} set={choose} />
      <p class="hint">{says}</p>
      <Form
        key={kind}
        desk={desk}
        name={name}
        fields={[...fields.map((one) => ({ ...one, find: findSecurity(desk) })), ...ACTION_DATES]}
        start={{ ...start, ...values }}
        yes="Check"
        send={async (sent: Fields) => {
          set(sent as Values);
          check(true);
        }}
      />
    </>
  );
}

interface CheckedProps {
  readonly desk: Desk;
  readonly securityId: string;
  readonly kind: string;
  readonly values: Values;
  readonly children?: Node | readonly Node[];
}

/** What it hits, as the venue counts it now, and the terms in words. */
function Checked({ desk, securityId, kind, values, children }: CheckedProps): Node {
  const says = ACTION_KINDS[kind]?.hits?.(values);
  const hits = useLoaded(() => countOpenOrders(desk, { securityId }), []);
  return (
    <>
      <Facts
        facts={[
          ['Action', kind],
          ['Security', desk.securities.fullTitleOf(securityId)],
          ...actionTermWords(desk, kind, values),
        ]}
      />
      {says === undefined ? (
        <p>Open orders stay as they are.</p>
      ) : (
        <p role="status">
          {hits.value === undefined ? (hits.failure ?? 'Counting …') : `It ${says} ${hits.value.text}`}
        </p>
      )}
      <p>
        It has effect before the security opens on the ex date. Until then it can be cancelled; afterwards it cannot be
        undone.
      </p>
      {children}
    </>
  );
}
