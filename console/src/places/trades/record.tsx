/** A match with its sides: a client reports its settlement, an operator corrects or busts it (V43, V45, V65). */

import { useEffect } from 'preact/hooks';
import type { MethodName } from '../../client/index.ts';
import { type Desk, dollarText, type Fields, instantOf, pathOf, priceText, quantityText } from '../../data/index.ts';
import {
  attempt,
  ConfirmedActions,
  Empty,
  type Fact,
  FormButton,
  type FormField,
  Named,
  type Node,
  RecordLink,
  RecordView,
  Rows,
  Section,
  Side,
  type Step,
  Timeline,
  useLoaded,
  When,
} from '../../parts/index.ts';
import { kindText, readTrade, SETTLEMENTS, settlementText, type Trade } from './trade.ts';

/** A match of the venue has two sides, of which a client may own one or both. */
const SIDES_MAX = 2;

export function Record({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  // A row of the list is a side: 100500-Buy-103400.
  const [tradeId = ''] = id.split('-');
  const { value: sides, failure, again } = useLoaded(() => readSides(desk, tradeId), [tradeId], 15_000);
  useEffect(() => desk.orders.tradesChanged.subscribe(again), []);
  const [trade] = sides ?? [];
  if (sides === undefined || trade === undefined) {
    const words = sides === undefined ? 'Reading …' : `There is no trade ${tradeId}.`;
    return <Empty>{failure ?? words}</Empty>;
  }
  const name = desk.securities.titleOf(trade.securityId);
  return (
    <RecordView
      title={`${quantityText(trade.quantity)} ${name} at ${priceText(trade.price)}`}
      about={`Trade ${tradeId}`}
      state={<strong class="state">{settlementText(trade)}</strong>}
      actions={<Actions desk={desk} trade={trade} again={again} />}
      facts={factsOf(trade, name)}
    >
      <Section title="Sides">
        <Sides sides={sides} />
      </Section>
      <Section title="What happened">
        <Timeline steps={stepsOf(trade)} />
        {desk.session.may('getAuditLog') ? (
          <p>
            <a href={pathOf('audit-log', '', `recordId=${tradeId}`)}>Who changed it</a>
          </p>
        ) : null}
      </Section>
    </RecordView>
  );
}

async function readSides({ session }: Desk, tradeId: string): Promise<readonly Trade[]> {
  const filter = JSON.stringify({ tradeId });
  const { ats_trades } = await session.api.call('listAtsTrades', { filter, limit: SIDES_MAX });
  return (ats_trades as Fields[]).map(readTrade);
}

function factsOf(trade: Trade, name: string): readonly Fact[] {
  return [
    ['Security', `${name} (${trade.securityId})`],
    ['Symbol', trade.symbol],
    ['Shares', quantityText(trade.quantity)],
    ['Price', priceText(trade.price)],
    ['Amount', dollarText(trade.amount)],
    ['Matched', <When at={instantOf(trade.date)} />],
    ['Kind', kindText(trade)],
    ['Corrected', trade.isAdjusted ? 'Yes, by the operator' : ''],
  ];
}

function Sides({ sides }: { readonly sides: readonly Trade[] }): Node {
  return (
    <Rows
      label="Sides"
      rows={sides}
      keyOf={({ side, orderId }) => side + orderId}
      columns={[
        { title: 'Side', cell: ({ side }) => <Side side={side} /> },
        { title: 'Order', cell: ({ orderId }) => <RecordLink place="orders" id={orderId} /> },
        { title: 'Client', cell: ({ clientId }) => (clientId === '' ? 'yours' : <Named id={clientId} />) },
        { title: 'Account', cell: ({ accountId }) => (accountId === null ? 'none' : <Named id={accountId} />) },
        { title: 'Member', cell: ({ memberId }) => memberId },
      ]}
    />
  );
}

/** The venue keeps when it was matched and when it changed last. */
function stepsOf({ date, updated, settlement, isAdjusted }: Trade): readonly Step[] {
  const matched: Step = { at: instantOf(date), title: 'Matched' };
  const changed = instantOf(updated);
  if (Number.isNaN(changed) || (settlement === 'PENDING' && !isAdjusted)) return [matched];
  const title = settlement === 'PENDING' ? 'Corrected' : (SETTLEMENTS[settlement] ?? settlement);
  return [{ at: changed, title, kind: settlement === 'COMPLETED' ? 'good' : 'bad' }, matched];
}

interface ActionsProps {
  readonly desk: Desk;
  readonly trade: Trade;
  readonly again: () => void;
}

/** Over: it can neither be corrected nor be declared void. */
const ENDED = ['CANCELED', 'BUSTED'];

function Actions({ desk, trade, again }: ActionsProps): Node {
  const { api, may } = desk.session;
  const { tradeId, settlement, quantity, price, amount } = trade;
  const act = async (method: MethodName, fields: () => Promise<Fields>, done: string) => {
    let waits = false;
    const call = async () => {
      waits = (await api.call(method, await fields())).pendingAction !== undefined;
    };
    if (await attempt(desk, call, '')) desk.say('done', waits ? 'It waits for a second operator.' : done);
    again();
  };
  const report = (words: string, tradeStatus: string, says: string) => ({
    ...{ words, says },
    isShown: settlement === 'PENDING' && may('notifySettlement', 'getSettlementStatus') && !isOperator(desk),
    does: () =>
      act('notifySettlement', () => reportOf(desk, tradeId, tradeStatus), `The settlement of ${tradeId} is reported.`),
  });
  const bust = {
    ...{ words: 'Bust', reason: 'Reason, sent to both sides', isTyped: true },
    says:
      `${quantityText(quantity)} shares at ${priceText(price)}, worth ${dollarText(amount)}, become void; ` +
      'they do not return to the orders of the two sides.',
    isShown: !ENDED.includes(settlement) && may('bustTrade'),
    does: (reason: string) => act('bustTrade', async () => ({ tradeID: tradeId, reason }), `Trade ${tradeId} is void.`),
  };
  const actions = [
    report('Record as settled', 'Settled', 'Shares and money have changed hands outside of the venue.'),
    report('Record as failed', 'Canceled', 'It will not be settled: the match is cancelled.'),
    bust,
  ].filter(({ isShown }) => isShown);
  return (
    <>
      {!ENDED.includes(settlement) && may('adjustTrade') ? <Adjust desk={desk} trade={trade} again={again} /> : null}
      <ConfirmedActions name={`trade ${tradeId}`} actions={actions} />
    </>
  );
}

const isOperator = ({ session }: Desk): boolean => session.capabilities.operator;

/** The member and the issuer by which the match is reported. */
async function reportOf({ session }: Desk, tradeID: string, tradeStatus: string): Promise<Fields> {
  const { tradeDetails } = await session.api.call('getSettlementStatus', { tradeID });
  const { memberid, issuerid } = tradeDetails as Fields;
  return { memberid: String(memberid), issuerid, tradeID, tradeStatus };
}

const FIELDS: readonly FormField[] = [
  { name: 'price', label: 'Price, $', kind: 'number', required: true },
  { name: 'quantity', label: 'Shares', kind: 'number', required: true },
  {
    name: 'reason',
    label: 'Reason',
    required: true,
    hint: 'It is sent to both sides and to the owner of the security.',
  },
];

function Adjust({ desk, trade, again }: ActionsProps): Node {
  const { tradeId, price, quantity } = trade;
  const send = async (values: Fields) => {
    const answer = await desk.session.api.call('adjustTrade', { tradeID: tradeId, ...values });
    const isDone = answer.pendingAction === undefined;
    desk.say('done', isDone ? `Trade ${tradeId} is corrected.` : 'It waits for a second operator.');
    again();
  };
  return (
    <FormButton
      desk={desk}
      words="Adjust"
      title={`Adjust trade ${tradeId}`}
      name={`adjust-${tradeId}`}
      fields={FIELDS}
      start={{ price: priceText(price).replaceAll(',', ''), quantity }}
      yes="Adjust"
      send={send}
    />
  );
}
