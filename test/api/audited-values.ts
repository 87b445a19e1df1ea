/** Values with which changing methods do their work, where those of their declarations are not enough. */
import type { Method } from '../../src/http/methods/method.ts';
import { PARTY } from '../modules/parties/people.ts';
import { prepared } from './audited-preparations.ts';
import { kindOfParameter } from './kinds.ts';
import { LINK, OFFERING, ONE_FILE, Records } from './records.ts';
import { wellFormed } from './samples.ts';
import type { Body } from './server.ts';
import type { UsersVenue } from './users-venue.ts';

const URL = 'https://receiver.example.com/audited';

/** Values that go together, or of which one is needed. */
const FURTHER: Readonly<Record<string, Body>> = {
  replaceQuote: { price: '5' },
  massQuote: { quotes: [{ quoteId: '1', cancel: 'Yes' }] },
  createOffering: OFFERING,
  createLink: LINK,
  createParty: PARTY,
  registerWebhook: { method: 'createParty' },
  createWebhook: { method: 'createLink', url: URL },
  updateMarketHoliday: { name: 'A day' },
  updateClient: { name: 'Renamed' },
  updateUser: { name: 'Renamed' },
  reviewCustodyFundDisbursement: { status: 'in_review' },
  updateExternalFundMoveStatus: { fundStatus: 'Submitted' },
  createUser: { roles: ['trader'] },
  setScopes: { scopes: ['account.read'] },
  addDocumentsforOffering: { documentFileReferenceCode: '1' },
  updateIssuerAccount: { city: 'Elsewhere' },
  updateSuitability: { riskProfile: '2' },
  editTradeUnits: { totalShares: '20' },
  replaceOrder: { quantity: '5' },
  setFeeSchedule: { clientId: '', schedule: {} },
  takeDifference: { kind: 'receipt' },
  recordWire: { receivedDate: '01-02-2026' },
  recordCheck: { receivedDate: '01-02-2026' },
  performRefund: { rail: 'WIRE', reference: 'an example' },
  updateRefundStatus: { status: 'Voided' },
  throwKillSwitch: { scope: 'account', accountid: 'A10000001' },
  releaseKillSwitch: { scope: 'account', accountid: 'A10000001' },
};

/** Their account needs a primary party. */
const OF_INVESTORS: ReadonlySet<string> = new Set(['createTrade', 'sendNda']);

/** Values of a client's call, with the ids of its records, which are as the method needs them. */
export async function valuesOfClient({ server }: UsersVenue, method: Method): Promise<Record<string, unknown>> {
  const records = new Records(server, 'C1');
  return { ...(await valuesFor(records, method)), ...(await prepared(server, records, method.name, valuesFor)) };
}

async function valuesFor(records: Records, method: Method): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = { ...wellFormed(method), ...FURTHER[method.name] };
  const named = Object.entries(ONE_FILE).filter(([name]) => method.uploads && name in method.parameters);
  Object.assign(values, Object.fromEntries(named));
  for (const name of Object.keys(values)) {
    const kind = name in method.parameters ? kindOfParameter(method, name) : undefined;
    const isInvestor = name === 'accountId' && OF_INVESTORS.has(method.name);
    if (kind !== undefined) values[name] = await records.id(isInvestor ? 'investor' : kind);
  }
  return values;
}

/** Values of an operator's call, with the ids of clients, users, keys and records. */
export async function valuesOfOperator(venue: UsersVenue, method: Method): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = { ...wellFormed(method), ...FURTHER[method.name] };
  const records = new Records(venue.server, 'C1');
  await prepared(venue.server, records, method.name, valuesFor);
  const isOfC1 = 'accountId' in values;
  // It makes the row of the client, too.
  const id = isOfC1 || method.name === 'deleteWebhook' ? await records.id('webhook') : undefined;
  const key = await venue.client('client');
  const clientId = isOfC1 ? 'C1' : key.clientId;
  const ids: Readonly<Record<string, () => unknown>> = {
    ...{ clientId: () => clientId, keyId: () => key.keyId, id: () => id },
    record: () => records.id('receipt'),
    email: () => `${clientId}@example.com`,
    userId: async () => (await venue.person(clientId, ['trader'])).userId,
    tokenId: async () => {
      const { row } = await venue.server.administration.deps.webhooks.generateToken(clientId);
      return row.token_id;
    },
    positions: async () => {
      const row = ['C1', await records.id('account'), await records.id('offering'), 10];
      return `clientId,accountId,securityId,quantity\n${row}`;
    },
  };
  for (const [name, value] of Object.entries(values)) {
    const made = ids[name];
    const kind = made === undefined ? kindOfParameter(method, name) : undefined;
    values[name] = made === undefined ? (kind === undefined ? value : await records.id(kind)) : await made();
  }
  return values;
}
