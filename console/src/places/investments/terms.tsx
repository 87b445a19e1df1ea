/** Changes of an investment that is open: its units, its price, the way it is paid, and whether lists have it. */
import { type Desk, dollarText, type Fields, quantityText } from '../../data/index.ts';
import { attempt, ConfirmedActions, FormButton, type FormField, type Node } from '../../parts/index.ts';
import { type Investment, WAYS_TO_PAY } from '../../views/index.ts';

interface Props {
  readonly desk: Desk;
  readonly investment: Investment;
  readonly again: () => void;
}

export function InvestmentTerms({ desk, investment, again }: Props): Node | null {
  const { session } = desk;
  const { tradeId, accountId, state, units, pays } = investment;
  if (session.capabilities.operator) return null;
  const price = String(investment.fields.unitPrice ?? '');
  const isOpen = state === 'CREATED' || state === 'FUNDED';
  const changeUnits = async ({ shares, unitPrice }: Fields) => {
    const of = { accountId, tradeId };
    const isPriceNew = unitPrice !== undefined && Number(unitPrice) !== Number(price);
    if (isPriceNew) await session.api.call('editTradeUnits', { ...of, unitPrice, totalShares: shares });
    else await session.api.call('editTrade', { ...of, offeringId: investment.offeringId, shares });
    const at = isPriceNew ? ` at ${dollarText(String(unitPrice))}` : '';
    desk.say('done', `Investment ${tradeId} has ${quantityText(String(shares))} units${at}.`);
    again();
  };
  const changeWay = async ({ transactionType }: Fields) => {
    await session.api.call('updateTradeTransactionType', { tradeId, transactionType });
    desk.say('done', `Investment ${tradeId} is paid in another way.`);
    again();
  };
  const isArchived = ['1', 'Archived'].includes(String(investment.fields.archived_status));
  return (
    <>
      {isOpen && session.may('editTrade', 'editTradeUnits') ? (
        <FormButton
          desk={desk}
          words="Change units"
          title={`Units of investment ${tradeId} of ${investment.accountName}`}
          name={`units-${tradeId}`}
          fields={state === 'CREATED' ? [UNITS, PRICE] : [UNITS]}
          start={{ shares: units, unitPrice: price }}
          yes="Change"
          send={changeUnits}
        />
      ) : null}
      {state === 'CREATED' && session.may('updateTradeTransactionType') ? (
        <FormButton
          desk={desk}
          words="Change the way to pay"
          title={`How ${investment.accountName} pays investment ${tradeId}`}
          name={`way-${tradeId}`}
          fields={[WAY]}
          start={{ transactionType: pays }}
          yes="Change"
          send={changeWay}
        />
      ) : null}
      <Archive desk={desk} tradeId={tradeId} isArchived={isArchived} again={again} />
    </>
  );
}

const UNITS: FormField = {
  ...{ name: 'shares', label: 'Units', kind: 'number', required: true },
  hint: 'Taken from the offering, or given back to it. Payments stay: the record shows what is due or overpaid.',
};
const PRICE: FormField = { name: 'unitPrice', label: 'Price of a unit, $', kind: 'number', required: true };
const WAY: FormField = { name: 'transactionType', label: 'Pays by', kind: 'choice', choices: WAYS_TO_PAY };

interface ArchiveProps {
  readonly desk: Desk;
  readonly tradeId: string;
  readonly isArchived: boolean;
  readonly again: () => void;
}

function Archive({ desk, tradeId, isArchived, again }: ArchiveProps): Node | null {
  const { session } = desk;
  if (!session.may('updateTradeArchivestatus')) return null;
  const set = async (archiveStatus: '0' | '1', undo?: () => unknown) => {
    const words = archiveStatus === '1' ? 'is archived.' : 'is active again.';
    const send = () => session.api.call('updateTradeArchivestatus', { tradeId, archiveStatus });
    await attempt(desk, send, `Investment ${tradeId} ${words}`, undo);
    again();
  };
  const action = isArchived
    ? { words: 'Make active', says: 'It is in lists again.', does: () => set('0') }
    : {
        ...{ words: 'Archive', says: 'Lists leave it out. Its money and its units stay as they are.' },
        does: () => set('1', () => set('0')),
      };
  return <ConfirmedActions name={`investment ${tradeId}`} actions={[action]} />;
}
