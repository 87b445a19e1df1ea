/** An issuer: its contact, its legal record, its bank account, its accounts at custodians, and its offerings. */
import { centsText, type Desk, go, pathOf, quantityText } from '../../data/index.ts';
import {
  DialogButton,
  Email,
  Empty,
  type Fact,
  Named,
  type Node,
  placeholder,
  RecordLink,
  RecordView,
  Rows,
  Section,
  useLoaded,
} from '../../parts/index.ts';
import {
  BankAccount,
  CheckState,
  type Offering,
  OfferingForm,
  offeringStateText,
  RecordEnds,
  raisedOf,
  readOfferings,
  soldOf,
} from '../../views/index.ts';
import { type Issuer, readIssuer } from './issuer.ts';
import { IssuerAccount } from './issuer-account.tsx';
import { IssuerForm } from './issuer-form.tsx';

export function Record({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  const { session } = desk;
  const { value: issuer, failure, again } = useLoaded(() => readIssuer(desk, id), [id], 30_000);
  const offerings = useLoaded(() => readOfferingsOf(desk, id), [id], 30_000);
  if (issuer === undefined) return <Empty>{failure ?? 'Reading …'}</Empty>;
  const mayChange = session.may('updateIssuer') && !session.capabilities.operator;
  const form = (close: () => void) => <IssuerForm desk={desk} issuer={issuer} done={again} close={close} />;
  const counts = async () => {
    const own = await readOfferingsOf(desk, id);
    const sold = own.reduce((sum, one) => sum + raisedOf(one), 0n);
    const many = own.length === 1 ? '1 offering' : `${own.length} offerings`;
    return { text: `It has ${many}, of which ${centsText(sold)} are subscribed. They are deleted, too.` };
  };
  return (
    <RecordView
      title={issuer.name}
      about={`Issuer ${id}`}
      state={<CheckState status={issuer.status} />}
      actions={
        <>
          {mayChange ? <DialogButton words="Change" title={`Change ${issuer.name}`} show={form} /> : null}
          <RecordEnds
            desk={desk}
            place="issuers"
            name={issuer.name}
            of={{ issuerId: id }}
            deletes="deleteIssuer"
            saysDeleted="Its securities stop trading, their orders are cancelled, and payments that wait are voided."
            counts={counts}
            again={again}
          />
        </>
      }
      facts={factsOf(issuer)}
    >
      <Offerings desk={desk} issuerId={id} offerings={offerings} />
      <IssuerAccount desk={desk} issuer={issuer} />
      <BankAccount desk={desk} holder={{ types: 'Issuer', issuerId: id }} name={issuer.name} />
    </RecordView>
  );
}

function factsOf({ contact, fields, clientId }: Issuer): readonly Fact[] {
  const text = (name: string) => String(fields[name] ?? '');
  return [
    ['Contact', contact],
    ['E-mail', text('email') && <Email address={text('email')} />],
    ['Phone', text('phoneNumber')],
    ['Client', clientId && <Named id={clientId} />],
  ];
}

async function readOfferingsOf(desk: Desk, issuerId: string): Promise<readonly Offering[]> {
  return (await readOfferings(desk)).filter((one) => String(one.issuerId) === issuerId);
}

interface OfferingsProps {
  readonly desk: Desk;
  readonly issuerId: string;
  readonly offerings: {
    readonly value: readonly Offering[] | undefined;
    readonly failure: string | undefined;
    readonly again: () => void;
  };
}

function Offerings({ desk, issuerId, offerings }: OfferingsProps): Node | null {
  const { session } = desk;
  if (!session.may('getAllOffers')) return null;
  const done = (offeringId: string) => go(pathOf('offerings', offeringId));
  const form = (close: () => void) => <OfferingForm desk={desk} issuerId={issuerId} done={done} close={close} />;
  const may = session.may('createOffering') && !session.capabilities.operator;
  return (
    <Section title="Offerings" aside={may ? <DialogButton words="New offering" show={form} /> : null}>
      {placeholder(offerings, 'No offerings. A new one takes investments until it is closed.') ?? (
        <Rows
          label="Offerings"
          rows={offerings.value ?? []}
          keyOf={(one) => one.offeringId}
          columns={[
            {
              title: 'Offering',
              cell: (one) => (
                <RecordLink place="offerings" id={one.offeringId}>
                  {one.issueName}
                </RecordLink>
              ),
            },
            { title: 'State', cell: (one) => offeringStateText(one) },
            { title: 'Units subscribed', isNumber: true, cell: (one) => quantityText(soldOf(one)) },
            { title: 'Raised', isNumber: true, cell: (one) => centsText(raisedOf(one)) },
          ]}
        />
      )}
    </Section>
  );
}
