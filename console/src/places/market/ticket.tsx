/** The order ticket: says what would happen before it sends (validateOrder, V55). */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  type Desk,
  type Fields,
  isRefusal,
  messageOf,
  prefer,
  preferences,
  quantityText,
  sharesOf,
  useTopic,
} from '../../data/index.ts';
import { AsApiCall, Confirm, type Node, Panel, useLoaded } from '../../parts/index.ts';
import { buyingPower, hasAuctions, type PlanVersion, useLimits } from '../../views/index.ts';
import { estimate, faultsOf, fieldsOf, marketHint, summaryOf, unusualIn, type Values } from './order-draft.ts';
import { outsideCollar, sendOrder } from './send-order.ts';
import { Main, More } from './ticket-fields.tsx';
import { Presets, TicketTabs, useTickets } from './ticket-tools.tsx';

const CHECK_AFTER_MS = 250;
const PLAN_EVERY_MS = 60_000;

interface Verdict {
  readonly isGood: boolean;
  readonly isPending?: boolean;
  readonly text: string;
  /** The venue would refuse it. */
  readonly isRefused?: boolean;
  /** It is refused only for the price collar: the reader is asked, and may send it all the same. */
  readonly isOutsideCollar?: true;
}

/** What the reader is asked before the order is sent. */
interface Question {
  readonly text: string;
  readonly isRefused: boolean;
  readonly beyondCollar: boolean;
}

/** Asks the venue what would become of the order, a moment after the last change. */
function useVerdict(desk: Desk, fields: Fields | undefined, keys: readonly unknown[]): Verdict | undefined {
  const [verdict, setVerdict] = useState<Verdict | undefined>(undefined);
  useEffect(() => {
    setVerdict(undefined);
    if (fields === undefined || !desk.session.may('validateOrder')) return undefined;
    let isOver = false;
    const timer = setTimeout(async () => {
      const found = await verdictOn(desk, fields);
      if (!isOver) setVerdict(found);
    }, CHECK_AFTER_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, keys);
  return verdict;
}

async function verdictOn(desk: Desk, fields: Fields): Promise<Verdict> {
  try {
    const { orderDetails } = await desk.session.api.call('validateOrder', fields);
    const { orderStatus, held } = orderDetails as { orderStatus: string; held?: string };
    const isPending = orderStatus === 'Pending';
    const text = held === undefined ? '' : `It would be held: ${held}.`;
    return { isGood: true, isPending, text };
  } catch (error) {
    const collar = outsideCollar(error);
    if (collar !== undefined) return { isGood: false, text: collar, isOutsideCollar: true };
    const isRefused = isRefusal(error);
    return {
      isGood: false,
      isRefused,
      text: isRefused ? `It would be refused: ${messageOf(error)}.` : messageOf(error),
    };
  }
}

/** The values from a click on a price, or from a key. */
function useDraft(desk: Desk, set: (changes: Partial<Values>) => void): void {
  const seen = useRef(desk.drafts);
  useTopic(desk.drafted);
  const wanted = useRef('');
  // The field has the focus before the next key comes, which is typed into it. A button has it once it is enabled.
  useLayoutEffect(() => {
    const field = wanted.current === '' ? null : document.querySelector<HTMLInputElement>(wanted.current);
    if (field !== null && !field.disabled) {
      wanted.current = '';
      field.focus();
      field.select?.();
    }
    if (seen.current === desk.drafts) return;
    seen.current = desk.drafts;
    const { side, price, quantity } = desk.draft;
    set({
      ...(side === undefined ? {} : { side }),
      ...(price === undefined ? {} : { price: price.replace(/(\.\d\d\d*?)0+$/, '$1') }),
      ...(quantity === undefined ? {} : { quantity: String(quantity) }),
    });
    wanted.current = price === undefined ? '#ticket-quantity' : '#ticket-send';
  });
}

export function Ticket({ desk }: { readonly desk: Desk }): Node {
  const { values, set, number, choose } = useTickets(desk);
  const [isSending, setSending] = useState(false);
  const [asked, ask] = useState<Question | undefined>(undefined);
  useTopic(desk.selection, desk.securities.changed, desk.market.looked, desk.market.called);
  const hasAuctions = useHasAuctions(desk);
  useDraft(desk, set);
  const fields = fieldsOf(desk, values);
  const verdict = useVerdict(desk, fields, [desk.selected, JSON.stringify(fields)]);
  const unusual = unusualIn(desk, values);
  const submit = (event: Event) => {
    event.preventDefault();
    const collar = verdict?.isOutsideCollar ? verdict.text : '';
    // Refused a moment ago: it may have changed since, so the reader decides.
    const refused = verdict?.isRefused ? verdict.text : '';
    const always = preferences.confirmOrders ? summaryOf(desk, values) : '';
    const text = `${refused} ${collar} ${unusual} ${always}`.trim();
    if (text === '') void send(false);
    else ask({ text, isRefused: refused !== '', beyondCollar: collar !== '' });
  };
  const send = async (beyondCollar: boolean) => {
    if (fields === undefined || isSending) return;
    setSending(true);
    prefer({ member: values.member, account: values.account });
    const collar = await sendOrder(desk, beyondCollar ? { ...fields, beyondCollar: 'Yes' } : fields);
    setSending(false);
    if (collar !== undefined) ask({ text: collar, isRefused: false, beyondCollar: true });
  };
  const hint = estimate(desk, values);
  const words = `${values.side} ${quantityText(sharesOf(values.quantity) ?? '…')}`;
  const at = values.type === 'RFQ' ? 'by RFQ' : `at ${values.price || '…'}`;
  const security = desk.securities.titleOf(desk.selected);
  const power = usePower(desk, values.account.trim());
  return (
    <Panel
      title="Order"
      name="ticket"
      aside={
        <>
          <small>{security}</small>
          <TicketTabs number={number} choose={choose} />
        </>
      }
    >
      <form onSubmit={submit} class={values.side === 'Buy' ? 'buys' : 'sells'}>
        <Main values={values} set={set} hasAuctions={hasAuctions}>
          <Presets desk={desk} values={values} set={set} />
        </Main>
        <More desk={desk} values={values} set={set} />
        <p class={`verdict ${verdict === undefined ? '' : verdict.isGood ? 'good' : 'bad'}`} role="status">
          {verdict === undefined ? (
            fields === undefined ? (
              faultsOf(values)
            ) : (
              '…'
            )
          ) : (
            <>
              <span aria-hidden="true">{verdict.isGood ? '✓' : '✕'}</span> {verdictWords(desk, values, verdict)}
            </>
          )}
          {unusual === '' ? (
            ''
          ) : (
            <>
              {' '}
              <strong class="unusual">{unusual}</strong>
            </>
          )}
          {hint === '' ? '' : ` ${hint}`}
        </p>
        {power === undefined ? null : (
          <p class="power">
            Buying power <strong>{power}</strong>
          </p>
        )}
        <button
          id="ticket-send"
          type="submit"
          class={`send ${values.side === 'Buy' ? 'buy' : 'sell'}`}
          disabled={fields === undefined || isSending}
        >
          {words} {at}
        </button>
        {fields === undefined ? null : <AsApiCall of={JSON.stringify(fields)} work={() => sendOrder(desk, fields)} />}
      </form>
      {asked === undefined ? null : (
        <Confirm
          title={questionTitle(asked, unusual)}
          isDanger={asked.isRefused}
          text={asked.text}
          yes={asked.isRefused ? 'Try to send it' : `${words} ${at}`}
          close={() => ask(undefined)}
          does={() => send(asked.beyondCollar)}
        />
      )}
    </Panel>
  );
}

/** "Ready to send" only where the market trades. */
function verdictWords(desk: Desk, values: Values, { isGood, isPending = false, text }: Verdict): string {
  if (!isGood) return text;
  const hint = marketHint(desk, values);
  const would = isPending ? 'It would wait for approval (Pending).' : hint === '' ? 'Ready to send.' : '';
  return [would, text, hint].filter((part) => part !== '').join(' ');
}

function questionTitle({ isRefused, beyondCollar }: Question, unusual: string): string {
  if (isRefused) return 'The venue would refuse this order';
  if (beyondCollar) return 'Outside of the price collar';
  return unusual === '' ? 'Send the order' : 'Unusual order';
}

/** Whether the plan of the security that is looked at has an auction (Q7). */
function useHasAuctions({ session, selected }: Desk): boolean {
  const read = async () => {
    if (selected === '' || !session.may('getAuctionPlan')) return undefined;
    const { plan } = (await session.api.call('getAuctionPlan', { securityId: selected })).auctionPlan as PlanVersion;
    return { selected, has: hasAuctions(plan) };
  };
  const { value } = useLoaded(read, [selected], PLAN_EVERY_MS);
  return value?.selected === selected && value.has;
}

/** Undefined: it is not limited. */
function usePower(desk: Desk, account: string): string | undefined {
  const { value, again } = useLimits(desk, account);
  useEffect(() => desk.orders.happened.subscribe(again), []);
  return value ? buyingPower(value) : undefined;
}
