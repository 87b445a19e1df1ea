/** An offering: its progress and terms, its subscriptions, documents and escrow, and how it is closed. */
import {
  centsText,
  type Desk,
  dayOf,
  dollarText,
  issuerKey,
  OPEN_STATUSES,
  pathOf,
  quantityText,
  useTopic,
} from '../../data/index.ts';
import { DialogButton, Empty, type Fact, Named, type Node, RecordView, Section, useLoaded } from '../../parts/index.ts';
import {
  Books,
  countBelonging,
  type Offering,
  OfferingForm,
  offeringStateText,
  percentText,
  RecordEnds,
  raisedOf,
  readOffering,
  shareSold,
  soldOf,
} from '../../views/index.ts';
import { Documents } from './documents.tsx';
import { Endings } from './endings.tsx';
import { Escrow } from './escrow.tsx';
import { RaiseByState } from './raise-by-state.tsx';
import { Subscriptions } from './subscriptions.tsx';

export function Record({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  const { session } = desk;
  useTopic(desk.names.changed);
  const { value: offering, failure, again } = useLoaded(() => readOffering(desk, id), [], 30_000);
  if (offering === undefined) return <Empty>{failure ?? 'Reading …'}</Empty>;
  const mayChange = session.may('updateOffering') && !session.capabilities.operator;
  const form = (close: () => void) => <OfferingForm desk={desk} offering={offering} done={again} close={close} />;
  const actions = mayChange ? (
    <>
      <DialogButton words="Change" title={`Change ${offering.issueName}`} show={form} />
      <Endings desk={desk} offering={offering} again={again} />
      <RecordEnds
        desk={desk}
        place="offerings"
        name={offering.issueName}
        of={{ offeringId: id }}
        deletes="deleteOffering"
        saysDeleted="It is no longer shown, its shares stop trading, and live orders in it are cancelled."
        counts={() => countBelonging(desk, belongingTo(id))}
        again={again}
      />
    </>
  ) : undefined;
  return (
    <RecordView
      title={offering.issueName}
      state={<strong>{offeringStateText(offering)}</strong>}
      about={`Offering ${id} of issuer ${desk.names.titleOf(issuerKey(offering.issuerId))}`}
      actions={actions}
      facts={factsOf(offering)}
    >
      <Raised offering={offering} />
      <RaiseByState desk={desk} offeringId={id} />
      {session.may('getTradesForOffering') ? <Subscriptions desk={desk} offeringId={id} /> : null}
      {session.may('getDocumentsforOffering') ? <Documents desk={desk} offeringId={id} /> : null}
      <Escrow desk={desk} offering={offering} again={again} />
      <Books
        desk={desk}
        title="Money"
        of={{ offeringId: id }}
        empty="No entries. They begin with the first investment, wire or check."
      />
      <Section title="Description">
        <p>{offering.offeringText}</p>
      </Section>
    </RecordView>
  );
}

const belongingTo = (offeringId: string) =>
  [
    ['listTrades', 'investment', 'investments', { offeringId }],
    ['listAtsOrders', 'open order', 'open orders', { securityId: offeringId, orderStatus: OPEN_STATUSES }],
  ] as const;

function factsOf(offering: Offering): readonly Fact[] {
  const { issueType, unitPrice, minAmount, maxAmount, totalShares, startDate, endDate, offeringId, issueName } =
    offering;
  return [
    ['Units subscribed', `${quantityText(soldOf(offering))} of ${quantityText(totalShares)}`],
    ['Price of a unit', dollarText(unitPrice)],
    ['Sells parts of a unit', offering.fractionalUnits],
    ['Type', issueType],
    ['Smallest investment', dollarText(minAmount)],
    ['Most that is raised', dollarText(maxAmount)],
    ['Begins', dayOf(startDate)],
    ['Ends', dayOf(endDate)],
    ['Client', offering.clientId && <Named id={offering.clientId} />],
    ['Holders', <a href={pathOf('holders', offeringId)}>Register of {issueName}</a>],
  ];
}

/** The bar is full when everything that is offered is sold; the target is marked on it. */
function Raised({ offering }: { readonly offering: Offering }): Node {
  const raised = raisedOf(offering);
  const target = Number(offering.targetAmount);
  const most = Number(offering.maxAmount);
  const percent = percentText(shareSold(offering));
  const ofTarget = target === 0 ? '' : `, ${percentText(Number(raised) / 1_000_000 / target)} of the target`;
  const style = {
    '--fill': percent.replace(' ', ''),
    '--target': `${most === 0 ? 0 : Math.min(100, (100 * target) / most)}%`,
  };
  return (
    <div class="raised">
      <p>
        <strong>{centsText(raised)}</strong> subscribed of a target of {dollarText(offering.targetAmount)}
        {ofTarget}
      </p>
      <span class="progress" style={style} role="img" aria-label={`${percent} of what is offered`}>
        <span></span>
        <i></i>
      </span>
    </div>
  );
}
