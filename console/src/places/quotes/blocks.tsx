/** Negotiated blocks (V59 ...): those that wait for this client, those that it reported, and new ones. */

import { useEffect, useState } from 'preact/hooks';
import type { MethodName } from '../../client/index.ts';
import type { Desk, Fields } from '../../data/index.ts';
import {
  decimalText,
  instantOf,
  millionths,
  moneyText,
  preferences,
  priceText,
  quantityText,
  sharesOf,
} from '../../data/index.ts';
import {
  attempt,
  Choice,
  Confirm,
  Dialog,
  type Node,
  Panel,
  placeholder,
  Rows,
  TextField,
  useLoaded,
  When,
} from '../../parts/index.ts';
import { termsFault, unusualPrice, worthOf } from '../../views/index.ts';

interface Block {
  readonly blockId: string;
  readonly securityId: string;
  readonly counterpartyId: string;
  readonly counterpartyAccountId: string | null;
  readonly price: string;
  readonly quantity: string;
  readonly party: string;
  /** Bid or Offer, of this client. */
  readonly action: string;
  readonly accountId: string | null;
  readonly expiresDate: string;
}

type Agreed = Pick<Block, 'securityId' | 'action' | 'quantity' | 'price' | 'counterpartyId'>;

const SIDES = [
  ['Buy', 'Buy'],
  ['Sell', 'Sell'],
] as const;

const partsOf = ({ action, quantity, price }: Block): string =>
  `${action === 'Bid' ? 'buy' : 'sell'} ${quantityText(quantity)} at ${moneyText(price)}`;

/** What a side agrees to, with its value, and how unusual its price is. */
function agreement(desk: Desk, { securityId, action, quantity, price, counterpartyId }: Agreed): string {
  const side = action === 'Bid' ? 'Buy' : 'Sell';
  const terms = `You ${side.toLowerCase()} ${quantityText(quantity)} at ${priceText(price)} with ${counterpartyId}`;
  const unusual = unusualPrice(desk, securityId, side, price) ?? '';
  return `${terms}, ${worthOf({ quantity, price })}. ${unusual}`.trim();
}

/** Confirm block 12: buy 700 Example Security at 10.25 */
const titleOf = ({ securities }: Desk, { blockId, action, quantity, price, securityId }: Block): string =>
  `Confirm block ${blockId}: ${action === 'Bid' ? 'buy' : 'sell'} ${quantityText(quantity)} ` +
  `${securities.titleOf(securityId)} at ${moneyText(price)}`;

export function Blocks({ desk }: { readonly desk: Desk }): Node {
  const { session, orders } = desk;
  const loaded = useLoaded(async () => (await session.api.call('getBlocks')).blocks as Block[], [], 10_000);
  useEffect(() => orders.happened.subscribe(loaded.again), []);
  const [isReporting, setReporting] = useState(false);
  const [confirmed, confirm] = useState<Block | undefined>(undefined);
  const act = async (name: MethodName, fields: Fields, done: string) => {
    await attempt(desk, () => session.api.call(name, fields), done);
    loaded.again();
  };
  const accept = ({ blockId, accountId }: Block) => {
    const account = accountId ?? preferences.account;
    const fields = { blockId, memberid: preferences.member || '1', ...(account === '' ? {} : { accountid: account }) };
    return act('confirmBlock', fields, 'The block is confirmed: it has traded.');
  };
  const button = (name: MethodName, words: string, { blockId }: Block, does: () => void) =>
    session.may(name) ? (
      <button type="button" aria-label={`${words} block ${blockId}`} onClick={does}>
        {words}
      </button>
    ) : null;
  const actionsOn = (block: Block) =>
    block.party === 'Reporter' ? (
      button('cancelBlock', 'Take back', block, () =>
        act('cancelBlock', { blockId: block.blockId }, 'The report is taken back.'),
      )
    ) : (
      <>
        {button('confirmBlock', 'Confirm', block, () => confirm(block))}
        {button('declineBlock', 'Decline', block, () =>
          act('declineBlock', { blockId: block.blockId }, 'The block is declined.'),
        )}
      </>
    );
  const aside = session.may('reportBlock') ? (
    <button type="button" onClick={() => setReporting(true)}>
      Report a block …
    </button>
  ) : null;
  return (
    <Panel title="Blocks" name="blocks" aside={aside}>
      {placeholder(loaded, aside === null ? NONE : `${NONE} Report one with “Report a block …”.`) ?? (
        <Rows
          label="Blocks"
          rows={loaded.value ?? []}
          keyOf={({ blockId }) => blockId}
          columns={[
            {
              title: 'Security',
              cell: ({ securityId, blockId }) => (
                <>
                  {desk.securities.titleOf(securityId)}
                  <small>{blockId}</small>
                </>
              ),
            },
            { title: 'With', cell: ({ counterpartyId }) => counterpartyId },
            {
              title: 'You',
              cell: (block) => (
                <>
                  <span class={`way ${block.action === 'Bid' ? 'bid' : 'offer'}`}>
                    {block.action === 'Bid' ? '▲' : '▼'} {partsOf(block)}
                  </span>
                  {block.party === 'Reporter' ? <small class="below">waits for them</small> : null}
                </>
              ),
            },
            { title: 'Until, New York', cell: ({ expiresDate }) => <When at={instantOf(expiresDate)} /> },
          ]}
          actions={actionsOn}
        />
      )}
      {isReporting ? <Report desk={desk} close={() => setReporting(false)} done={loaded.again} /> : null}
      {confirmed === undefined ? null : (
        <Confirm
          title={titleOf(desk, confirmed)}
          yes="Confirm"
          text={`${agreement(desk, confirmed)} It trades at once.`}
          close={() => confirm(undefined)}
          does={() => accept(confirmed)}
        />
      )}
    </Panel>
  );
}

const NONE = 'No blocks to confirm.';

interface ReportProps {
  readonly desk: Desk;
  readonly close: () => void;
  readonly done: () => void;
}

/** Of the security that is looked at. */
function Report({ desk, close, done }: ReportProps): Node {
  const [action, setAction] = useState('Buy');
  const [counterpartyId, setCounterparty] = useState('');
  const [quantity, setQuantity] = useState('');
  const [price, setPrice] = useState('');
  const [isAsking, setAsking] = useState(false);
  const amount = millionths(price);
  const shares = sharesOf(quantity);
  const submit = (event: Event) => {
    event.preventDefault();
    setAsking(true);
  };
  const send = async () => {
    if (amount === undefined || shares === undefined) return;
    close();
    const { account, member } = preferences;
    const fields = {
      securityid: desk.selected,
      memberid: member || '1',
      ...(account === '' ? {} : { accountid: account }),
      ...{ action, counterpartyId: counterpartyId.trim(), quantity: shares, price: decimalText(amount) },
    };
    await attempt(desk, () => desk.session.api.call('reportBlock', fields), 'Reported. The other side must confirm.');
    done();
  };
  const name = desk.securities.titleOf(desk.selected);
  if (isAsking && amount !== undefined && shares !== undefined) {
    const agreed = {
      ...{ securityId: desk.selected, action: action === 'Buy' ? 'Bid' : 'Offer' },
      ...{ quantity: shares, price: decimalText(amount), counterpartyId: counterpartyId.trim() },
    };
    return (
      <Confirm
        title={`Report a block in ${name}`}
        yes="Report"
        text={agreement(desk, agreed)}
        close={() => setAsking(false)}
        does={send}
      />
    );
  }
  return (
    <Dialog title={`Report a block in ${name}`} close={close}>
      <form onSubmit={submit}>
        <p class="hint">A match that you negotiated with another client. Its price must be within those of the day.</p>
        <div class="pair">
          <Choice label="You" choices={SIDES} value={action} set={setAction} />
          <TextField label="With (client id)" id="block-counterparty" value={counterpartyId} set={setCounterparty} />
        </div>
        <div class="pair">
          <TextField label="Shares" id="block-quantity" numeric value={quantity} set={setQuantity} />
          <TextField label="Price" id="block-price" numeric value={price} set={setPrice} />
        </div>
        {quantity === '' || price === '' ? null : (
          <p class="failed" role="status">
            {termsFault(quantity, price)}
          </p>
        )}
        <div class="buttons">
          <button
            type="submit"
            class="primary"
            disabled={amount === undefined || shares === undefined || counterpartyId.trim() === ''}
          >
            Report …
          </button>
          <button type="button" onClick={close}>
            Back
          </button>
        </div>
      </form>
    </Dialog>
  );
}
