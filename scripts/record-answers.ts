/**
 * `npm run record:answers`: starts a sandbox of its own, makes the calls of src/modules/examples/requests.ts in their
 * order, and writes what was answered to answers.json beside it, for the reference page, docs/methods.md and the types
 * of the client library. Fails where a call is refused.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { readConfig } from '../src/config.ts';
import type { Method } from '../src/http/method.ts';
import { openApiDocument } from '../src/http/openapi/document.ts';
import { exampleKey } from '../src/http/openapi/examples.ts';
import {
  demoRfqOrder,
  type ExampleIds,
  exampleRequests,
  RECORDED_FILE,
  readRecorded,
} from '../src/modules/examples/index.ts';
import { composed } from '../src/providers/pdf/compose.ts';
import { prepareSandbox } from '../src/service/sandbox.ts';
import { Service } from '../src/service/service.ts';
import { clientTypes } from './client-types/page.ts';
import { keepRecorded } from './keep-recorded.ts';
import { METHODS_PAGE, methodsPage } from './methods-page.ts';
import { REASONS_PAGE, reasonsPage } from './reasons-page.ts';

type Body = Readonly<Record<string, unknown>>;

const MASK = 'XXXXXXXXXXXXXXX';
/** Shown once and never again; an example shows none. */
const SECRETS = new Set(['developerAPIKey', 'token', 'secret']);
/** Of a link that needs no credentials. */
const SIGNATURE = /((?:signature|params)=)[^&"]+/;

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
  createCustodyFundMove: { id: 'depositNumber', at: /"referenceNumber":"([^"]+)"/ },
  createCustodyFundDisbursement: { id: 'disbursementId', at: /"requestId":"([^"]+)"/ },
  createCustodyAccountRequest: { id: 'custodyRequestId', at: /"custAccRequestID":"([^"]+)"/ },
  createQuote: { id: 'quoteId', at: /"quoteId":"([^"]+)"/ },
  reportBlock: { id: 'blockId', at: /"blockId":"([^"]+)"/ },
  getOrder: { id: 'matchId', at: /"matchid":"([^"]+)"/ },
  createApiKey: { id: 'keyId', at: /"keyId":"([^"]+)"/ },
  createWebhook: { id: 'webhookId', at: /"id":"([^"]+)"/ },
  registerWebhook: { id: 'ownWebhookId', at: /"id":"([^"]+)"/ },
  ccFundMove: { id: 'cardRefNum', at: /"ccreferencenumber":"([^"]+)"/ },
  ccFundMovement: { id: 'cardRefNum', at: /"ccreferencenumber":"([^"]+)"/ },
  generateWebhookToken: { id: 'tokenId', at: /"tokenId":"([^"]+)"/ },
};

/** Examples that end a trade, or pay for it, each need one of their own. */
const ENDING_TRADES: ReadonlySet<string> = new Set([
  'deleteTrade',
  'cancelInvestment',
  'fundReturnRequest',
  'externalFundMove',
  'ccFundMove',
]);
/** Examples that end a quote. */
const ANSWERED_QUOTES: ReadonlySet<string> = new Set(['declineQuote', 'cancelQuote']);
/** What is uploaded wherever a method takes a file. */
const EXAMPLE_PDF = Uint8Array.from((await composed('Example', ['A page that says little.'])).bytes);

/** Examples whose answer is the address of the form for a card, which is then filled in. */
const CARD_FORMS: ReadonlySet<string> = new Set(['linkCreditCard', 'updateLinkedCreditCard']);
const CARD = { name: 'First Last', number: '4242424242424242', expiry: '12/35', code: '123', zip: '10001' };

const folder = mkdtempSync(join(tmpdir(), 'openats-record-'));
const config = readConfig({
  DATA_DIR: folder,
  PORT: '0',
  LEGACY_PORT: '0',
  METRICS_PORT: '0',
  PUBLIC_URL: 'http://127.0.0.1:8080',
  MARKET_ALWAYS_OPEN: 'true',
});
const service = await Service.open(config, pino({ level: 'warn' }));
try {
  const { demo } = await prepareSandbox(service);
  await service.listen();
  const ids = { ...noIds(), ...demo, clientId: 'C00000002' };
  const answers = await recordAll(ids);
  writeFileSync(METHODS_PAGE, methodsPage(service.methods));
  writeFileSync(REASONS_PAGE, reasonsPage());
  const document = openApiDocument({ methods: service.methods, environment: 'sandbox', version: '' });
  for (const [file, text] of clientTypes(document)) writeFileSync(file, text);
  const recorded = keepRecorded(readRecorded(), { ids, answers });
  writeFileSync(RECORDED_FILE, `${JSON.stringify(recorded, null, 2)}\n`);
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function recordAll(ids: Record<keyof ExampleIds, string>): Promise<Record<string, Body>> {
  const methods = new Map(service.methods.map((method) => [exampleKey(method), method]));
  const answers: Record<string, Body> = {};
  for (const key of Object.keys(exampleRequests(ids))) {
    const method = methods.get(key);
    if (method === undefined) throw new Error(`there is no method ${key}`);
    if (ENDING_TRADES.has(key)) ids.endedTradeId = await anotherTrade(methods.get('createTrade')!, ids);
    if (key === 'updateExternalFundMoveStatus') await anotherDebit(methods, ids);
    if (key === 'createQuote') ids.rfqOrderId = await anRfqOrder(methods.get('createOrder')!, ids);
    if (ANSWERED_QUOTES.has(key))
      learn('createQuote', await call(methods.get('createQuote')!, exampleRequests(ids).createQuote as Body), ids);
    if (key === 'deleteCreditCard') await linkCard(methods.get('linkCreditCard')!, ids.sellerAccountId);
    const answer = await call(method, exampleRequests(ids)[key] as Body);
    if (answer.statusCode !== '101') {
      console.error(`${key} is refused: ${JSON.stringify(answer)}`);
      process.exitCode = 1;
      continue;
    }
    if (CARD_FORMS.has(key)) await fillInCard(answer);
    learn(key, answer, ids);
    answers[key] = masked(answer) as Body;
  }
  return answers;
}

async function linkCard(method: Method, accountId: string): Promise<void> {
  await fillInCard(await call(method, { accountId }));
}

async function fillInCard({ accountDetails }: Body): Promise<void> {
  const { pathname, search } = new URL(String(accountDetails));
  const form = { method: 'POST', body: new URLSearchParams(CARD) };
  const { status } = await fetch(new URL(pathname + search, service.addresses.api), form);
  if (status !== 200) throw new Error(`the form for a card answers HTTP ${status}`);
}

async function anRfqOrder(method: Method, ids: ExampleIds): Promise<string> {
  const { orderDetails } = await call(method, demoRfqOrder(ids));
  return (orderDetails as { orderId: string }).orderId;
}

async function anotherTrade(method: Method, ids: ExampleIds): Promise<string> {
  const answer = await call(method, exampleRequests(ids).createTrade as Body);
  return /"tradeId":"([^"]+)"/.exec(JSON.stringify(answer))?.[1] ?? '';
}

/** Of the trade whose first debit was taken back; sent to the bank, so that it can be settled. */
async function anotherDebit(
  methods: ReadonlyMap<string, Method>,
  ids: Record<keyof ExampleIds, string>,
): Promise<void> {
  learn('externalFundMove', await call(methods.get('externalFundMove')!, exampleRequests(ids).externalFundMove!), ids);
  await call(methods.get('updateExternalFundMoveStatus')!, { RefNum: ids.refNum, fundStatus: 'Submitted' });
}

async function call(method: Method, values: Body): Promise<Body> {
  const { clientID, developerAPIKey } = credentials(method.operator ? 'sandbox-operator.json' : 'sandbox-client.json');
  const isLegacy = method.host === 'legacy';
  const verb = [method.verb].flat()[0] as string;
  const left = new Map(Object.entries(values));
  const path = (method.path ?? `${isLegacy ? '' : '/v3'}/${method.name}`).replace(/:(\w+)/g, (_, name: string) => {
    const value = String(left.get(name));
    left.delete(name);
    return value;
  });
  const url = new URL(path, isLegacy ? service.addresses.legacy : service.addresses.api);
  const headers: Record<string, string> = isLegacy ? {} : { authorization: `Bearer ${clientID}:${developerAPIKey}` };
  const sent = { ...Object.fromEntries(left), ...(isLegacy ? { clientID, developerAPIKey } : {}) };
  if (verb === 'GET') for (const [name, value] of left) url.searchParams.set(name, String(value));
  const response = await fetch(url, {
    method: verb,
    headers,
    ...(verb === 'GET' ? {} : bodyOf(method, sent, headers)),
  });
  return (await response.json()) as Body;
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

function credentials(file: string): { clientID: string; developerAPIKey: string } {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'));
}

function learn(key: string, answer: Body, ids: Record<keyof ExampleIds, string>): void {
  const learnt = LEARNT[key];
  const found = learnt?.at.exec(JSON.stringify(answer))?.[1];
  if (learnt !== undefined && found !== undefined) ids[learnt.id] = found;
}

function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value === 'string') return value.replace(SIGNATURE, `$1${MASK}`);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, SECRETS.has(name) && entry !== null ? MASK : masked(entry)]),
  );
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
    cardRefNum: '',
    kycIdNumber: '',
    reviewId: '',
    custodyRequestId: '',
    aiRequestId: '',
    depositNumber: '',
    disbursementId: '',
    rfqOrderId: '',
    quoteId: '',
    blockId: '',
  };
}
