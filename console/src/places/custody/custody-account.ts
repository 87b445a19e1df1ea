/** A custody account, or the request for one (U2, U3), as the place reads it. */
import { type Desk, type Fields, instantOf } from '../../data/index.ts';

export interface CustodyAccount {
  readonly requestId: string;
  readonly accountId: string;
  /** Of the request. */
  readonly request: string;
  /** Pending, Open or Closed: of the custody account itself. */
  readonly state: string;
  readonly isRestricted: boolean;
  readonly reason: string;
  readonly notes: string;
  readonly created: number;
  readonly clientId: string;
  /** Of a single one. */
  readonly history: readonly Fields[];
}

export function custodyAccountOf(fields: Fields): CustodyAccount {
  const text = (name: string) => String(fields[name] ?? '');
  return {
    ...{ requestId: text('custAccRequestID'), accountId: text('accountId'), request: text('custAccStatus') },
    ...{ state: text('accountStatus'), isRestricted: fields.restrictedStatus === 'Yes', notes: text('notes') },
    ...{ reason: text('reasonForStatus'), created: instantOf(text('createdDate')), clientId: text('clientId') },
    history: (fields.history ?? []) as Fields[],
  };
}

export async function readCustodyAccount({ session }: Desk, id: string): Promise<CustodyAccount> {
  const { custodyAccount } = await session.api.call('readCustodyAccount', { custAccRequestID: id });
  return custodyAccountOf(custodyAccount as Fields);
}

const SIGNS: Readonly<Record<string, string>> = { Pending: '◌', Open: '✓', Closed: '✕' };

export const stateText = ({ state }: CustodyAccount): string => `${SIGNS[state] ?? ''} ${state}`;
