/** The API with templates, a trade of an account with a primary party, and the page on which documents are signed. */
import type { Database } from '../../../src/database/database.ts';
import type { Method } from '../../../src/http/methods/method.ts';
import { AccountDirectory, accountsModule } from '../../../src/modules/accounts/index.ts';
import { linksModule } from '../../../src/modules/links/index.ts';
import { partiesModule } from '../../../src/modules/parties/index.ts';
import type { ModuleDeps } from '../../../src/modules/shared/deps.ts';
import {
  callbackRoute,
  documentRoute,
  type SignatureDeps,
  signaturesModule,
  signingLink,
  signingPage,
} from '../../../src/modules/signatures/index.ts';
import { HostedSigning, SandboxTemplates } from '../../../src/providers/esign/index.ts';
import { FileSigner, PdfWorkshop } from '../../../src/providers/pdf/index.ts';
import { systemTimers } from '../../../src/time/timers.ts';
import { PARTY } from '../parties/people.ts';
import { anAccount } from '../shared/accounts.ts';
import { type Api, fieldsOf, startApi } from '../shared/api.ts';
import { anIssuer, anOffering, aTrade } from '../shared/records.ts';

export const SECRET = 'the-secret-of-the-provider';

/** Its thread keeps nothing running, and ends by itself. */
const pdf = new PdfWorkshop({ timers: systemTimers });

export const SIGNER = new FileSigner(Buffer.alloc(32, 3));

function withProvider(deps: ModuleDeps): SignatureDeps {
  const esign = new HostedSigning({
    sources: [new SandboxTemplates({ pdf })],
    linkTo: (envelopeId) => signingLink(deps, envelopeId),
  });
  return { ...deps, pdf, signer: SIGNER, esign };
}

export interface SigningApi {
  readonly api: Api;
  readonly offeringId: string;
  readonly accountId: string;
  readonly partyId: string;
  readonly tradeId: string;
  /** The three ids that documents are sent by. */
  readonly ids: { readonly offeringId: string; readonly accountId: string; readonly tradeId: string };
  /** Calls a method of documents and answers what is under its key. */
  ask(method: string, fields: object): Promise<unknown>;
  addTemplate(name?: string): Promise<number>;
  /** The addresses of the documents of the trade, which are sent for it. */
  signingUrls(): Promise<string[]>;
}

/** With further modules where they are given. */
export async function startSigning(
  database: Database,
  further: readonly ((deps: SignatureDeps) => Method[])[] = [],
): Promise<SigningApi> {
  const modules = [
    (deps: ModuleDeps) => signaturesModule(withProvider(deps)),
    partiesModule,
    linksModule,
    (deps: ModuleDeps) => accountsModule(deps, new AccountDirectory(deps.db)),
    ...further.map((module) => (deps: ModuleDeps) => module(withProvider(deps))),
  ];
  const api = await startApi(database, modules, {
    keys: { LOW: { clientId: 'C1', scopes: ['trade.read'] } },
    pages: (deps) => [signingPage(withProvider(deps))],
    routes: (deps) => [documentRoute(withProvider(deps)), callbackRoute(withProvider(deps), SECRET)],
  });
  const offering = await anOffering(database.db, 'C1', await anIssuer(database.db, 'C1'));
  const offeringId = String(offering.offering_id);
  const accountId = await anAccount(api);
  const partyId = idIn(fieldsOf(await api.call('PUT', 'createParty', PARTY)), 'partyId');
  const link = {
    firstEntryType: 'Account',
    firstEntry: accountId,
    relatedEntryType: 'IndivACParty',
    linkType: 'owner',
  };
  fieldsOf(await api.call('PUT', 'createLink', { ...link, relatedEntry: partyId, primary_value: 1 }));
  const trade = await aTrade(database.db, 'C1', offering.offering_id, { account_id: accountId, party_id: partyId });
  const ids = { offeringId, accountId, tradeId: String(trade.trade_id) };
  const ask: SigningApi['ask'] = async (method, fields) =>
    Object.values(fieldsOf(await api.call('POST', method, { ...fields })))[0];
  api.fired.length = 0;
  return {
    api,
    ...ids,
    partyId,
    ids,
    ask,
    addTemplate: async (name = 'Agreement') => {
      const file_name = `templatename0=example-subscription-agreement--${name}`;
      const [added] = (await ask('addSubscriptionsforOffering', { offeringId, file_name })) as {
        templateNameID: number;
      }[];
      return added!.templateNameID;
    },
    signingUrls: async () => {
      const sent = (await ask('sendSubscriptionDocumentClient', ids)) as { signingUrl: string }[];
      api.fired.length = 0;
      return sent.map(({ signingUrl }) => signingUrl);
    },
  };
}

function idIn(answer: unknown, name: string): string {
  return new RegExp(`"${name}":"?([A-Za-z0-9]+)`).exec(JSON.stringify(answer))![1]!;
}

/** The address of the document of a page. */
export function documentOf(pageUrl: string): string {
  return pageUrl.replace('/pages/sign?', '/pages/sign/document?');
}

/** Sends the form of a page as a browser does. */
export async function sendForm(pageUrl: string, form: Readonly<Record<string, string>>) {
  const response = await fetch(pageUrl, { method: 'POST', body: new URLSearchParams(form) });
  return { http: response.status, page: await response.text() };
}

/** Opens the document and signs it. */
export async function signAt(pageUrl: string, name = 'First Last') {
  await (await fetch(documentOf(pageUrl))).arrayBuffer();
  return sendForm(pageUrl, { action: 'sign', name, agree: 'yes' });
}
