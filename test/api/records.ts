/** Records of a client, made through the API when a test first asks for them. */

import { randomUUID } from 'node:crypto';
import { methodNamed } from '../../src/http/methods/index.ts';
import { ENTITY, PARTY } from '../modules/parties/people.ts';
import { aCardMove } from '../modules/payments/cards/card-moves.ts';
import { aDeposit, aDisbursement } from '../modules/payments/custody/deposits.ts';
import { aRefund } from '../modules/payments/refunds/a-refund.ts';
import { aTrade } from '../modules/shared/records.ts';
import { sampleFile } from '../support/sample-files.ts';
import { samplePdfFile } from '../support/sample-pdf.ts';
import type { Kind } from './kinds.ts';
import { wellFormed } from './samples.ts';
import type { Body, EveryMethod } from './server.ts';

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
    signature: async () => {
      const nda = { accountId: await this.id('investor'), offeringId: await this.id('offering') };
      await this.#call('POST', 'sendNda', nda);
      return this.#create('POST', 'listSignatures', {}, 'signatureId');
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
      const { db } = this.#server.database;
      const { trade_id, total_shares } = await aTrade(db, this.#client, offeringId, other);
      await db
        .updateTable('offerings')
        .set({ sold_shares: total_shares })
        .where('offering_id', '=', offeringId)
        .execute();
      return String(trade_id);
    },
    deposit: async () => {
      const of = { client_id: this.#client, account_id: await this.id('investor') };
      const { db } = this.#server.database;
      const asked = {
        request_id: randomUUID(),
        ...of,
        request_status: 'Approved',
        account_status: 'Open',
        restricted: 0,
      };
      await db
        .insertInto('custody_account_requests')
        .values({ ...asked, ...NO_DETAILS, created_at: 1 })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return String(await aDeposit(db, of));
    },
    disbursement: async () => {
      const row = { client_id: this.#client, account_id: await this.id('account') };
      return aDisbursement(this.#server.database.db, row);
    },
    receipt: async () => {
      const said = {
        offeringId: await this.id('offering'),
        amount: '100',
        reference: randomUUID(),
        payer: 'First Last',
      };
      const request = { host: 'v3', verb: 'POST', path: '/v3/admin/recordWire', as: 'MASTER' } as const;
      const { body } = await this.#server.call({ ...request, fields: { ...said, receivedDate: '2026-01-02' } });
      return idIn(body, 'receiptId');
    },
    refund: async () => {
      const trade_id = Number(await this.id('trade'));
      const of = { trade_id, client_id: this.#client, account_id: await this.id('account') };
      const offering_id = Number(await this.id('offering'));
      return String(await aRefund(this.#server.database.db, { ...of, offering_id }));
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
      const of = { client_id: this.#client, account_id: await this.id('investor') };
      const { db } = this.#server.database;
      const [card_id, created_at] = [Number(await this.id('trade')), 1];
      const card = { card_holder: 'A', card_type: 'Visa', last_four: '4242', expiration: '1235', billing_zip: '1' };
      await db
        .insertInto('linked_cards')
        .values({ ...card, ...of, card_id, token_sealed: '', created_at, updated_at: null, deleted_at: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const move = await aCardMove(db, {
        ...of,
        trade_id: Number(await this.id('trade')),
        offering_id: Number(await this.id('offering')),
      });
      return String(move.ref_num);
    },
    kycReview: async () => {
      const investorId = await this.id('party');
      return this.#create('POST', 'requestKycAml', { investorId }, 'requestId');
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
    block: () => this.#report('C3'),
    blockToAnswer: () => new Records(this.#server, this.#client === 'C1' ? 'C2' : 'C1').#report(this.#client),
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

  /** A block that waits for the other side. */
  async #report(counterpartyId: string): Promise<string> {
    const { db } = this.#server.database;
    const row = { client_id: counterpartyId, parent_id: counterpartyId, name: 'Example', active: 1, created_at: 1 };
    await db
      .insertInto('clients')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await this.#order('Buy', { price: '9' });
    await this.#order('Sell', { price: '12' });
    const terms = { securityid: await this.id('offering'), price: '10', counterpartyId };
    return this.#create('POST', 'reportBlock', { ...terms, accountid: await this.id('account') }, 'blockId');
  }

  async #document(of: 'Account' | 'Party' | 'Entity' | 'Trade', owner: Body): Promise<string> {
    const fields = { ...owner, ...ONE_FILE };
    await this.#server.upload(`/v3/upload${of}Document`, fields, sampleFile('pdf'), this.#client);
    return idIn(await this.#call('POST', `get${of}Document`, owner), 'documentid');
  }

  /** A call of the client that must succeed. */
  ask(name: string, fields: Body): Promise<Body> {
    const { verb = 'POST' } = methodNamed(this.#server.methods, name);
    return this.#call((Array.isArray(verb) ? verb[0] : verb) as 'PUT' | 'POST', name, fields);
  }

  async #create(verb: 'PUT' | 'POST', name: string, fields: Body, idName: string): Promise<string> {
    return idIn(await this.#call(verb, name, fields), idName);
  }

  async #call(verb: 'PUT' | 'POST', name: string, fields: Body): Promise<Body> {
    const method = this.#server.methods.find((one) => one.name === name && one.host !== 'legacy');
    if (method === undefined) throw new Error(`there is no ${name}`);
    const path = method.path ?? `/v3/${name}`;
    const request = { host: 'v3', verb, path, as: this.#client } as const;
    const { body } = await this.#server.call({ ...request, fields: { ...wellFormed(method), ...fields } });
    if (body.statusCode !== '101') throw new Error(`${name} answers ${JSON.stringify(body)}`);
    return body;
  }
}

/** The first field of this name, at any depth. */
export function idIn(answer: unknown, name: string): string {
  const found = new RegExp(`"${name}":"?([A-Za-z0-9]+)`).exec(JSON.stringify(answer))?.[1];
  if (found === undefined) throw new Error(`no ${name} in ${JSON.stringify(answer)}`);
  return found;
}

export const ONE_FILE = { documentTitle: 'documentTitle0=a', file_name: 'filename0=a' };

const NO_DETAILS = {
  ...{ reason: null, notes: null, created_ip_address: null, updated_ip_address: null },
  ...{ updated_at: null, deleted_at: null },
};

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
export const BANK_ACCOUNT: Body = {
  types: 'Account',
  ExtAccountfullname: 'First Last',
  Extnickname: 'Bank',
  ExtRoutingnumber: '123456780',
  ExtAccountnumber: '123456789',
};
/** The kinds of what a link joins. */
export const LINK: Body = { firstEntryType: 'Account', relatedEntryType: 'IndivACParty', linkType: 'owner' };
