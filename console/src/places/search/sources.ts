/** Where records are searched for, and by what: each list of the API by its own filter. */
import type { MethodName } from '../../client/index.ts';
import { type Desk, type Fields, instantOf, isRefusal, nameIn, quantityText, venueDateTime } from '../../data/index.ts';
import { companyFilters, findClient, foundBy, personFilters } from '../../views/index.ts';

/** One that was found. */
export interface Found {
  readonly id: string;
  /** What it is called; empty: nothing but its id. */
  readonly name: string;
  /** Its state and the like. */
  readonly about: string;
  readonly place: string;
  /** In its place; empty: the place with `query`. */
  readonly record: string;
  readonly query?: string;
}

export interface Source {
  readonly kind: string;
  readonly needs: readonly MethodName[];
  /** The first of each; none where the text can be no name and no id of them. */
  readonly find: (desk: Desk, text: string) => Promise<readonly Found[]>;
}

/** Of each kind. */
export const FOUND_MAX = 10;

const NUMBER = /^\d{1,15}$/;
const textOf = (value: unknown): string => String(value ?? '');
const dateOf = (value: unknown): string => {
  const at = instantOf(textOf(value));
  return Number.isNaN(at) ? '' : venueDateTime(at).slice(0, 10);
};
const about = (...parts: readonly unknown[]): string => parts.map(textOf).filter(Boolean).join(', ');

interface Listed {
  readonly kind: string;
  readonly method: MethodName;
  readonly key: string;
  /** The field of the id. */
  readonly id: string;
  /** Filters, each of which is asked for by itself. */
  readonly filters: (text: string) => readonly Fields[];
  readonly read: (record: Fields) => Found;
}

/** Of a list with a filter. */
function listed({ kind, method, key, id, filters, read }: Listed): Source {
  const find = async (desk: Desk, text: string) => {
    const found = await foundBy(desk, { method, key, id }, filters(text));
    return found.slice(0, FOUND_MAX).map(read);
  };
  return { kind, needs: [method], find };
}

interface Method {
  readonly kind: string;
  readonly method: MethodName;
  /** That takes the id. */
  readonly field: string;
  /** Of an id. */
  readonly form: RegExp;
  readonly read: (answer: Fields, text: string) => readonly Found[];
}

/** Of a method that takes the id itself. */
function asked({ kind, method, field, form, read }: Method): Source {
  const find = async ({ session }: Desk, text: string) => {
    if (!form.test(text)) return [];
    try {
      return read(await session.api.call(method, { [field]: text }), text);
    } catch (error) {
      if (isRefusal(error)) return [];
      throw error;
    }
  };
  return { kind, needs: [method], find };
}

const numbered = (field: string) => (text: string) => (NUMBER.test(text) ? [{ [field]: text }] : []);

const personOf = (record: Fields): Found => {
  const id = textOf(record.partyId);
  return { id, name: nameIn(record), about: about(record.KYCstatus ?? record.kycStatus), place: 'people', record: id };
};

export const SOURCES: readonly Source[] = [
  {
    kind: 'Clients',
    needs: ['getClients', 'getApiKeys'],
    find: async ({ session }, text) => {
      const clients = await findClient(session)(text);
      return clients.slice(0, FOUND_MAX).map(({ id, name }) => ({ id, name, about: '', place: 'clients', record: id }));
    },
  },
  listed({
    ...{ kind: 'People', method: 'listParties', key: 'parties', id: 'partyId' },
    ...{ filters: personFilters, read: personOf },
  }),
  listed({
    ...{ kind: 'Companies', method: 'listEntities', key: 'entities', id: 'partyId', filters: companyFilters },
    read: personOf,
  }),
  listed({
    ...{ kind: 'Accounts', method: 'listAccounts', key: 'accounts', id: 'accountId' },
    filters: (text) => [{ accountName: { has: text } }, { accountId: text }],
    read: ({ accountId, accountName, accountstatus }) => ({
      ...{ id: textOf(accountId), name: textOf(accountName), about: about(accountstatus), place: 'accounts' },
      record: textOf(accountId),
    }),
  }),
  {
    kind: 'Securities',
    needs: ['getSecurities'],
    find: async ({ securities }, text) => {
      const part = text.toLowerCase();
      const found = securities.all.filter((one) => `${one.title} ${one.securityId}`.toLowerCase().includes(part));
      return found.slice(0, FOUND_MAX).map(({ securityId, title, market }) => ({
        ...{ id: securityId, name: title, about: market, place: 'offerings', record: securityId },
      }));
    },
  },
  listed({
    ...{ kind: 'Orders', method: 'listAtsOrders', key: 'ats_orders', id: 'orderId' },
    filters: (text) => [...numbered('orderId')(text), { token: text }],
    read: ({ orderId, securityType, shares, orderStatus, createdDate }) => ({
      ...{ id: textOf(orderId), name: `${securityType === 'Bid' ? 'Buy' : 'Sell'} ${quantityText(textOf(shares))}` },
      ...{ about: about(orderStatus, dateOf(createdDate)), place: 'orders', record: textOf(orderId) },
    }),
  }),
  listed({
    ...{ kind: 'Trades', method: 'listAtsTrades', key: 'ats_trades', id: 'tradeId' },
    filters: numbered('tradeId'),
    read: ({ tradeId, shares, createdDate }) => ({
      ...{
        id: textOf(tradeId),
        name: `${quantityText(textOf(shares))} shares`,
        about: dateOf(createdDate),
        place: 'trades',
      },
      record: textOf(tradeId),
    }),
  }),
  listed({
    ...{ kind: 'Investments', method: 'listTrades', key: 'trades', id: 'tradeId' },
    filters: numbered('tradeId'),
    read: ({ tradeId, issueName, accountName, orderStatus }) => ({
      ...{ id: textOf(tradeId), name: about(accountName, issueName), about: textOf(orderStatus).toLowerCase() },
      ...{ place: 'investments', record: textOf(tradeId) },
    }),
  }),
  asked({
    ...{ kind: 'Payments', method: 'getPayments', field: 'referenceNumber', form: NUMBER },
    read: ({ payments }) =>
      (payments as readonly Fields[]).slice(0, FOUND_MAX).map(({ rail, referenceNumber, status, createdDate }) => {
        const id = `${rail}-${referenceNumber}`;
        return { id, name: '', about: about(status, dateOf(createdDate)), place: 'payments', record: id };
      }),
  }),
  listed({
    ...{ kind: 'Documents', method: 'listSignatures', key: 'signatures', id: 'signatureId' },
    filters: (text) => [...numbered('signatureId')(text), { documentKey: text }],
    read: ({ signatureId, documentKey, status }) => ({
      ...{ id: textOf(signatureId), name: textOf(documentKey), about: about(status), place: 'documents' },
      record: textOf(signatureId),
    }),
  }),
  listed({
    ...{ kind: 'Checks', method: 'listKycReviews', key: 'kycReviews', id: 'requestId' },
    filters: (text) => [{ requestId: text }],
    read: ({ requestId, investorId, createdDate }) => ({
      ...{ id: `KYC-${requestId}`, name: `Identity of ${textOf(investorId)}`, about: dateOf(createdDate) },
      ...{ place: 'checks', record: `KYC-${requestId}` },
    }),
  }),
  asked({
    ...{ kind: 'Alerts', method: 'getAlert', field: 'alertId', form: /^[\w-]{8,40}$/ },
    read: ({ alert }) => {
      const { alertId, rule, status } = alert as Fields;
      const id = textOf(alertId);
      return [{ id, name: textOf(rule), about: textOf(status), place: 'surveillance', record: id }];
    },
  }),
  asked({
    ...{ kind: 'Audit log', method: 'getAuditLog', field: 'recordId', form: /^\S{3,60}$/ },
    read: ({ entries }, id) => {
      const [newest] = entries as readonly Fields[];
      if (newest === undefined) return [];
      const query = new URLSearchParams({ recordId: id }).toString();
      const last = `last ${dateOf(newest.time)}`;
      return [{ id, name: 'Who changed it', about: last, place: 'audit-log', record: '', query }];
    },
  }),
];
