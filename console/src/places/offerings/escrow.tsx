import type { Desk, Fields } from '../../data/index.ts';
import {
  DialogButton,
  Empty,
  type Fact,
  Facts,
  Form,
  type FormField,
  type Node,
  Section,
  useLoaded,
} from '../../parts/index.ts';
import type { Offering } from '../../views/index.ts';

/** Of the wire instructions, as the API names them. */
const WIRE: readonly (readonly [string, string])[] = [
  ['receivingbank', 'Receiving bank'],
  ['accountnumber', 'Account number'],
  ['routingnumber', 'Routing number'],
  ['reference', 'Reference'],
  ['swiftcode', 'SWIFT code'],
  ['beneficiary', 'Beneficiary'],
];

interface EscrowProps {
  readonly desk: Desk;
  readonly offering: Offering;
  readonly again: () => void;
}

/** Where the money of the investors is held, and where they send wires; an operator sets it. */
export function Escrow({ desk, offering, again }: EscrowProps): Node {
  const { session } = desk;
  const { offeringId, escrowAccountNumber } = offering;
  const { value, again: readAgain } = useLoaded(() => readCustodian(desk, offeringId), []);
  const done = () => {
    again();
    readAgain();
  };
  const wire = (value?.wire ?? {}) as Fields;
  const facts: readonly Fact[] = [
    ['Account', escrowAccountNumber],
    ['Institution', String(value?.name ?? '')],
    ...WIRE.map(([name, words]): Fact => [words, String(wire[name] ?? '')]),
  ];
  const isSet = facts.some(([, text]) => Boolean(text));
  const form = (close: () => void) => (
    <EscrowForm desk={desk} offering={offering} known={value} done={done} close={close} />
  );
  const aside = session.may('putOfferingEscrow') ? (
    <DialogButton words="Set escrow" title="Escrow" show={form} />
  ) : null;
  return (
    <Section title="Escrow" aside={aside}>
      {isSet ? <Facts facts={facts} /> : <Empty>No escrow account. The operator sets it.</Empty>}
    </Section>
  );
}

async function readCustodian({ session }: Desk, offeringId: string): Promise<Fields | undefined> {
  if (!session.may('getCustodianDetailsforOffering')) return undefined;
  const { custodianDetails } = await session.api.call('getCustodianDetailsforOffering', { offeringId });
  return custodianDetails as Fields;
}

const FIELDS: readonly FormField[] = [
  { name: 'escrowAccountNumber', label: 'Account' },
  { name: 'name', label: 'Institution' },
  ...WIRE.map(([name, label]) => ({ name, label })),
];

const filled = (texts: Fields = {}): Fields => Object.fromEntries(Object.entries(texts).filter(([, text]) => text));

interface FormProps {
  readonly desk: Desk;
  readonly offering: Offering;
  readonly known: Fields | undefined;
  readonly done: () => void;
  readonly close: () => void;
}

function EscrowForm({ desk, offering, known, done, close }: FormProps): Node {
  const { offeringId, escrowAccountNumber } = offering;
  const wire = (known?.wire ?? {}) as Record<string, string>;
  const start = { ...wire, name: String(known?.name ?? ''), escrowAccountNumber: escrowAccountNumber ?? '' };
  // All of it is replaced, and the API refuses empty texts.
  const send = async ({ escrowAccountNumber: account, name, ...sent }: Fields) => {
    const { additionaldescription, check } = known ?? {};
    const texts = filled({ escrowAccountNumber: account, name, additionaldescription });
    const fields = { ...texts, offeringId, wire: filled({ ...wire, ...sent }), check: filled(check as Fields) };
    await desk.session.api.call('putOfferingEscrow', fields);
    desk.say('done', `The escrow of offering ${offeringId} is set.`);
    done();
  };
  return (
    <Form desk={desk} name={`escrow-${offeringId}`} fields={FIELDS} start={start} yes="Set" send={send} close={close} />
  );
}
