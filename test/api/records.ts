/** Records of a client, made through the API when a test first asks for them, and which parameters hold their ids. */

import { randomUUID } from 'node:crypto';
import type { Method } from '../../src/http/method.ts';
import { aCardMove } from '../modules/cards/card-moves.ts';
import { aDeposit } from '../modules/custody/deposits.ts';
import { ENTITY, PARTY } from '../modules/parties/people.ts';
import { aTrade } from '../modules/shared/records.ts';
import { sampleFile } from '../support/sample-files.ts';
import { samplePdfFile } from '../support/sample-pdf.ts';
import { isNumericId, wellFormed } from './samples.ts';
import type { Body, EveryMethod } from './server.ts';

export type Kind =
  | 'issuer'
  | 'offering'
  | 'account'
  | 'party'
  | 'entity'
  | 'link'
  | 'accountDocument'
  | 'partyDocument'
  | 'entityDocument'
  | 'tradeDocument'
  | 'tradeNote'
  | 'offeringDocument'
  | 'documentedOffering'
  | 'trade'
  | 'template'
  | 'templatedOffering'
  | 'investor'
  | 'order'
  | 'match'
  | 'rfqOrder'
  | 'quote'
  | 'custodyRequest'
  | 'fundMove'
  | 'aiRequest'
  | 'aiDocument'
  | 'cardMove'
  | 'deposit'
  | 'webhook';

/** Ids that look right and that nobody has. */
export const UNKNOWN: Readonly<Record<Kind, string>> = {
  issuer: '987654321',
  offering: '987654321',
  account: 'A98765432',
  party: 'P98765432',
  entity: 'E98765432',
  link: '987654321',
  accountDocument: 'zzzzz',
  partyDocument: 'zzzzz',
  entityDocument: 'zzzzz',
  tradeDocument: 'zzzzz',
  tradeNote: '987654321',
  offeringDocument: '987654321',
  documentedOffering: '987654321',
  trade: '987654321',
  template: '987654321',
  templatedOffering: '987654321',
  investor: 'A98765432',
  order: '987654321',
  match: '987654321',
  rfqOrder: '987654321',
  quote: '987654321',
  cardMove: '987654321',
  custodyRequest: 'zzzzz',
  fundMove: '987654321',
  aiRequest: 'zzzzz',
  aiDocument: 'zzzzz',
  deposit: '987654321',
  webhook: 'W0123456789abcdef',
};

export const KINDS_OF_RECORDS = Object.keys(UNKNOWN) as Kind[];

/** What a parameter of this name (in lower case) holds the id of; null: of nothing that belongs to a client. */
const KINDS: Readonly<Record<string, Kind | null>> = {
  issuerid: 'issuer',
  offeringid: 'offering',
  securityid: 'offering',
  accountid: 'account',
  partyid: 'party',
  entityid: 'entity',
  tradeid: 'trade',
  templateid: 'template',
  orderid: 'order',
  matchid: 'match',
  quoteid: 'quote',
  noteid: 'tradeNote',
  // The name of a closing: any text.
  closeid: null,
  firstentry: 'account',
  relatedentry: 'party',
  investorid: 'party',
  custaccrequestid: 'custodyRequest',
  refnum: 'fundMove',
  airequestid: 'aiRequest',
  referencenumber: 'deposit',
  // Numbers of the identity provider are asked of the party that they were given for.
  idnumber: null,
  // Places in a list: of whose order the id is means nothing.
  before: null,
  after: null,
  // Custodians, escrow institutions and members of the venue are no records of the API, nor are tax ids.
  providerid: null,
  bankid: null,
  bankaccountid: null,
  // Filters of the log of the caller's own deliveries.
  webhookid: null,
  deliveryid: null,
  memberid: null,
  taxid: null,
  companytaxid: null,
  // Of a client, which only the operator may name.
  clientid: null,
};

/** Parameters that mean something else in one method. */
const KINDS_OF_METHODS: Readonly<Record<string, Kind | null>> = {
  // Filters of the orders of the caller: what nothing fits cancels nothing.
  'cancelOrders.securityid': null,
  'cancelOrders.accountid': null,
  'getCCFundMoveInfo.RefNum': 'cardMove',
  'requestForVoidCCTransaction.RefNum': 'cardMove',
  'requestForVoidCustodyACH.RefNum': 'deposit',
  'notifySettlement.tradeID': 'match',
  'getSettlementStatus.tradeID': 'match',
  'createQuote.orderid': 'rfqOrder',
  'getQuotes.orderid': 'rfqOrder',
  'getEntity.partyId': 'entity',
  'updateEntity.partyId': 'entity',
  'deleteEntity.partyId': 'entity',
  'readEntity.partyId': 'entity',
  'uploadEntityDocument.partyId': 'entity',
  'getEntityDocument.partyId': 'entity',
  'deleteEntityDocument.partyId': 'entity',
  'getEntityDocument.documentId': 'entityDocument',
  'deleteEntityDocument.documentId': 'entityDocument',
  'getPartyDocument.documentId': 'partyDocument',
  'deletePartyDocument.documentId': 'partyDocument',
  'getAccountDocument.documentId': 'accountDocument',
  'deleteAccountDocument.documentId': 'accountDocument',
  'getTradeDocument.documentId': 'tradeDocument',
  'deleteTradeDocument.documentId': 'tradeDocument',
  'updateTradeDocArchivestatus.documentId': 'tradeDocument',
  'getSubscriptionsforOffering.offeringId': 'templatedOffering',
  'sendSubscriptionDocument.accountId': 'investor',
  'sendSubscriptionDocumentClient.accountId': 'investor',
  'resendSubscriptionDocuments.accountId': 'investor',
  'getDocumentsforOffering.offeringId': 'documentedOffering',
  'updateOfferingDocument.documentId': 'offeringDocument',
  'deleteDocumentsforOffering.documentId': 'offeringDocument',
  'getAiDocument.documentId': 'aiDocument',
  'getLink.id': 'link',
  'deleteLink.id': 'link',
  'readAtsOrder.id': 'order',
  'readAtsTrade.id': 'match',
  'rotateWebhookSecret.id': 'webhook',
  'unregisterWebhook.id': 'webhook',
  'sendTestWebhook.id': 'webhook',
  'replayDeliveries.id': 'webhook',
  // What is searched for may be an id.
  'searchIssuer.searchKeyword': 'issuer',
  'searchOffering.searchKeyword': 'offering',
  'searchAccount.searchKeyword': 'account',
};

/**
 * The kind of record whose id the parameter takes; undefined when it takes none. Throws for an id of an unknown kind.
 */
export function kindOfParameter(method: Method, name: string): Kind | undefined {
  const own = KINDS_OF_METHODS[`${method.name}.${name}`];
  const known = own === undefined ? KINDS[name.toLowerCase()] : own;
  if (known !== undefined) return known ?? undefined;
  if (/(id|ids|entry|keyword)$/i.test(name) || isNumericId(method.parameters[name]!))
    throw new Error(`${method.name}.${name} looks like an id: say in test/api/records.ts of what`);
  return undefined;
}

/** Methods that take no id; a new one is either here or has a parameter of a known kind. */
export const WITHOUT_IDS: readonly string[] = [
  'addCreditCard',
  'cancelAllAfter',
  'cancelOrders',
  'createAccount',
  'createEntity',
  'createIssuer',
  'createParty',
  'fetchSubscriptionDocuments',
  'getAllAccounts',
  'getAllIssuers',
  'getAllOffers',
  'getAllTrades',
  'getApiCount',
  'getCreditCard',
  'getCustodyFundDisbursements',
  'getDeliveryLog',
  'getMarketCalendar',
  'getMarketHolidays',
  'getMarketHours',
  'getWebhookRegistrations',
  'listAccounts',
  'listAtsOrders',
  'listAtsTrades',
  'listEntities',
  'listIssuers',
  'listLinks',
  'listParties',
  'listTrades',
  'ping',
  'registerWebhook',
  'status',
  'updateCreditCard',
  'validateABARoutingNumber',
];

/** The records of a client, each made once. */
export class Records {
  readonly #server: EveryMethod;
  readonly #client: 'C1' | 'C2';
  readonly #made = new Map<Kind, Promise<string>>();

  constructor(server: EveryMethod, client: 'C1' | 'C2') {
    this.#server = server;
    this.#client = client;
  }

  /** The id of the client's record. */
  id(kind: Kind): Promise<string> {
    const made = this.#made.get(kind) ?? this.#make[kind]();
    this.#made.set(kind, made);
    return made;
  }

  /** The ids of all that was made. */
  ids(): Promise<string[]> {
    return Promise.all(this.#made.values());
  }

  readonly #make: Readonly<Record<Kind, () => Promise<string>>> = {
    issuer: () => this.#create('PUT', 'createIssuer', ISSUER, 'issuerId'),
    offering: async () => {
      const fields = { ...OFFERING, issuerId: await this.id('issuer') };
      const offeringId = await this.#create('PUT', 'createOffering', fields, 'offeringId');
      await this.#call('POST', 'updateOffering', { offeringId, offeringStatus: 'Approved' });
      await this.#call('POST', 'updateSecuritySettings', { securityId: offeringId, orderApproval: 'No' });
      return offeringId;
    },
    account: async () => {
      const accountId = await this.#create('PUT', 'createAccount', {}, 'accountId');
      await this.#call('POST', 'createExternalAccount', { accountId, ...BANK_ACCOUNT });
      return accountId;
    },
    party: () => this.#create('PUT', 'createParty', PARTY, 'partyId'),
    entity: () => this.#create('PUT', 'createEntity', ENTITY, 'partyId'),
    link: async () => this.#create('PUT', 'createLink', { ...LINK, ...(await this.#ends()) }, 'id'),
    accountDocument: async () => this.#document('Account', { accountId: await this.id('account') }),
    partyDocument: async () => this.#document('Party', { partyId: await this.id('party') }),
    entityDocument: async () => this.#document('Entity', { partyId: await this.id('entity') }),
    tradeDocument: async () => this.#document('Trade', { tradeId: await this.id('trade') }),
    tradeNote: async () => {
      const fields = { tradeId: await this.id('trade'), authorName: 'First Last', notes: 'a note' };
      return idIn(await this.#call('POST', 'addTradeNote', fields), 'noteId');
    },
    offeringDocument: async () => {
      const fields = { offeringId: await this.id('offering'), documentFileReferenceCode: '1', ...ONE_FILE };
      const file = await samplePdfFile();
      return idIn(await this.#server.upload('/v3/addDocumentsforOffering', fields, file, this.#client), 'documentId');
    },
    documentedOffering: async () => {
      await this.id('offeringDocument');
      return this.id('offering');
    },
    template: async () => {
      const fields = { offeringId: await this.id('offering'), file_name: 'templatename0=nda--a' };
      return idIn(await this.#call('POST', 'addSubscriptionsforOffering', fields), 'templateNameID');
    },
    templatedOffering: async () => {
      await this.id('template');
      return this.id('offering');
    },
    investor: async () => {
      const firstEntry = await this.id('account');
      const relatedEntry = await this.#create('PUT', 'createParty', PARTY, 'partyId');
      await this.#call('PUT', 'createLink', { ...LINK, firstEntry, relatedEntry, primary_value: 1 });
      return firstEntry;
    },
    trade: async () => {
      const offeringId = Number(await this.id('offering'));
      const other = { account_id: await this.id('account'), party_id: await this.id('party') };
      return String((await aTrade(this.#server.database.db, this.#client, offeringId, other)).trade_id);
    },
    deposit: async () => {
      const row = { client_id: this.#client, account_id: await this.id('account') };
      return String(await aDeposit(this.#server.database.db, row));
    },
    webhook: async () => {
      const client = { client_id: this.#client, parent_id: this.#client, name: 'Example', active: 1, created_at: 1 };
      const { db } = this.#server.database;
      await db
        .insertInto('clients')
        .values(client)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const url = `https://receiver.example.com/${randomUUID()}`;
      return idIn(await this.#call('POST', 'registerWebhook', { method: 'createLink', url }), 'id');
    },
    aiRequest: async () => {
      const fields = { accountId: await this.id('account'), aiMethod: 'Upload' };
      return this.#create('POST', 'requestAiVerification', fields, 'airequestId');
    },
    aiDocument: async () => {
      const accountId = await this.id('account');
      const fields = { accountId, documentTitle: 'a' };
      await this.#server.upload('/v3/uploadVerificationDocument', fields, sampleFile('pdf'), this.#client);
      return idIn(await this.#call('POST', 'getAiDocument', { accountId }), 'documentid');
    },
    cardMove: async () => {
      const move = await aCardMove(this.#server.database.db, {
        client_id: this.#client,
        account_id: await this.id('account'),
        trade_id: Number(await this.id('trade')),
        offering_id: Number(await this.id('offering')),
      });
      return String(move.ref_num);
    },
    custodyRequest: async () => {
      const accountId = await this.id('account');
      const attested = { accountId, isAttested: true, documentUrl: 'https://example.com/agreement' };
      await this.#call('POST', 'createCustodyAgreementAttestation', attested);
      return this.#create('POST', 'createCustodyAccountRequest', { accountId }, 'custAccRequestID');
    },
    fundMove: async () => {
      const [accountId, offeringId] = [await this.id('investor'), await this.id('offering')];
      const paid = { account_id: accountId, transaction_type: 'ACH' };
      const trade = await aTrade(this.#server.database.db, this.#client, Number(offeringId), paid);
      const sent = { accountId, offeringId, tradeId: trade.trade_id, amount: '100' };
      return this.#create('POST', 'externalFundMove', sent, 'RefNum');
    },
    order: () => this.#order('Buy'),
    rfqOrder: () => this.#order('Buy', { type: 'RFQ' }),
    quote: async () => {
      const quoted = { orderid: await this.id('rfqOrder'), price: '10', quantity: '10' };
      return this.#create('POST', 'createQuote', { ...quoted, accountid: await this.id('account') }, 'quoteId');
    },
    match: async () => {
      await this.#order('Buy');
      const orderid = await this.#order('Sell');
      const answer = await this.#call('POST', 'getOrder', { orderid });
      return idIn(answer, 'matchid');
    },
  };

  async #ends(): Promise<Body> {
    return { firstEntry: await this.id('account'), relatedEntry: await this.id('party') };
  }

  async #order(action: 'Buy' | 'Sell', further: Body = {}): Promise<string> {
    const ids = { issuerid: await this.id('issuer'), securityid: await this.id('offering') };
    const fields = { ...ids, action, price: '10', quantity: '10', expiration: 'GTC', ...further };
    return this.#create('POST', 'createOrder', fields, 'id');
  }

  async #document(of: 'Account' | 'Party' | 'Entity' | 'Trade', owner: Body): Promise<string> {
    const fields = { ...owner, ...ONE_FILE };
    await this.#server.upload(`/v3/upload${of}Document`, fields, sampleFile('pdf'), this.#client);
    return idIn(await this.#call('POST', `get${of}Document`, owner), 'documentid');
  }

  async #create(verb: 'PUT' | 'POST', name: string, fields: Body, idName: string): Promise<string> {
    return idIn(await this.#call(verb, name, fields), idName);
  }

  async #call(verb: 'PUT' | 'POST', name: string, fields: Body): Promise<Body> {
    const method = this.#server.methods.find((one) => one.name === name && one.host !== 'legacy');
    if (method === undefined) throw new Error(`there is no ${name}`);
    const request = { host: 'v3', verb, path: `/v3/${name}`, as: this.#client } as const;
    const { body } = await this.#server.call({ ...request, fields: { ...wellFormed(method), ...fields } });
    if (body.statusCode !== '101') throw new Error(`${name} answers ${JSON.stringify(body)}`);
    return body;
  }
}

/** The first field of this name, at any depth. */
function idIn(answer: unknown, name: string): string {
  const found = new RegExp(`"${name}":"?([A-Za-z0-9]+)`).exec(JSON.stringify(answer))?.[1];
  if (found === undefined) throw new Error(`no ${name} in ${JSON.stringify(answer)}`);
  return found;
}

const ONE_FILE = { documentTitle: 'documentTitle0=a', file_name: 'filename0=a' };

const ISSUER = { issuerName: 'Example Issuer', firstName: 'Ada', lastName: 'Example', email: 'ada@example.com' };
/** Values of an offering that go together. */
export const OFFERING: Body = {
  issueType: 'Equity',
  targetAmount: '1000',
  minAmount: '10',
  maxAmount: '10000',
  unitPrice: '10',
  startDate: '01-01-2030',
  endDate: '12-31-2035',
};
/** Bank details that debits are made of. */
const BANK_ACCOUNT: Body = {
  types: 'Account',
  ExtAccountfullname: 'First Last',
  Extnickname: 'Bank',
  ExtRoutingnumber: '123456780',
  ExtAccountnumber: '123456789',
};
/** The kinds of what a link joins. */
export const LINK: Body = { firstEntryType: 'Account', relatedEntryType: 'IndivACParty', linkType: 'owner' };
