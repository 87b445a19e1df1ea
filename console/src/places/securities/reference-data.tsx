import { useState } from 'preact/hooks';
import type { Desk, Fields, Security } from '../../data/index.ts';
import { DialogButton, Form, type FormField, type Node, useLoaded } from '../../parts/index.ts';

interface Props {
  readonly desk: Desk;
  readonly security: Security;
}

interface Reference {
  readonly version: number;
  readonly reference: Fields;
}

const FIELDS: readonly FormField[] = [
  { name: 'symbol', label: 'Symbol' },
  { name: 'isin', label: 'ISIN' },
  { name: 'cusip', label: 'CUSIP' },
  { name: 'figi', label: 'FIGI' },
  { name: 'currency', label: 'Currency', hint: 'USD, as all prices are.' },
  {
    ...{ name: 'tickSizes', label: 'Tick sizes' },
    hint: 'From a price on, its tick: 0:0.0001 1:0.01',
  },
  { name: 'lotSize', label: 'Lot size, shares', kind: 'number' },
  { name: 'minimumQuantity', label: 'Shares of an order, at least', kind: 'number' },
  { name: 'maximumQuantity', label: 'Shares of an order, at most', kind: 'number' },
  { name: 'priceCollar', label: 'Price collar, % of the reference price', kind: 'number' },
];

interface TickBand {
  readonly from: string;
  readonly tick: string;
}

/** The reference data of a security (V66), and the form in which the operator changes it. */
export function ReferenceData({ desk, security }: Props): Node | null {
  const { session, securities } = desk;
  const { securityId } = security;
  const { value, again } = useLoaded(() => readReference(desk, securityId), [securityId]);
  if (value === undefined) return null;
  const texts = textsOf(value.reference);
  const done = () => {
    again();
    void securities.read();
  };
  const form = (close: () => void) => (
    <ReferenceForm desk={desk} security={security} known={value} done={done} close={close} />
  );
  return (
    <>
      <h3 class="within">Reference data</h3>
      <dl class="figures">
        {FIELDS.map(({ name, label }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{texts[name] ?? 'none'}</dd>
          </div>
        ))}
        <div>
          <dt>Version</dt>
          <dd>{value.version}</dd>
        </div>
      </dl>
      {session.may('updateSecurityReference') ? (
        <p>
          <DialogButton words="Change reference data" title={`Reference data of ${security.name}`} show={form} />
        </p>
      ) : null}
    </>
  );
}

async function readReference({ session }: Desk, securityId: string): Promise<Reference> {
  return (await session.api.call('getSecurityReference', { securityId })).securityReference as Reference;
}

interface FormProps extends Props {
  readonly known: Reference;
  readonly done: () => void;
  readonly close: () => void;
}

function ReferenceForm({ desk, security, known, done, close }: FormProps): Node {
  const { securityId, name } = security;
  const [{ version, reference }] = useState(known);
  const send = async ({ tickSizes, ...rest }: Fields) => {
    const bands = tickSizes === undefined ? {} : { tickSizes: bandsIn(String(tickSizes)) };
    const sent = { securityId, expectedVersion: version, reference: { ...rest, ...bands } };
    await desk.session.api.call('updateSecurityReference', sent);
    desk.say('done', `The reference data of ${name} is set.`);
    done();
  };
  // A draft belongs to the version that it changes.
  return (
    <Form
      desk={desk}
      name={`reference-${securityId}-${version}`}
      fields={FIELDS}
      start={textsOf(reference)}
      yes="Set"
      send={send}
      close={close}
    />
  );
}

function textsOf({ tickSizes, ...rest }: Fields): Record<string, string> {
  const texts = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]));
  if (tickSizes === undefined) return texts;
  return { ...texts, tickSizes: (tickSizes as TickBand[]).map(({ from, tick }) => `${from}:${tick}`).join(' ') };
}

function bandsIn(text: string): TickBand[] {
  return text
    .trim()
    .split(/\s+/)
    .map((band) => {
      const [from = '', tick = ''] = band.split(':');
      return { from, tick };
    });
}
