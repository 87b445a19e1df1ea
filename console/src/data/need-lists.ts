/** What needs a decision of this reader, by kind, as the API lists it. */
import type { MethodName } from '../client/index.ts';
import { millionths, priceText, quantityText } from './amounts.ts';
import type { Fields } from './api.ts';
import { actionWords, worthOf } from './field-words.ts';
import type { Names } from './names.ts';
import type { Securities } from './securities.ts';
import type { Session } from './session.ts';
import { instantOf } from './times.ts';
import { venueNow } from './venue-clock.ts';

export type NeedKind =
  | 'Order'
  | 'First refusal'
  | 'Block'
  | 'Investment'
  | 'Payment returned'
  | 'Two-person action'
  | 'Alert'
  | 'Check'
  | 'Custody account'
  | 'Disbursement';

export interface Need {
  /** Separate from that of any other kind. */
  readonly id: string;
  readonly kind: NeedKind;
  readonly what: string;
  /** The client, account or member that it is about; empty: none. */
  readonly who: string;
  /** In dollars. */
  readonly value: number | null;
  /** When it was raised. Milliseconds since 1970. */
  readonly at: number | null;
  /** When it ends by itself. */
  readonly until: number | null;
  /** The reader asked for it, and somebody else decides. */
  readonly isOwn: boolean;
  /** The place that it belongs to, and its record there; empty: it is decided in the queue. */
  readonly place: string;
  readonly record: string;
  /** As the API has it. */
  readonly fields: Fields;
}

export interface Deps {
  readonly session: Session;
  readonly securities: Securities;
  readonly names: Names;
}

export interface Kind {
  readonly needs: readonly MethodName[];
  readonly who: 'client' | 'operator';
  readonly read: (deps: Deps) => Promise<readonly Need[]>;
}

/** Of each kind; the queue says when there are more. */
export const NEEDS_MAX = 100;
/** Securities of the reader that are asked about. */
const SECURITIES_MAX = 50;
const DAY_MS = 86_400_000;
/** A bank may return a debit this long after it was made. */
const RETURNED_WITHIN_MS = 60 * DAY_MS;
const RETURNED_SHOWN_MS = 7 * DAY_MS;

/** An RFQ order has no price. */
const priceOf = (price: unknown): string => (price === 'RFQ' ? 'RFQ' : priceText(String(price)));
const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const timeOf = (value: unknown): number | null => (typeof value === 'string' ? instantOf(value) : null);

function needOf(kind: NeedKind, id: unknown, rest: Partial<Need> & Pick<Need, 'what' | 'fields'>): Need {
  const unique = `${kind.split(' ')[0]?.toLowerCase()}-${id}`;
  return {
    id: unique,
    kind,
    who: '',
    value: null,
    at: null,
    until: null,
    isOwn: false,
    place: '',
    record: '',
    ...rest,
  };
}

/** Orders in the reader's own securities, by a method that lists those of one. */
function ordersBy(method: MethodName, key: string, kind: NeedKind): Kind['read'] {
  return async ({ session, securities, names }) => {
    const own = securities.all.filter(({ isOwn }) => isOwn).slice(0, SECURITIES_MAX);
    const lists = await Promise.all(
      own.map(async ({ securityId }) => (await session.api.call(method, { securityId }))[key] as Fields[]),
    );
    const orders = lists.flat();
    await namesIn(names, orders);
    const titleOf = ({ securityId }: Fields) => securities.titleOf(String(securityId));
    return orders.map((fields) => {
      const price = millionths(String(fields.price_per_share));
      const shares = Number(fields.number_shares);
      const side = fields.action === 'Bid' ? '▲ Buy' : '▼ Sell';
      const terms = fields.contingencies === 'None' ? '' : `, ${String(fields.contingencies).toLowerCase()}`;
      return needOf(kind, fields.orderId, {
        what: `${side} ${quantityText(shares)} ${titleOf(fields)} at ${priceOf(fields.price_per_share)}${terms}`,
        who: [fields.clientId, fields.accountId]
          .map(textOf)
          .filter((part) => part !== '')
          .map((id) => names.titleOf(id))
          .join(', '),
        value: price === undefined ? null : (price * shares) / 1e6,
        at: timeOf(fields.createdDate),
        fields,
      });
    });
  };
}

const list = (session: Session, method: MethodName, key: string, fields: Fields) =>
  session.api.call(method, { limit: NEEDS_MAX, ...fields }).then((answer) => answer[key] as Fields[]);

/** Reads the names of whom these are about, all at once. */
const namesIn = (names: Names, all: readonly Fields[]): Promise<void> =>
  names.load(
    all.flatMap((one) => [one.clientId, one.accountId, one.investorId, one.askedBy, one.askedByUser]).map(textOf),
  );

async function readBlocks({ session, securities }: Deps): Promise<readonly Need[]> {
  const blocks = await list(session, 'getBlocks', 'blocks', {});
  const waiting = blocks.filter(({ blockStatus, party }) => blockStatus === 'Reported' && party === 'Counterparty');
  return waiting.map((fields) => {
    const { action, quantity, price, securityId } = fields as Readonly<Record<string, string>>;
    const side = action === 'Bid' ? '▲ Buy' : '▼ Sell';
    return needOf('Block', fields.blockId, {
      what: `${side} ${Number(quantity)} ${securities.titleOf(String(securityId))} at ${priceOf(price)}`,
      ...{ who: textOf(fields.counterpartyId), value: Number(price) * Number(quantity), fields },
      ...{ at: timeOf(fields.reportedDate), until: timeOf(fields.expiresDate), place: 'quotes' },
    });
  });
}

/** The key may lack the level of the name. */
function investorOf(record: Fields): string {
  const { accountName, accountId } = record;
  return accountName ? `${accountName} (${accountId})` : textOf(accountId);
}

async function readInvestments({ session }: Deps): Promise<readonly Need[]> {
  const filter = JSON.stringify({ orderStatus: ['CREATED', 'FUNDED'] });
  const open = await list(session, 'listTrades', 'trades', { filter });
  const names = [
    ['RRApprovalStatus', 'representative'],
    ['PrincipalApprovalStatus', 'principal'],
  ] as const;
  return open.flatMap((fields) => {
    const lacking = names.filter(([field]) => fields[field] !== 'Approved').map(([, words]) => words);
    if (lacking.length === 0) return [];
    return needOf('Investment', fields.tradeId, {
      what: `${textOf(fields.issueName) || `Offering ${fields.offeringId}`}: ${lacking.join(' and ')}`,
      ...{ who: investorOf(fields), value: Number(fields.totalAmount), fields },
      ...{ at: timeOf(fields.createdDate), place: 'investments', record: String(fields.tradeId) },
    });
  });
}

async function readReturned({ session, names }: Deps): Promise<readonly Need[]> {
  const from = new Date(venueNow() - RETURNED_WITHIN_MS).toISOString();
  const payments = await list(session, 'getPayments', 'payments', { status: 'Returned', from });
  await namesIn(names, payments);
  return payments.flatMap((fields) => {
    const at = timeOf(fields.updatedDate);
    const record = `${fields.rail}-${fields.referenceNumber}`;
    if (at !== null && at < venueNow() - RETURNED_SHOWN_MS) return [];
    const what = `${textOf(fields.errors) || 'Returned'}`;
    const rest = { what, who: names.titleOf(textOf(fields.accountId)), value: Number(fields.amount) };
    return needOf('Payment returned', record, { ...rest, at, record, fields, place: 'payments' });
  });
}

/** Whether the reader asked for it: then somebody else decides, and the reader may withdraw it. */
function isAsker({ api, capabilities }: Session, { askedBy, askedByUser }: Fields): boolean {
  const { user } = capabilities;
  return user === undefined ? askedByUser === null && askedBy === api.clientId : askedByUser === user.userId;
}

async function readActions({ session, securities, names }: Deps): Promise<readonly Need[]> {
  const actions = await list(session, 'getPendingActions', 'pendingActions', {});
  await namesIn(names, actions);
  return actions.map((fields) =>
    needOf('Two-person action', fields.actionId, {
      what: actionWords({ securities, names }, fields),
      who: names.titleOf(textOf(fields.askedByUser ?? fields.askedBy)),
      value: worthOf(fields),
      ...{ at: timeOf(fields.askedDate), until: timeOf(fields.expiresDate), fields, isOwn: isAsker(session, fields) },
    }),
  );
}

async function readAlerts({ session, securities, names }: Deps): Promise<readonly Need[]> {
  const alerts = await list(session, 'getAlerts', 'alerts', { status: 'Open' });
  await namesIn(names, alerts);
  return alerts.map((fields) =>
    needOf('Alert', fields.alertId, {
      what: `${fields.rule} in ${securities.titleOf(String(fields.securityId))}`,
      ...{ who: names.titleOf(textOf(fields.clientId)), at: timeOf(fields.raisedTime), fields },
      ...{ place: 'surveillance', record: String(fields.alertId) },
    }),
  );
}

async function readReviews({ session, names }: Deps): Promise<readonly Need[]> {
  const reviews = await list(session, 'getKycAmlReviews', 'reviews', {});
  await namesIn(names, reviews);
  return reviews.map((fields) =>
    needOf('Check', fields.requestId, {
      what: `Identity and watch list of ${names.titleOf(textOf(fields.investorId))}`,
      ...{
        who: names.titleOf(textOf(fields.clientId)),
        at: timeOf(fields.createdDate),
        place: 'checks',
        record: `KYC-${fields.requestId}`,
        fields,
      },
    }),
  );
}

/** Not decided: as the client asked, or after it added what the reviewer lacked. */
const OPEN_REQUESTS = ['Pending', 'New Info Added', 'Updated Letter Requested'];

async function readAccreditations({ session, names }: Deps): Promise<readonly Need[]> {
  const filter = JSON.stringify({ aiRequestStatus: OPEN_REQUESTS });
  const requests = await list(session, 'listAiRequests', 'aiRequests', { filter });
  await namesIn(names, requests);
  return requests.map((fields) =>
    needOf('Check', fields.airequestId, {
      what: `Accreditation of account ${names.titleOf(textOf(fields.accountId))}`,
      ...{ who: names.titleOf(textOf(fields.clientId)), at: timeOf(fields.createdDate), fields },
      ...{ place: 'checks', record: `AI-${fields.airequestId}` },
    }),
  );
}

async function readCustodyRequests({ session, names }: Deps): Promise<readonly Need[]> {
  const filter = JSON.stringify({ custAccStatus: OPEN_REQUESTS });
  const requests = await list(session, 'listCustodyAccounts', 'custodyAccounts', { filter });
  await namesIn(names, requests);
  return requests.map((fields) =>
    needOf('Custody account', fields.custAccRequestID, {
      what: `Custody account of ${names.titleOf(textOf(fields.accountId))}`,
      ...{ who: names.titleOf(textOf(fields.clientId)), at: timeOf(fields.createdDate), fields },
      ...{ place: 'custody', record: String(fields.custAccRequestID) },
    }),
  );
}

/** From the request to the order to the bank; what is approved or scheduled waits for the bank. */
const UNDECIDED = ['pending', 'in_review', 'processing', 'on_hold'];

async function readDisbursements({ session, names }: Deps): Promise<readonly Need[]> {
  const filter = JSON.stringify({ status: UNDECIDED });
  const method = 'getCustodyFundDisbursements';
  const found = await list(session, method, 'custodyFundDisbursements', { filter });
  await namesIn(names, found);
  const stateOf = ({ status }: Fields) => textOf(status).replaceAll('_', ' ');
  return found.map((fields) =>
    needOf('Disbursement', fields.requestId, {
      what: `Disbursement of account ${names.titleOf(textOf(fields.accountId))}, ${stateOf(fields)}`,
      ...{
        who: names.titleOf(textOf(fields.clientId)),
        value: Number(fields.amount),
        at: timeOf(fields.createdDate),
        fields,
      },
      ...{ place: 'disbursements', record: String(fields.requestId) },
    }),
  );
}

export const KINDS: readonly Kind[] = [
  {
    ...{ needs: ['getOrdersForApproval', 'updateOrder'], who: 'client' },
    read: ordersBy('getOrdersForApproval', 'ordersForApproval', 'Order'),
  },
  {
    ...{ needs: ['getOrdersForFirstRefusal', 'answerFirstRefusal'], who: 'client' },
    read: ordersBy('getOrdersForFirstRefusal', 'ordersForFirstRefusal', 'First refusal'),
  },
  { needs: ['getBlocks', 'confirmBlock'], who: 'client', read: readBlocks },
  { needs: ['listTrades', 'updateTrade'], who: 'client', read: readInvestments },
  { needs: ['getPayments', 'externalFundMove'], who: 'client', read: readReturned },
  { needs: ['getPendingActions', 'approveAction'], who: 'operator', read: readActions },
  { needs: ['getAlerts', 'updateAlert'], who: 'operator', read: readAlerts },
  { needs: ['getKycAmlReviews', 'reviewKycAml'], who: 'operator', read: readReviews },
  { needs: ['listAiRequests', 'updateAiVerification'], who: 'operator', read: readAccreditations },
  { needs: ['listCustodyAccounts', 'reviewCustodyAccountRequest'], who: 'operator', read: readCustodyRequests },
  { needs: ['getCustodyFundDisbursements', 'reviewCustodyFundDisbursement'], who: 'operator', read: readDisbursements },
];
