/** The call of the security that is looked at: when it may end, and what it would trade (Q8, Q10, Q15). */
import type { AuctionView } from '../../client/index.ts';
import {
  bothTimes,
  countdown,
  type Desk,
  priceText,
  quantityText,
  useEachSecond,
  useTopic,
  venueNow,
  venueTime,
} from '../../data/index.ts';
import type { Node } from '../../parts/index.ts';
import { auctionKindWords } from '../../views/index.ts';

type CallNow = NonNullable<AuctionView['call']>;
type Last = NonNullable<AuctionView['last']>;

export function Call({ desk }: { readonly desk: Desk }): Node | null {
  const { market } = desk;
  useTopic(market.called);
  const { call, last } = market.auction ?? {};
  if (call) return <CallOf call={call} />;
  return last ? <p class="hint">{lastWords(last)}</p> : null;
}

function CallOf({ call }: { readonly call: CallNow }): Node {
  useEachSecond();
  const { auctionId, kind, extended, indication } = call;
  const price = indication === null ? 'Reading …' : indication.price === null ? 'none' : priceText(indication.price);
  return (
    <section class="auction-call" aria-label="Call of the auction">
      <p>
        <strong>
          Auction {auctionId}, {auctionKindWords(kind)}
        </strong>
        : <span title={bothTimes(Date.parse(call.endsAt))}>{endWords(call)}</span>
        {extended ? '. Extended: the price was outside of the collar' : ''}.
      </p>
      <dl class="figures">
        <div>
          <dt>Indicative price</dt>
          <dd>{price}</dd>
        </div>
        <div>
          <dt>Indicative volume</dt>
          <dd>{indication === null ? '–' : quantityText(indication.volume)}</dd>
        </div>
        <div>
          <dt>Imbalance</dt>
          <dd>
            <Imbalance indication={indication} />
          </dd>
        </div>
      </dl>
      <p>
        <Binding call={call} />
      </p>
    </section>
  );
}

/** May end in 4:09, at the latest 0:30 later. */
function endWords({ endsAt, latestEnd }: CallNow): string {
  const [earliest, latest] = [Date.parse(endsAt), Date.parse(latestEnd)];
  const left = earliest - venueNow();
  if (left <= 0) return latest > earliest ? 'the call may end at any moment' : 'the call ends';
  if (latest === earliest) return `the call ends in ${countdown(left)}`;
  return `the call may end in ${countdown(left)}, at the latest ${countdown(latest - earliest)} later`;
}

function Imbalance({ indication }: Pick<CallNow, 'indication'>): Node {
  if (indication === null) return <>–</>;
  const { surplus, surplusSide } = indication;
  if (surplusSide === null) return <>none</>;
  const isBuy = surplusSide === 'Buy';
  return (
    <span class={isBuy ? 'bid' : 'offer'}>
      <span aria-hidden="true">{isBuy ? '▲' : '▼'}</span> {quantityText(surplus)} to {isBuy ? 'buy' : 'sell'}
    </span>
  );
}

function Binding({ call: { endsAt, latestEnd, noCancelFrom } }: { readonly call: CallNow }): Node | null {
  const from = Date.parse(noCancelFrom);
  if (venueNow() >= from) return <strong class="binding">Orders are binding until the call is over.</strong>;
  if (from >= Date.parse(latestEnd)) return null;
  const when = `${venueTime(from)} New York`;
  const words =
    from >= Date.parse(endsAt)
      ? `Orders are binding from its earliest end, ${when}`
      : `Orders are binding from ${when}`;
  return <span title={bothTimes(from)}>{words}.</span>;
}

/** Auction 3 at 12:00:04 New York: 300 shares at 10.25. */
function lastWords({ auctionId, endedAt, price, volume }: Last): string {
  const came = price === null ? 'nothing traded' : `${quantityText(volume)} shares at ${priceText(price)}`;
  return `Auction ${auctionId} at ${venueTime(Date.parse(endedAt))} New York: ${came}.`;
}
