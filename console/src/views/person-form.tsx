import { americanDay, type Desk, dayOf, type Fields } from '../data/index.ts';
import { Form, type FormField, type Node } from '../parts/index.ts';
import { isCompany as isCompanyId, type Person } from './person.ts';

const ADDRESS: readonly FormField[] = [
  { name: 'emailAddress', label: 'E-mail', required: true },
  { name: 'phone', label: 'Phone' },
  { name: 'primAddress1', label: 'Address', required: true },
  { name: 'primAddress2', label: 'Address, second line' },
  { name: 'primCity', label: 'City', required: true },
  { name: 'primState', label: 'State', required: true, hint: 'Two letters; NOUS outside of the U.S.' },
  { name: 'primZip', label: 'Postal code', required: true },
  { name: 'primCountry', label: 'Country', required: true },
];
const DOMICILE: FormField = {
  ...{ name: 'domicile', label: 'Domicile', kind: 'choice' },
  choices: [
    ['U.S. citizen', 'U.S. citizen'],
    ['U.S. resident', 'U.S. resident'],
    ['non-resident', 'Non-resident'],
  ],
};
const PERSON: readonly FormField[] = [
  { name: 'firstName', label: 'First name', required: true },
  { name: 'middleInitial', label: 'Middle initial' },
  { name: 'lastName', label: 'Last name', required: true },
  { name: 'dob', label: 'Born', kind: 'date', required: true, isSecret: true },
  DOMICILE,
  {
    name: 'socialSecurityNumber',
    label: 'Social security number',
    isSecret: true,
    hint: 'The check of the identity needs it.',
  },
  ...ADDRESS,
  { name: 'occupation', label: 'Occupation' },
  { name: 'tags', label: 'Tags', hint: 'Separated by commas.' },
  { name: 'notes', label: 'Notes', kind: 'long' },
];
const COMPANY: readonly FormField[] = [
  { name: 'entityName', label: 'Name', required: true },
  {
    ...{ name: 'entityType', label: 'Type', kind: 'choice' },
    choices: ['LLC', 'Corporation', 'Limited Partnership', 'Revocable Trust', 'Irrevocable Trust'].map((type) => [
      type,
      type,
    ]),
  },
  DOMICILE,
  { name: 'ein', label: 'Employer id (EIN)', isSecret: true },
  { name: 'formationDate', label: 'Formed', kind: 'date' },
  ...ADDRESS,
  { name: 'entityDesc', label: 'Description' },
  { name: 'tags', label: 'Tags', hint: 'Separated by commas.' },
  { name: 'notes', label: 'Notes', kind: 'long' },
];
const DAYS = ['dob', 'formationDate'];
/** They are changed only when something is written into them. */
const SEALED = ['socialSecurityNumber', 'ein'];

interface FormProps {
  readonly desk: Desk;
  readonly isCompany: boolean;
  /** The record that is changed; absent: a new one. */
  readonly person?: Person;
  readonly done: (partyId: string) => void;
  readonly close?: () => void;
}

export function PersonForm({ desk, isCompany, person, done, close }: FormProps): Node {
  const { api } = desk.session;
  const fields = isCompany ? COMPANY : PERSON;
  const send = async (values: Fields) => {
    const sent = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, DAYS.includes(name) ? americanDay(String(value)) : value]),
    );
    if (person !== undefined) {
      const { partyId } = person;
      await api.call(isCompanyId(partyId) ? 'updateEntity' : 'updateParty', { ...sent, partyId });
      desk.say('done', `${person.name} is changed.`);
      return done(partyId);
    }
    const answer = await api.call(isCompany ? 'createEntity' : 'createParty', sent);
    const [, [made]] = (answer.partyDetails ?? answer.entityDetails) as [boolean, { partyId: string }[]];
    desk.say('done', `${made?.partyId} is created.`);
    done(made?.partyId ?? '');
  };
  const name = person?.partyId ?? (isCompany ? 'company' : 'person');
  const start = person === undefined ? { domicile: 'U.S. citizen', entityType: 'LLC' } : startOf(person, fields);
  return (
    <Form
      desk={desk}
      name={`person-${name}`}
      send={send}
      {...(close && { close })}
      start={start}
      fields={person === undefined ? fields : fields.map((field) => ({ ...field, required: false }))}
      yes={person === undefined ? 'Create' : 'Change'}
    />
  );
}

function startOf({ fields }: Person, shown: readonly FormField[]): Record<string, string> {
  return Object.fromEntries(
    shown
      .filter(({ name }) => !SEALED.includes(name))
      .map(({ name }) => {
        const text = String(fields[name] ?? '');
        return [name, DAYS.includes(name) ? dayOf(text) : text];
      }),
  );
}
