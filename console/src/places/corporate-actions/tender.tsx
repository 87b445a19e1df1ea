/** The answers to a tender, and the form of one (R14). */
import { useState } from 'preact/hooks';
import { type Desk, type Fields, instantOf, quantityText } from '../../data/index.ts';
import { FormButton, type FormField, type Node, type RowsColumn, When } from '../../parts/index.ts';
import { findAccount, findClient } from '../../views/index.ts';
import type { CorporateAction } from './action.ts';
import { type HolderFields, HolderPages } from './action-pages.tsx';

interface Answer extends HolderFields {
  readonly quantity: string;
  readonly answeredTime: string;
  readonly bought: string | null;
}

interface Sums {
  readonly answers: number;
  readonly quantity: string;
  readonly bought: string | null;
}

interface Props {
  readonly desk: Desk;
  readonly action: CorporateAction;
}

const COLUMNS: readonly RowsColumn<Answer>[] = [
  { title: 'Tendered', isNumber: true, cell: ({ quantity }) => quantityText(quantity) },
  { title: 'Answered, New York', cell: ({ answeredTime }) => <When at={instantOf(answeredTime)} /> },
  { title: 'Bought', isNumber: true, cell: ({ bought }) => (bought === null ? '' : quantityText(bought)) },
];

export function Answers({ desk, action }: Props): Node {
  const { actionId, securityId, status } = action;
  const [sums, setSums] = useState<Sums>();
  const read = async (page: Fields) => {
    const { tenders, sums, nextCursor } = await desk.session.api.call('getTenders', { securityId, actionId, ...page });
    setSums(sums as Sums);
    return { rows: tenders as Answer[], nextCursor };
  };
  const mayAnswer = status === 'Announced' && desk.session.may('tenderShares');
  return (
    <HolderPages
      title="Answers"
      {...(sums && { about: wordsOf(sums) })}
      columns={COLUMNS}
      read={read}
      empty={
        mayAnswer
          ? 'No answers. Answer the tender to sell shares; the answer appears here.'
          : 'No answers. Each holder that tenders shares appears here.'
      }
      aside={(again) => (mayAnswer ? <AnswerTender desk={desk} action={action} done={again} /> : undefined)}
    />
  );
}

function wordsOf({ answers, quantity, bought }: Sums): string {
  const ofBought = bought === null ? '' : `, ${quantityText(bought)} bought`;
  return `Answers: ${answers}. Shares: ${quantityText(quantity)} tendered${ofBought}.`;
}

/** Of an account, or of the client itself. */
function AnswerTender({ desk, action, done }: Props & { readonly done: () => void }): Node {
  const { actionId, securityId, exDate } = action;
  const whose: readonly FormField[] = desk.session.capabilities.operator
    ? [{ name: 'clientId', label: 'Client', kind: 'record', find: findClient(desk.session), required: true }]
    : [];
  const fields: readonly FormField[] = [
    ...whose,
    { name: 'accountId', label: 'Account (empty: the client itself)', kind: 'record', find: findAccount(desk) },
    {
      ...{ name: 'quantity', label: 'Shares to sell', kind: 'shares', required: true },
      hint: `In place of an answer before; 0 withdraws it. They may be sold otherwise until ${exDate}.`,
    },
  ];
  const send = async (values: Fields) => {
    const { tender } = await desk.session.api.call('tenderShares', { securityId, actionId, ...values });
    const answer = tender as Answer | null;
    const words = answer === null ? 'The answer is withdrawn.' : `Tendered: ${quantityText(answer.quantity)} shares.`;
    desk.say('done', words);
    done();
  };
  const name = `tender-${securityId}-${actionId}`;
  return <FormButton desk={desk} words="Answer the tender" name={name} fields={fields} yes="Tender" send={send} />;
}
