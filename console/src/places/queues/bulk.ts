/** What is done with several rows at once. */
import type { MethodName } from '../../client/index.ts';
import { centsText, type Desk, exactOf, type Fields, messageOf } from '../../data/index.ts';
import { isReminded } from '../../views/index.ts';
import type { Work } from './work.ts';

export interface Bulk {
  /** A verb. */
  readonly words: string;
  readonly method: MethodName;
  readonly for: (work: Work) => boolean;
  readonly fields: (work: Work, desk: Desk) => Fields;
  /** What happens with each. */
  readonly says: string;
  /** It decides something. */
  readonly isDecision?: boolean;
}

export const me = ({ session: { api, capabilities } }: Desk): string => capabilities.user?.userId ?? api.clientId ?? '';
const nameOf = ({ session: { capabilities } }: Desk): string => capabilities.user?.name ?? capabilities.name;
const ids = ({ fields: { tradeId, accountId } }: Work): Fields => ({ tradeId, accountId });
const isByHand = ({ kind, fields }: Work): boolean =>
  kind === 'payment' && ['WIRE', 'CHECK'].includes(String(fields.transactionType));

export const BULK: readonly Bulk[] = [
  {
    ...{ words: 'Take', method: 'takeInvestorTask', for: () => true, says: 'You take care of them.' },
    fields: ({ kind, record }, desk) => ({ kind, record, owner: me(desk) }),
  },
  {
    ...{
      words: 'Free',
      method: 'takeInvestorTask',
      for: ({ owner }) => owner !== '',
      says: 'Nobody takes care of them.',
    },
    fields: ({ kind, record }) => ({ kind, record, owner: '' }),
  },
  {
    ...{ words: 'Remind', method: 'remindInvestor', for: ({ kind }) => isReminded(kind) },
    says: 'Your webhook for reminders gets the words of the template for each. Nobody is reminded twice in 12 hours.',
    fields: ({ kind, record }) => ({ kind, record }),
  },
  {
    ...{ words: 'Approve as representative', method: 'updateTrade', for: ({ kind }) => kind === 'representative' },
    ...{ says: 'The registered representative approves them.', isDecision: true },
    fields: (work, desk) => ({ ...ids(work), RRApprovalStatus: 'Approved', RRName: nameOf(desk) }),
  },
  {
    ...{ words: 'Approve as principal', method: 'updateTrade', for: ({ kind }) => kind === 'principal' },
    ...{ says: 'The principal approves them.', isDecision: true },
    fields: (work, desk) => ({ ...ids(work), PrincipalApprovalStatus: 'Approved', PrincipalName: nameOf(desk) }),
  },
  {
    ...{ words: 'Settle', method: 'updateTradeStatus', for: ({ kind }) => kind === 'settlement', isDecision: true },
    says: 'Their units are issued to the accounts: they are in the register from now on.',
    fields: (work) => ({ ...ids(work), orderStatus: 'SETTLED' }),
  },
  {
    ...{ words: 'Record the money', method: 'updateTradeStatus', for: isByHand, isDecision: true },
    says: 'The wires and checks have arrived.',
    fields: (work) => ({ ...ids(work), orderStatus: 'FUNDED' }),
  },
];

const NAMED_MAX = 5;

/** How many of the rows it is for, whose, and what they are worth. */
export function wordsOf(desk: Desk, { says, for: isFor }: Bulk, rows: readonly Work[]): string {
  const found = rows.filter(isFor);
  const investors = [...new Set(found.map(({ investor }) => desk.names.titleOf(investor)))];
  const named = investors.slice(0, NAMED_MAX).join(', ');
  const others = investors.length > NAMED_MAX ? ` and ${investors.length - NAMED_MAX} others` : '';
  const worth = found.reduce((sum, { amount }) => sum + (amount === null ? 0n : exactOf(amount)), 0n);
  const worthText = worth === 0n ? '' : `, worth ${centsText(worth)}`;
  const left = rows.length - found.length;
  return [
    `${found.length} ${found.length === 1 ? 'record' : 'records'} of ${named}${others}${worthText}.`,
    says,
    left === 0 ? '' : `${left} of the selected rows are of another kind and stay as they are.`,
  ]
    .join(' ')
    .trim();
}

/** One after the other; says how many were done, and why others were not. */
export async function perform(
  desk: Desk,
  { words, method, for: isFor, fields }: Bulk,
  rows: readonly Work[],
): Promise<void> {
  const found = rows.filter(isFor);
  const faults = new Map<string, number>();
  for (const work of found) {
    try {
      await desk.session.api.call(method, fields(work, desk));
    } catch (error) {
      const text = messageOf(error);
      faults.set(text, (faults.get(text) ?? 0) + 1);
    }
  }
  const failed = [...faults.values()].reduce((sum, count) => sum + count, 0);
  if (failed < found.length) desk.say('done', `${words}: ${found.length - failed} of ${found.length} done.`);
  for (const [text, count] of faults) desk.say('refused', `${words}: ${count} not done. ${text}`);
}
