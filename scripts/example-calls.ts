/** The calls of src/modules/examples/requests.ts, made in their order to a sandbox that was just made. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Method } from '../src/http/methods/method.ts';
import { exampleKey } from '../src/http/openapi/examples.ts';
import { type DemoIds, demoRfqOrder, type ExampleIds, exampleRequests } from '../src/modules/examples/index.ts';
import { composed } from '../src/providers/pdf/compose.ts';

export type Body = Readonly<Record<string, unknown>>;

/** Ids that later calls need, where they stand in an answer. */
const LEARNT: Readonly<Record<string, { readonly id: keyof ExampleIds; readonly at: RegExp }>> = {
  getPartyDocument: { id: 'partyDocumentId', at: /"documentid":"([^"]+)"/ },
  getEntityDocument: { id: 'entityDocumentId', at: /"documentid":"([^"]+)"/ },
  getAccountDocument: { id: 'accountDocumentId', at: /"documentid":"([^"]+)"/ },
  getTradeDocument: { id: 'tradeDocumentId', at: /"documentid":"([^"]+)"/ },
  createTrade: { id: 'tradeId', at: /"tradeId":"([^"]+)"/ },
  addTradeNote: { id: 'noteId', at: /"noteId":"([^"]+)"/ },
  addSubscriptionsforOffering: { id: 'templateId', at: /"templateNameID":(\d+)/ },
  addDocumentsforOffering: { id: 'offeringDocumentId', at: /"documentId":"([^"]+)"/ },
  externalFundMove: { id: 'refNum', at: /"RefNum":"([^"]+)"/ },
  performKycAml: { id: 'kycIdNumber', at: /"id-number":"?([^",]+)/ },
  requestKycAml: { id: 'reviewId', at: /"requestId":"([^"]+)"/ },
  requestAiVerification: { id: 'aiRequestId', at: /"airequestId":"([^"]+)"/ },
  recordCheck: { id: 'receiptId', at: /"receiptId":"([^"]+)"/ },
  recordWire: { id: 'receiptId', at: /"receiptId":"([^"]+)"/ },
  performRefund: { id: 'refundId', at: /"refundId":"([^"]+)"/ },
  createCustodyFundMove: { id: 'depositNumber', at: /"referenceNumber":"([^"]+)"/ },
  listSignatures: { id: 'signatureId', at: /"signatureId":"([0-9]+)"/ },
  createCustodyFundDisbursement: { id: 'disbursementId', at: /"requestId":"([^"]+)"/ },
  createCustodyAccountRequest: { id: 'custodyRequestId', at: /"custAccRequestID":"([^"]+)"/ },
  createQuote: { id: 'quoteId', at: /"quoteId":"([^"]+)"/ },
  reportBlock: { id: 'blockId', at: /"blockId":"([^"]+)"/ },
  getOrder: { id: 'matchId', at: /"matchid":"([^"]+)"/ },
  createUser: { id: 'userId', at: /"userId":"([^"]+)"/ },
  createApiKey: { id: 'keyId', at: /"keyId":"([^"]+)"/ },
  createWebhook: { id: 'webhookId', at: /"id":"([^"]+)"/ },
  registerWebhook: { id: 'ownWebhookId', at: /"id":"([^"]+)"/ },
  ccFundMove: { id: 'cardRefNum', at: /"ccreferencenumber":"([^"]+)"/ },
  ccFundMovement: { id: 'cardRefNum', at: /"ccreferencenumber":"([^"]+)"/ },
  scriptCounterparty: { id: 'scriptId', at: /"scriptId":"([^"]+)"/ },
  createFault: { id: 'faultId', at: /"faultId":"([^"]+)"/ },
  advanceClock: { id: 'advanceId', at: /"advanceId":"([^"]+)"/ },
  generateWebhookToken: { id: 'tokenId', at: /"tokenId":"([^"]+)"/ },
};

/** Examples that end a trade, or pay for it, each need a separate one. */
const ENDING_TRADES: ReadonlySet<string> = new Set([
  'deleteTrade',
  'cancelInvestment',
  'fundReturnRequest',
  'externalFundMove',
  'ccFundMove',
  'matchReceipt',
]);
/** Examples that end a quote. */
const ANSWERED_QUOTES: ReadonlySet<string> = new Set(['declineQuote', 'cancelQuote']);
/** Calls about a user, which the operator makes where no user calls. */
const OF_USERS: ReadonlySet<string> = new Set(['getSessions', 'endSession', 'getProviderAccounts']);
/** What is uploaded wherever a method takes a file. */
const EXAMPLE_PDF = Uint8Array.from((await composed('Example', ['A page that says little.'])).bytes);

/** Examples whose answer is the address of the form for a card, which is then filled in. */
const CARD_FORMS: ReadonlySet<string> = new Set(['linkCreditCard', 'updateLinkedCreditCard']);
const CARD = { name: 'First Last', number: '4242424242424242', expiry: '12/35', code: '123', zip: '10001' };

/** A sandbox that listens. */
export interface ExampleServer {
  readonly methods: readonly Method[];
  readonly addresses: { readonly api: string; readonly legacy: string };
  /** The data folder, with the credentials of the sandbox. */
  readonly folder: string;
}

export class ExampleCalls {
  readonly ids: Record<keyof ExampleIds, string>;
  readonly #server: ExampleServer;
  readonly #methods: ReadonlyMap<string, Method>;

  constructor(server: ExampleServer, demo: DemoIds) {
    this.#server = server;
    this.#methods = new Map(server.methods.map((method) => [exampleKey(method), method]));
    this.ids = { ...noIds(), ...demo, clientId: 'C00000002' };
  }

  /** Makes all of them, each after `before`; answers what was answered to each, by the keys of the examples. */
  async all(before: (key: string) => void = () => {}): Promise<Record<string, Body>> {
    const { ids } = this;
    const answers: Record<string, Body> = {};
    for (const key of Object.keys(exampleRequests(ids))) {
      before(key);
      if (ENDING_TRADES.has(key)) ids.endedTradeId = await this.#anotherTrade();
      if (key === 'updateExternalFundMoveStatus') await this.#anotherDebit();
      if (key === 'createQuote') ids.rfqOrderId = await this.#anRfqOrder();
      if (ANSWERED_QUOTES.has(key)) this.#learn('createQuote', await this.#example('createQuote'));
      if (key === 'deleteCreditCard') {
        await this.#fillInCard(await this.call('linkCreditCard', { accountId: ids.sellerAccountId }));
      }
      const answer = await this.#example(key);
      answers[key] = answer;
      if (answer.statusCode !== '101') continue;
      if (CARD_FORMS.has(key)) await this.#fillInCard(answer);
      if (key === 'sendTestWebhook') await this.#firstDelivery();
      this.#learn(key, answer);
    }
    return answers;
  }

  /** Calls the method of an example with values of the caller's own. */
  async call(key: string, values: Body): Promise<Body> {
    const method = this.#methods.get(key);
    if (method === undefined) throw new Error(`there is no method ${key}`);
    const { clientID, developerAPIKey } = this.#credentials(method);
    const isLegacy = method.host === 'legacy';
    const verb = [method.verb].flat()[0] as string;
    const left = new Map(Object.entries(values));
    const path = (method.path ?? `${isLegacy ? '' : '/v3'}/${method.name}`).replace(/:(\w+)/g, (_, name: string) => {
      const value = String(left.get(name));
      left.delete(name);
      return value;
    });
    const { api, legacy } = this.#server.addresses;
    const url = new URL(path, isLegacy ? legacy : api);
    const headers: Record<string, string> = isLegacy ? {} : { authorization: `Bearer ${clientID}:${developerAPIKey}` };
    const sent = { ...Object.fromEntries(left), ...(isLegacy ? { clientID, developerAPIKey } : {}) };
    if (verb === 'GET') {
      for (const [name, value] of left) {
        url.searchParams.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
      }
    }
    const body = verb === 'GET' ? {} : bodyOf(method, sent, headers);
    const response = await fetch(url, { method: verb, headers, ...body });
    return (await response.json()) as Body;
  }

  #example(key: string): Promise<Body> {
    return this.call(key, exampleRequests(this.ids)[key] as Body);
  }

  async #fillInCard({ accountDetails }: Body): Promise<void> {
    const { pathname, search } = new URL(String(accountDetails));
    const form = { method: 'POST', body: new URLSearchParams(CARD) };
    const { status } = await fetch(new URL(pathname + search, this.#server.addresses.api), form);
    if (status !== 200) throw new Error(`the form for a card answers HTTP ${status}`);
  }

  /** Until the attempt to deliver the test webhook is in the log. The operator asks: no call of the client counts. */
  async #firstDelivery(): Promise<void> {
    for (let tries = 0; tries < 1000; tries++) {
      const { deliveries } = await this.#example('getWebhookDeliveries');
      if ((deliveries as readonly unknown[]).length > 0) return;
      await delay(10);
    }
    throw new Error('the test webhook is not in the log of deliveries');
  }

  async #anRfqOrder(): Promise<string> {
    const { orderDetails } = await this.call('createOrder', demoRfqOrder(this.ids));
    return (orderDetails as { orderId: string }).orderId;
  }

  async #anotherTrade(): Promise<string> {
    return /"tradeId":"([^"]+)"/.exec(JSON.stringify(await this.#example('createTrade')))?.[1] ?? '';
  }

  /** Of the trade whose first debit was taken back; sent to the bank, so that it can be settled. */
  async #anotherDebit(): Promise<void> {
    this.#learn('externalFundMove', await this.#example('externalFundMove'));
    await this.call('updateExternalFundMoveStatus', { RefNum: this.ids.refNum, fundStatus: 'Submitted' });
  }

  #learn(key: string, answer: Body): void {
    const learnt = LEARNT[key];
    const found = learnt?.at.exec(JSON.stringify(answer))?.[1];
    if (learnt !== undefined && found !== undefined) this.ids[learnt.id] = found;
  }

  #credentials({ operator, name }: Method): { clientID: string; developerAPIKey: string } {
    const file = operator || OF_USERS.has(name) ? 'sandbox-operator.json' : 'sandbox-client.json';
    return JSON.parse(readFileSync(join(this.#server.folder, file), 'utf8'));
  }
}

function bodyOf(method: Method, sent: Body, headers: Record<string, string>): { body: string | FormData } {
  if (method.uploads === undefined) {
    headers['content-type'] = 'application/json';
    return { body: JSON.stringify(sent) };
  }
  const form = new FormData();
  for (const [name, value] of Object.entries(sent)) form.append(name, String(value));
  form.append('userfile0', new File([EXAMPLE_PDF], 'example.pdf', { type: 'application/pdf' }));
  return { body: form };
}

function noIds(): Record<keyof ExampleIds, string> {
  return {
    issuerId: '',
    securityId: '',
    accountId: '',
    sellerAccountId: '',
    partyId: '',
    entityId: '',
    linkId: '',
    orderId: '',
    matchId: '',
    clientId: '',
    keyId: '',
    userId: '',
    webhookId: '',
    ownWebhookId: '',
    tokenId: '',
    partyDocumentId: '',
    entityDocumentId: '',
    accountDocumentId: '',
    tradeId: '',
    endedTradeId: '',
    refNum: '',
    tradeDocumentId: '',
    noteId: '',
    offeringDocumentId: '',
    templateId: '',
    signatureId: '',
    cardRefNum: '',
    kycIdNumber: '',
    reviewId: '',
    custodyRequestId: '',
    aiRequestId: '',
    depositNumber: '',
    receiptId: '',
    refundId: '',
    disbursementId: '',
    rfqOrderId: '',
    quoteId: '',
    blockId: '',
    scriptId: '',
    faultId: '',
    advanceId: '',
  };
}
