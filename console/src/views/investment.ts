/** An investment (a trade of the API) as the place reads it. */
import { type Desk, type Fields, sentence } from '../data/index.ts';

export interface Investment {
  readonly tradeId: string;
  readonly offeringId: string;
  readonly accountId: string;
  readonly issueName: string;
  readonly accountName: string;
  /** As the API has it: CREATED, FUNDED, ... */
  readonly state: string;
  readonly pays: string;
  readonly amount: string;
  readonly units: string;
  readonly clientId: string;
  readonly fields: Fields;
}

export function investmentOf(fields: Fields): Investment {
  const text = (name: string) => String(fields[name] ?? '');
  return {
    ...{ tradeId: text('tradeId'), offeringId: text('offeringId'), accountId: text('accountId') },
    ...{ issueName: text('issueName') || text('offeringId'), accountName: text('accountName') || text('accountId') },
    ...{ state: text('orderStatus'), pays: text('transactionType'), amount: text('totalAmount') },
    ...{ units: text('totalShares'), clientId: text('clientId'), fields },
  };
}

export async function readInvestment({ session }: Desk, tradeId: string): Promise<Investment> {
  const { trade } = await session.api.call('readTrade', { tradeId });
  return investmentOf(trade as Fields);
}

/** What a state is called, and what the API calls it. */
export const INVESTMENT_STATES: Readonly<Record<string, string>> = {
  Created: 'CREATED',
  Funded: 'FUNDED',
  Settled: 'SETTLED',
  'Unwind pending': 'UNWIND PENDING',
  'Unwind settled': 'UNWIND SETTLED',
  Canceled: 'CANCELED',
};

export const investmentStateWords = (state: string): string => sentence(state.toLowerCase());

export const investmentState = ({ state }: Investment): string => investmentStateWords(state);

const SIGNS: Readonly<Record<string, string>> = { CREATED: '◌', FUNDED: '●', SETTLED: '✓', 'UNWIND PENDING': '↶' };

export const investmentStateText = (investment: Investment): string =>
  `${SIGNS[investment.state] ?? '✕'} ${investmentState(investment)}`;

/** What it still lacks before it can be closed. */
export function lacksOf({ state, fields }: Investment): readonly string[] {
  if (!['CREATED', 'FUNDED'].includes(state)) return [];
  return [
    fields.esignStatus === 'SIGNED' ? '' : 'signature',
    fields.RRApprovalStatus === 'Approved' ? '' : 'representative',
    fields.PrincipalApprovalStatus === 'Approved' ? '' : 'principal',
    state === 'FUNDED' ? '' : 'money',
  ].filter((one) => one !== '');
}
