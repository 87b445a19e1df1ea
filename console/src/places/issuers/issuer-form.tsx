import { type Desk, type Fields, NO_ADDRESS } from '../../data/index.ts';
import { Form, type FormField, type Node } from '../../parts/index.ts';
import type { Issuer } from './issuer.ts';

const FIELDS: readonly FormField[] = [
  { name: 'issuerName', label: 'Name', required: true },
  { name: 'firstName', label: 'First name of the contact', required: true },
  { name: 'lastName', label: 'Last name of the contact', required: true },
  { name: 'email', label: 'E-mail of the contact', required: true },
  { name: 'phoneNumber', label: 'Phone of the contact' },
];
const STATUS: FormField = { name: 'issuerStatus', label: 'State', hint: 'Your own word, such as Approved.' };

interface Props {
  readonly desk: Desk;
  /** That is changed; absent: a new one. */
  readonly issuer?: Issuer;
  readonly done: (issuerId: string) => void;
  readonly close: () => void;
}

export function IssuerForm({ desk, issuer, done, close }: Props): Node {
  const { api } = desk.session;
  const send = async (values: Fields) => {
    if (issuer !== undefined) {
      await api.call('updateIssuer', { ...values, issuerId: issuer.issuerId, updatedIpAddress: NO_ADDRESS });
      desk.say('done', `${issuer.name} is changed.`);
      return done(issuer.issuerId);
    }
    const { issuerDetails } = await api.call('createIssuer', values);
    const [, [made]] = issuerDetails as [boolean, { issuerId: string }[]];
    desk.say('done', `${values.issuerName} is issuer ${made?.issuerId}.`);
    done(String(made?.issuerId ?? ''));
  };
  const fields = issuer === undefined ? FIELDS : [...FIELDS, STATUS];
  const start = issuer && Object.fromEntries(fields.map(({ name }) => [name, String(issuer.fields[name] ?? '')]));
  return (
    <Form
      desk={desk}
      name={`issuer-${issuer?.issuerId ?? 'new'}`}
      fields={fields}
      {...(start && { start })}
      yes={issuer === undefined ? 'Create' : 'Change'}
      send={send}
      close={close}
    />
  );
}
