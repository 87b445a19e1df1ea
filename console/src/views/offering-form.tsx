import { americanDay, type Desk, dayOf, type Fields } from '../data/index.ts';
import { Form, type FormField, type Node } from '../parts/index.ts';
import type { Offering } from './offering.ts';

const TYPES = [
  ['Equity', 'Equity'],
  ['Debt', 'Debt'],
  ['Hybrid', 'Hybrid'],
  ['Fund', 'Fund'],
] as const;

const PARTS = [
  ['No', 'No'],
  ['Yes', 'Yes'],
] as const;

const TERMS: readonly FormField[] = [
  { name: 'issueName', label: 'Name', required: true },
  { name: 'issueType', label: 'Type', kind: 'choice', choices: TYPES },
  { name: 'targetAmount', label: 'Target, $', kind: 'number', required: true },
  { name: 'minAmount', label: 'Smallest investment, $', kind: 'number', required: true },
  { name: 'maxAmount', label: 'Most that is raised, $', kind: 'number', required: true },
  {
    ...{ name: 'unitPrice', label: 'Price of a unit, $', kind: 'number', required: true },
    hint: 'Units offered are the most that is raised, divided by this price.',
  },
  { name: 'fractionalUnits', label: 'Sells parts of a unit', kind: 'choice', choices: PARTS },
  { name: 'startDate', label: 'Begins', kind: 'date', required: true },
  { name: 'endDate', label: 'Ends', kind: 'date', required: true },
  { name: 'offeringText', label: 'Description', kind: 'long', required: true },
  { name: 'stampingText', label: 'Watermark of its documents', required: true },
];

const NAMES = TERMS.map(({ name }) => name);

interface FormProps {
  readonly desk: Desk;
  /** Absent: a new one. */
  readonly offering?: Offering;
  /** Of a new one: its issuer; absent: the reader chooses. */
  readonly issuerId?: string;
  readonly done: (offeringId: string) => void;
  readonly close: () => void;
}

/** A new offering of an issuer, or the terms of one that is there. */
export function OfferingForm({ desk, offering, issuerId, done, close }: FormProps): Node {
  const { api } = desk.session;
  const send = async (values: Fields) => {
    const dates = { startDate: americanDay(String(values.startDate)), endDate: americanDay(String(values.endDate)) };
    if (offering !== undefined) {
      await api.call('updateOffering', { ...values, ...dates, offeringId: offering.offeringId });
      desk.say('done', `Offering ${offering.offeringId} is changed.`);
      return done(offering.offeringId);
    }
    const { offeringDetails } = await api.call('createOffering', {
      ...(issuerId && { issuerId }),
      ...values,
      ...dates,
    });
    const [, [made]] = offeringDetails as [boolean, { offeringId: string }[]];
    desk.say('done', `Offering ${made?.offeringId} is created.`);
    done(made?.offeringId ?? '');
  };
  const issuer: FormField = {
    ...{ name: 'issuerId', label: 'Issuer', kind: 'record', required: true },
    find: (text) => findIssuers(desk, text),
  };
  return (
    <Form
      desk={desk}
      name={`offering-${offering?.offeringId ?? `new${issuerId ?? ''}`}`}
      send={send}
      close={close}
      fields={offering === undefined && issuerId === undefined ? [issuer, ...TERMS] : TERMS}
      yes={offering === undefined ? 'Create' : 'Change'}
      start={offering === undefined ? { issueType: 'Equity', fractionalUnits: 'No' } : startOf(offering)}
    />
  );
}

function startOf(offering: Offering): Record<string, string> {
  const texts = NAMES.map((name) => [name, String(offering[name as keyof Offering] ?? '')] as const);
  const { startDate, endDate } = offering;
  return { ...Object.fromEntries(texts), startDate: dayOf(startDate), endDate: dayOf(endDate) };
}

const ISSUERS_READ = 200;

async function findIssuers({ session }: Desk, text: string) {
  const { issuers } = await session.api.call('listIssuers', { limit: ISSUERS_READ });
  const part = text.trim().toLowerCase();
  return (issuers as { issuerId: string; issuerName: string }[])
    .map(({ issuerId, issuerName }) => ({ id: issuerId, name: issuerName }))
    .filter(({ id, name }) => `${name} ${id}`.toLowerCase().includes(part));
}
