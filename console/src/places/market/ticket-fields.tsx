/** The fields of the order ticket: what most orders say, and what is folded below. */
import type { Desk, Fields } from '../../data/index.ts';
import { type Children, Choice, type Node, TextField, useLoaded } from '../../parts/index.ts';
import { mayReduce, type Values } from './order-draft.ts';

const EXPIRATIONS = [
  ['GTC', 'till cancelled'],
  ['Day', 'day'],
  ['Other', 'till a date'],
  ['IOC', 'immediate'],
] as const;
const AT_AUCTION = ['Auction', 'next auction'] as const;
const CONTINGENCIES = [
  ['None', 'none'],
  ['All or None', 'all or none'],
  ['Minimum Quantity', 'a minimum'],
] as const;
const TYPES = [
  ['Limit', 'Limit'],
  ['RFQ', 'Quotes (RFQ)'],
] as const;
const SOLICITED = [
  ['Unsolicited', 'Unsolicited'],
  ['Solicited', 'Solicited'],
] as const;

interface PartProps {
  readonly values: Values;
  readonly set: (changes: Partial<Values>) => void;
}

interface MainProps extends PartProps {
  readonly children?: Children;
  /** Whether the security has auctions. */
  readonly hasAuctions: boolean;
}

export function Main({ values, set, children, hasAuctions }: MainProps): Node {
  const expirations = hasAuctions || values.expiration === 'Auction' ? [...EXPIRATIONS, AT_AUCTION] : EXPIRATIONS;
  const side = (name: 'Buy' | 'Sell') => (
    <label class={`side ${name.toLowerCase()}`}>
      <input
        type="radio"
        name="side"
        value={name}
        checked={values.side === name}
        onChange={() => set({ side: name })}
      />
      {name}
    </label>
  );
  return (
    <>
      <fieldset class="sides">
        <legend class="unseen">Side</legend>
        {side('Buy')}
        {side('Sell')}
      </fieldset>
      <div class="pair">
        <TextField
          label="Shares"
          id="ticket-quantity"
          numeric
          value={values.quantity}
          set={(quantity: string) => set({ quantity })}
        />
        <TextField
          label={values.type === 'RFQ' ? 'Price (if any)' : 'Price'}
          id="ticket-price"
          numeric
          value={values.price}
          set={(price: string) => set({ price })}
        />
      </div>
      {children}
      <div class="pair">
        <Choice label="Type" choices={TYPES} value={values.type} set={(type: string) => set({ type })} />
        <Choice
          label="Time in force"
          choices={expirations}
          value={values.expiration}
          set={(expiration: string) => set({ expiration })}
        />
      </div>
      {values.type === 'RFQ' ? (
        <>
          <TextField
            label="Asks only these clients (ids; empty: all)"
            id="ticket-asked"
            value={values.askedClients}
            set={(askedClients: string) => set({ askedClients })}
          />
          <Check
            words="Show all quotes to each client that it asks"
            is={values.showsQuotes}
            set={(showsQuotes) => set({ showsQuotes })}
          />
        </>
      ) : null}
      {values.expiration === 'Other' ? (
        <div class="pair">
          <label>
            Date
            <input
              type="date"
              required
              value={values.expirationDate}
              onInput={(event: Event) => set({ expirationDate: (event.target as HTMLInputElement).value })}
            />
          </label>
          <label>
            Time, New York
            <input
              type="time"
              value={values.expirationTime}
              onInput={(event: Event) => set({ expirationTime: (event.target as HTMLInputElement).value })}
            />
          </label>
        </div>
      ) : null}
      <div class="pair">
        <Choice
          label="Condition"
          choices={CONTINGENCIES}
          value={values.contingency}
          set={(contingency: string) => set({ contingency })}
        />
        {values.contingency === 'Minimum Quantity' ? (
          <TextField
            label="At least"
            id="ticket-minimum"
            numeric
            value={values.minimum}
            set={(minimum: string) => set({ minimum })}
          />
        ) : (
          <Check words="Hide the price" is={values.isHidden} set={(isHidden) => set({ isHidden })} />
        )}
      </div>
    </>
  );
}

export function More({ desk, values, set }: PartProps & { readonly desk: Desk }): Node {
  const accounts = useLoaded(() => readAccounts(desk), []);
  return (
    <details>
      <summary>Account, member, display quantity</summary>
      {values.contingency === 'Minimum Quantity' ? (
        <Check words="Hide the price" is={values.isHidden} set={(isHidden) => set({ isHidden })} />
      ) : null}
      <Check words="Post-only: never trade on entry" is={values.isPostOnly} set={(isPostOnly) => set({ isPostOnly })} />
      {mayReduce(values) ? (
        <Check
          words="Do not reduce: keep the limit when a cash dividend is paid"
          is={values.isNotReduced}
          set={(isNotReduced) => set({ isNotReduced })}
        />
      ) : null}
      <TextField
        label="Show at once (empty: all shares)"
        id="ticket-display"
        numeric
        value={values.display}
        set={(display: string) => set({ display })}
      />
      <TextField
        label="Account (may be empty)"
        id="ticket-account"
        list="accounts"
        value={values.account}
        set={(account: string) => set({ account })}
      />
      <datalist id="accounts">
        {(accounts.value ?? []).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </datalist>
      <div class="pair">
        <TextField label="Member" id="ticket-member" value={values.member} set={(member: string) => set({ member })} />
        <Choice
          label="Solicited"
          choices={SOLICITED}
          value={values.solicited}
          set={(solicited: string) => set({ solicited })}
        />
      </div>
    </details>
  );
}

interface CheckProps {
  readonly words: string;
  readonly is: boolean;
  readonly set: (is: boolean) => void;
}

function Check({ words, is, set }: CheckProps): Node {
  return (
    <label class="check">
      <input type="checkbox" checked={is} onChange={() => set(!is)} /> {words}
    </label>
  );
}

async function readAccounts({ session }: Desk): Promise<{ id: string; name: string }[]> {
  if (!session.may('listAccounts')) return [];
  const { accounts } = await session.api.call('listAccounts', { limit: 200 });
  return (accounts as Fields[]).map((one) => ({ id: String(one.accountId), name: String(one.accountName ?? '') }));
}
