/** The service in this process, with a receiver for every webhook of the sandbox's client, for one test. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { expect } from 'vitest';
import { type Body, ExampleCalls } from '../../../scripts/example-calls.ts';
import { readConfig } from '../../../src/config.ts';
import type { DemoIds } from '../../../src/modules/examples/index.ts';
import { WEBHOOK_NAMES } from '../../../src/modules/webhook-list.ts';
import { composed } from '../../../src/providers/pdf/compose.ts';
import { prepareSandbox } from '../../../src/service/prepare-sandbox.ts';
import { Service } from '../../../src/service/service.ts';
import { sampleOf } from '../../api/samples.ts';
import { closeAfterTest } from '../../support/cleanup.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { databaseSetting } from './database-setting.ts';
import { idIn, useCustody } from './example-deals.ts';
import { type Received, WebhookReceiver } from './webhook-receiver.ts';

/** One webhook of the examples goes to a host that there is not, and is made again. */
const UNDELIVERABLE = 1;
const BANK = { ExtAccountfullname: 'First Last', ExtRoutingnumber: '123456780', ExtAccountnumber: '4000500060' };
const LIMITS = { '506cLimit': '1000', accountTotalLimit: '1000', singleInvestmentLimit: '1000' };
const LINK = { firstEntryType: 'Account', relatedEntryType: 'IndivACParty', linkType: 'owner', primary_value: 1 };
const BANK_FORM = {
  ...{ bankName: 'Example Bank', holder: 'First Last', routingNumber: '123456780', accountType: 'Checking' },
  ...{ accountNumber: '4000500060', accountNumberAgain: '4000500060' },
};

/** Its database is at the URL, or in its folder. */
export async function startExamples(url?: string | null): Promise<ExampleSandbox> {
  const receiver = await WebhookReceiver.start();
  const folder = temporaryFolder();
  const config = readConfig({
    ...{ DATA_DIR: folder, PORT: '0', LEGACY_PORT: '0', METRICS_PORT: '0', MARKET_ALWAYS_OPEN: 'true' },
    ...{ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_LOOPBACK: 'true' },
    ...databaseSetting(url),
  });
  const service = await Service.open(config, pino({ level: 'silent' }));
  closeAfterTest(() => service.stop());
  const demo = await prepareSandbox(service);
  await service.listen();
  const { methods, addresses } = service;
  const calls = new ExampleCalls({ methods, addresses, folder }, demo);
  const sandbox = new ExampleSandbox(service, { folder, calls, demo, receiver });
  for (const method of WEBHOOK_NAMES.all)
    await sandbox.must('registerWebhook', { method, url: receiver.urlFor(method) });
  return sandbox;
}

interface SandboxDeps {
  readonly folder: string;
  readonly calls: ExampleCalls;
  readonly demo: DemoIds;
  readonly receiver: WebhookReceiver;
}

export class ExampleSandbox {
  readonly calls: ExampleCalls;
  readonly demo: DemoIds;
  readonly #service: Service;
  readonly #folder: string;
  readonly #receiver: WebhookReceiver;

  constructor(service: Service, { folder, calls, demo, receiver }: SandboxDeps) {
    this.#folder = folder;
    this.calls = calls;
    this.#service = service;
    this.demo = demo;
    this.#receiver = receiver;
  }

  /** Throws where the call is refused; answers the text of the answer. */
  async must(name: string, values: Body): Promise<string> {
    const answer = await this.calls.call(name, values);
    if (answer.statusCode !== '101') throw new Error(`${name}: ${JSON.stringify(answer)}`);
    return JSON.stringify(answer);
  }

  /** As must, by any name of a method, an older one too; with POST. */
  mustPost(name: string, values: Body): Promise<string> {
    return this.#post(name, JSON.stringify(values), 'sandbox-client.json');
  }

  /** As mustPost, by the operator. */
  asOperator(name: string, values: Body): Promise<string> {
    return this.#post(name, JSON.stringify(values), 'sandbox-operator.json');
  }

  /** As must, with a value for every parameter that is not given. */
  full(name: string, values: Body = {}, without: readonly string[] = []): Promise<string> {
    const { parameters } = this.#service.methods.find((one) => one.name === name && one.host !== 'legacy')!;
    const names = Object.keys(parameters).filter((field) => !without.includes(field));
    const samples = Object.fromEntries(names.map((field) => [field, sampleOf(field, parameters[field]!)]));
    return this.must(name, { ...samples, ...values });
  }

  /** An investor with a value in every field, its bank accounts, a trade with documents, and an NDA. */
  async investFully(): Promise<void> {
    const { securityId: offeringId, issuerId } = this.demo;
    const accountId = idIn(await this.full('createAccount', LIMITS), 'accountId');
    await this.full('updateAccount', { accountId, ...LIMITS });
    await this.must('changeAccount', { accountId, account: { kycDate: '2030-01-31' } });
    const person = { dob: '01-31-1980' };
    const partyId = idIn(await this.full('createParty', person), 'partyId');
    await this.full('updateParty', { ...person, partyId });
    await this.must('createLink', { ...LINK, firstEntry: accountId, relatedEntry: partyId });
    for (const read of ['getAccount', 'getAccountLinkId']) await this.must(read, { accountId });
    const entityID = idIn(await this.full('createEntity'), 'partyId');
    await this.full('updateEntity', { partyId: entityID });
    for (const name of ['createEntitySupp', 'updateEntitySupp']) await this.full(name, { entityID });
    const airequestId = idIn(await this.full('requestAiVerification', { accountId }), 'airequestId');
    await this.full('updateAiVerification', { airequestId, aiRequestStatus: 'Approved' });
    await this.must('putOfferingEscrow', { offeringId, escrowAccountNumber: '1000200030' });
    await this.must('updateOffering', { offeringId, providerId: 7, field1: 'a', field2: 'b', field3: 'c' });
    const issuer = { ...BANK, types: 'Issuer', issuerId, Extnickname: 'Bank' };
    for (const name of ['createExternalAccount', 'updateExternalAccount']) await this.must(name, issuer);
    await this.must('deleteExternalAccount', { types: 'Issuer', issuerId });
    for (const name of ['linkExternalAccount', 'updateLinkExternalAccount']) {
      await this.#submit(await this.must(name, { accountId }), BANK_FORM);
    }
    await this.#uploadPassport(partyId);
    await useCustody(this, accountId, await this.#trade(accountId));
    await this.#tradeToClose(accountId);
    const ids = { accountId, offeringId, tradeId: await this.#trade(accountId) };
    await this.must('addSubscriptionsforOffering', { offeringId, file_name: 'templatename0=nda--a' });
    await this.must('sendSubscriptionDocument', ids);
    await this.full('updateTrade', ids);
    await this.full('updateTradeStatus', { ...ids, orderStatus: 'FUNDED' });
    const page = await this.must('sendNda', { accountId, offeringId });
    await (await fetch(this.#address(page).href.replace('/pages/sign?', '/pages/sign/document?'))).arrayBuffer();
    await this.#submit(page, { action: 'sign', name: 'First Last', agree: 'yes' });
  }

  /** A trade whose debit settles at once, and one that is cancelled. */
  async payAndCancel(): Promise<{ readonly settled: string; readonly cancelled: string }> {
    const { securityId: offeringId, accountId } = this.demo;
    await this.must('createExternalAccount', { ...BANK, types: 'Account', accountId, Extnickname: 'Test ACH Settled' });
    const [settled, cancelled] = [await this.#trade(accountId), await this.#trade(accountId)];
    const debit = {
      accountId,
      offeringId,
      tradeId: settled,
      amount: '100',
      description: 'units',
      checkNumber: settled,
    };
    await this.must('externalFundMove', debit);
    await this.must('cancelInvestment', { tradeId: cancelled, requestedBy: 'First Last', reason: 'an example' });
    return { settled, cancelled };
  }

  /** Stops the service once pending webhooks are delivered; answers what was received. */
  async stop(): Promise<readonly Received[]> {
    const metrics = new URL('/metrics', this.#service.addresses.metrics);
    const waiting = async () => Number(/outbox_waiting (\d+)/.exec(await (await fetch(metrics)).text())![1]);
    await expect.poll(waiting).toBeLessThanOrEqual(UNDELIVERABLE);
    await this.#service.stop();
    return this.#receiver.received;
  }

  async #trade(accountId: string): Promise<string> {
    const { securityId: offeringId } = this.demo;
    const trade = { offeringId, accountId, transactionType: 'ACH', transactionUnits: '10', closeId: '1' };
    const approved = { PrincipalName: 'Last First', PrincipalDate: '01-31-2030' };
    return idIn(await this.must('createTrade', { ...trade, ...approved }), 'tradeId');
  }

  async #post(name: string, body: string | FormData, keyFile: string): Promise<string> {
    const { clientID, developerAPIKey } = JSON.parse(readFileSync(join(this.#folder, keyFile), 'utf8'));
    const headers = {
      authorization: `Bearer ${clientID}:${developerAPIKey}`,
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    };
    const url = new URL(`/v3/${name}`, this.#service.addresses.api);
    const answer = await (await fetch(url, { method: 'POST', headers, body })).text();
    if (!answer.includes('"statusCode":"101"')) throw new Error(`${name}: ${answer}`);
    return answer;
  }

  async #uploadPassport(partyId: string): Promise<void> {
    const form = new FormData();
    const values = { partyId, documentTitle: 'documentTitle0=Passport', file_name: 'filename0=passport.pdf' };
    for (const [name, value] of Object.entries(values)) form.append(name, value);
    const { bytes } = await composed('Passport', ['An example.']);
    form.append('userfile0', new File([Uint8Array.from(bytes)], 'passport.pdf', { type: 'application/pdf' }));
    await this.#post('requestUploadPartyDocument', form, 'sandbox-client.json');
  }

  /** A trade that becomes eligible to close while its offering wants no signatures. */
  async #tradeToClose(accountId: string): Promise<void> {
    const account = { kycStatus: 'Auto Approved', amlStatus: 'Auto Approved' };
    await this.must('changeAccount', { accountId, account });
    const ids = { accountId, tradeId: await this.#trade(accountId) };
    await this.must('updateTrade', { ...ids, RRApprovalStatus: 'Approved', PrincipalApprovalStatus: 'Approved' });
    await this.must('updateTradeStatus', { ...ids, orderStatus: 'FUNDED' });
  }

  #address(answer: string): URL {
    const { pathname, search } = new URL(/http[^"]+/.exec(answer)![0]);
    return new URL(pathname + search, this.#service.addresses.api);
  }

  async #submit(answer: string, form: Readonly<Record<string, string>>): Promise<void> {
    const response = await fetch(this.#address(answer), { method: 'POST', body: new URLSearchParams(form) });
    if (response.status !== 200) throw new Error(`the page answers ${response.status}: ${await response.text()}`);
  }
}
