/** Why an order waits (explainOrder, H12): in the venue's words, with the numbers of the rules. */

import type { Desk, Fields, OwnOrder } from '../data/index.ts';
import { bothTimes, instantOf, moneyText, quantityText } from '../data/index.ts';
import { Dialog, Empty, type Node, useLoaded } from '../parts/index.ts';

interface Wait {
  readonly reason: string;
  readonly rule: string;
  readonly needs?: string;
  readonly lacks?: string;
  readonly visible?: {
    readonly bestPrice: string | null;
    readonly firmShares: string;
    readonly contingentShares: string;
  };
}

interface Props {
  readonly desk: Desk;
  readonly order: OwnOrder;
  readonly close: () => void;
}

/** The same in a dialog. */
export function Explanation({ desk, order, close }: Props): Node {
  return (
    <Dialog title={`Why order ${order.orderId} waits`} close={close}>
      <Waits desk={desk} order={order} />
    </Dialog>
  );
}

/** Asked again when the order changes. */
export function Waits({ desk, order }: Omit<Props, 'close'>): Node {
  const { orderId, status, remaining } = order;
  const asked = useLoaded(
    async () => (await desk.session.api.call('explainOrder', { orderid: orderId })).explanation as Fields,
    [orderId, status, remaining],
  );
  const { value, failure } = asked;
  const waits = value?.waitsFor as readonly Wait[] | undefined;
  const next = typeof value?.nextChange === 'string' ? instantOf(value.nextChange) : undefined;
  return (
    <div class="waiting">
      {failure === undefined ? null : (
        <p class="failed" role="alert">
          {failure}
        </p>
      )}
      {waits === undefined && failure === undefined ? <Empty>Asking …</Empty> : null}
      {waits?.length === 0 ? <p>It waits for nothing.</p> : null}
      <ul class="waits">
        {waits?.map((wait) => (
          <li key={wait.reason}>
            It waits: {wait.reason} <small>({wait.rule})</small>
            <Figures {...wait} />
          </li>
        ))}
      </ul>
      {next === undefined ? null : <p>The market changes next at {bothTimes(next)}.</p>}
      <p class="hint">
        Hidden orders and prices worse than the top are not counted: the order may trade with more than shown here.
      </p>
    </div>
  );
}

function Figures({ needs, lacks, visible }: Wait): Node | null {
  if (needs === undefined && visible === undefined) return null;
  return (
    <dl class="figures">
      {needs === undefined ? null : (
        <div>
          <dt>least fill</dt>
          <dd>{quantityText(needs)}</dd>
        </div>
      )}
      {lacks === undefined ? null : (
        <div>
          <dt>more shares needed</dt>
          <dd>{quantityText(lacks)}</dd>
        </div>
      )}
      {visible === undefined ? null : (
        <>
          <div>
            <dt>best price of the other side</dt>
            <dd>{visible.bestPrice === null ? 'none' : moneyText(visible.bestPrice)}</dd>
          </div>
          <div>
            <dt>shares that cross</dt>
            <dd>
              {quantityText(visible.firmShares)}, and {quantityText(visible.contingentShares)} with a contingency
            </dd>
          </div>
        </>
      )}
    </dl>
  );
}
