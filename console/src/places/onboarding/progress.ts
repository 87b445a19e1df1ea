/** How far one investor is, as the venue has it: nothing of it is kept in the browser. */
import type { MethodName } from '../../client/index.ts';
import { type Desk, type Fields, isNoRecord } from '../../data/index.ts';
import {
  type Account,
  accountOf,
  type Investment,
  investmentOf,
  type Payment,
  type Person,
  paymentOf,
  readBankAccount,
  readCard,
  readPerson,
  type Signature,
  signatureOf,
} from '../../views/index.ts';

export interface Progress {
  readonly person: Person;
  /** Those of which the person or company is the primary owner, newest first. */
  readonly accounts: readonly Account[];
  readonly account: Account | undefined;
  readonly bank: Fields | undefined;
  readonly card: Fields | undefined;
  /** A review by people is open. */
  readonly isInReview: boolean;
  /** Statuses of the requests for accreditation, newest first. */
  readonly requests: readonly string[];
  /** Of the account, newest first. */
  readonly investments: readonly Investment[];
  readonly investment: Investment | undefined;
  /** Of the investment. */
  readonly signatures: readonly Signature[];
  readonly payments: readonly Payment[];
}

/** What the address names; the newest where it names none. */
export interface Chosen {
  readonly account: string;
  readonly investment: string;
}

const READ_MAX = 100;

async function list(desk: Desk, method: MethodName, key: string, filter: Fields) {
  if (!desk.session.may(method)) return [];
  const fields = { filter: JSON.stringify(filter), limit: READ_MAX };
  return (await desk.session.api.call(method, fields))[key] as Fields[];
}

export async function readProgress(desk: Desk, partyId: string, chosen: Chosen): Promise<Progress> {
  const [person, accounts, reviews] = await Promise.all([
    readPerson(desk, partyId),
    readAccounts(desk, partyId),
    list(desk, 'listKycReviews', 'kycReviews', { investorId: partyId, open: 'yes' }),
  ]);
  const account = accounts.find(({ accountId }) => accountId === chosen.account) ?? accounts[0];
  const about = account === undefined ? NOTHING : await readAbout(desk, account.accountId, chosen.investment);
  return { person, accounts, account, isInReview: reviews.length > 0, ...about };
}

async function readAccounts(desk: Desk, partyId: string): Promise<readonly Account[]> {
  const links = await list(desk, 'listLinks', 'links', { relatedEntry: partyId, primary_value: 1 });
  const accountId = [...new Set(links.map(({ firstEntry }) => String(firstEntry)))];
  if (accountId.length === 0) return [];
  return (await list(desk, 'listAccounts', 'accounts', { accountId })).map(accountOf);
}

type About = Omit<Progress, 'person' | 'accounts' | 'account' | 'isInReview'>;

const NOTHING: About = {
  ...{ bank: undefined, card: undefined, requests: [], investments: [], investment: undefined },
  ...{ signatures: [], payments: [] },
};

async function readAbout(desk: Desk, accountId: string, chosen: string): Promise<About> {
  const { session } = desk;
  const [bank, card, requests, trades] = await Promise.all([
    session.may('getExternalAccount') ? readBankAccount(desk, { types: 'Account', accountId }) : undefined,
    session.may('getLinkedCreditCard') ? readCard(desk, accountId) : undefined,
    list(desk, 'listAiRequests', 'aiRequests', { accountId }),
    list(desk, 'listTrades', 'trades', { accountId }),
  ]);
  const investments = trades.map(investmentOf);
  const investment = investments.find(({ tradeId }) => tradeId === chosen) ?? investments[0];
  const tradeId = investment?.tradeId;
  const [signatures, payments] = await Promise.all([
    tradeId === undefined ? [] : list(desk, 'listSignatures', 'signatures', { tradeId }),
    tradeId === undefined || !session.may('getPayments') ? [] : readPayments(desk, tradeId),
  ]);
  return {
    ...{ bank, card, investments, investment, signatures: signatures.map(signatureOf) },
    ...{ requests: requests.map((one) => String(one.aiRequestStatus)), payments: payments.map(paymentOf) },
  };
}

async function readPayments({ session }: Desk, tradeId: string): Promise<readonly Fields[]> {
  try {
    return (await session.api.call('getPayments', { tradeId })).payments as Fields[];
  } catch (error) {
    if (isNoRecord(error)) return [];
    throw error;
  }
}
