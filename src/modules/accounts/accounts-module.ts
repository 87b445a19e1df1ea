import Type from 'typebox';
import type { AccountRow, Db } from '../../database/schema/index.ts';
import { type Client, defineMethod, inGroup, type Method } from '../../http/methods/index.ts';
import { required, text } from '../../http/parameters/index.ts';
import { changeAfter, sendWebhookOfRead } from '../shared/change/index.ts';
import { documentMethods } from '../shared/documents/index.ts';
import { longList, resourceMethods } from '../shared/list/index.ts';
import { archiveMethod } from '../shared/methods/index.ts';
import { insertNote, listNotes, noteFields, noteParameters, noteSchema } from '../shared/notes/index.ts';
import {
  found,
  idParameter,
  maySee,
  ownerOf,
  type RecordOwner,
  readerOf,
  readOwnerOf,
  recordOwner,
  writeRecord,
} from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { line, written, writtenSchema } from '../shared/values/index.ts';
import { createAccount, deleteAccount, patchAccount, updateAccount } from './account-changes.ts';
import { AccountDirectory } from './account-directory.ts';
import { ACCOUNT, accountFields, shownAccount, shownAccountSchema } from './account-fields.ts';
import { type AccountMoney, voidPaymentsOf } from './account-money.ts';
import { accountsAfter, findAccount } from './account-records.ts';
import { ACCOUNT_LEVELS, accountResource } from './account-resource.ts';
import { calculateSuitability, deleteSuitability, getSuitability, updateSuitability } from './suitability.ts';

const accountNote = noteSchema('AccountNote');

const REDACTS = 'Fields above the PII level of the scope come back as REDACTED.';

/** Accounts, which invest and trade. `money`: the ways in which their money moves. */
export function accountsModule(
  services: ModuleServices,
  directory: AccountDirectory = new AccountDirectory(services.db),
  money: readonly AccountMoney[] = [],
): Method[] {
  const owner = accountOwner(services);
  return inGroup({ group: 'Accounts', levels: ACCOUNT_LEVELS }, [
    createAccount(services),
    getAccount(services),
    ...resourceMethods(accountResource(services), {
      many: 'accounts',
      one: { name: 'account', what: 'an account', id: 'accountId', description: REDACTS },
      description: REDACTS,
    }),
    patchAccount(services),
    updateAccount(services),
    deleteAccount(services, directory, money),
    getAllAccounts(services),
    searchAccount(services),
    calculateSuitability(services, owner),
    updateSuitability(services, owner),
    getSuitability(services, owner),
    deleteSuitability(services, owner),
    ...accountDocumentMethods(services, owner),
    addAccountNote(services, owner),
    getAccountNotes(services, owner),
    accountArchiveMethod(services, owner, { directory, money }),
  ]);
}

/** The path is spelled with a capital S, the webhook without one (C40): both spellings are accepted. */
function accountArchiveMethod(
  services: ModuleServices,
  account: RecordOwner,
  { directory, money }: { readonly directory: AccountDirectory; readonly money: readonly AccountMoney[] },
): Method {
  return archiveMethod({
    services,
    name: 'updateAccountArchiveStatus',
    aliases: ['updateAccountArchivestatus'],
    key: 'accountDetails',
    owner: account,
    setArchived: (db, of, archived) => writeRecord(db, ACCOUNT, of, { archived, updated_at: services.nowUs() }),
    afterCommit: async ({ clientId, id }) => {
      const of = { clientId, accountId: String(id) };
      // An archived account places no orders (V5), and pays for nothing (T15).
      directory.forget(of.accountId);
      const isSo = async (db: Db) => (await findAccount(db, clientId, of.accountId))?.archived === 1;
      await voidPaymentsOf(services, money, of, { reason: 'The account was archived', isSo });
    },
  });
}

/** Documents of accounts: uploadAccountDocument, getAccountDocument, deleteAccountDocument. */
function accountDocumentMethods(services: ModuleServices, account: RecordOwner): Method[] {
  return documentMethods({
    services,
    documents: services.documents,
    kind: 'account',
    owner: account,
    upload: { name: 'uploadAccountDocument', key: 'document_details' },
    get: { name: 'getAccountDocument', key: 'document_details' },
    delete: {
      name: 'deleteAccountDocument',
      key: 'document_details',
      message: 'document deleted successfully',
    },
  });
}

/** The account that documents, notes and the archive switch belong to. */
function accountOwner({ db }: ModuleServices): RecordOwner {
  return recordOwner(db, ACCOUNT, { name: 'accountId', description: 'A and 6 to 10 digits' });
}

function addAccountNote(services: ModuleServices, account: RecordOwner): Method {
  const { nowUs } = services;
  return defineMethod({
    name: 'addAccountNote',
    summary: 'Adds a note to an account',
    description: 'Notes cannot be changed or deleted; the number for each account is limited (106).',
    refusals: [148],
    parameters: { ...idParameter(account), ...noteParameters },
    response: Type.Object({ notesDetails: writtenSchema(accountNote) }),
    handler: changeAfter(
      services,
      ({ client, values }) => ownerOf(account, client, values),
      async ({ client, values }, db, id) => {
        const owner = { clientId: client.clientId, kind: 'account', id } as const;
        const sent = { authorName: values.authorName, note: values.notes };
        const note = await insertNote(db, owner, sent, nowUs());
        return { fields: { notesDetails: written(noteFields(note)) } };
      },
    ),
  });
}

function getAccountNotes(services: ModuleServices, account: RecordOwner): Method {
  const { db } = services;
  return defineMethod({
    name: 'getAccountNotes',
    summary: 'Reads the notes of an account, newest first',
    description: 'Returns the text, the date and the author of each note.',
    refusals: [148],
    parameters: idParameter(account),
    response: Type.Object({ notesDetails: Type.Array(accountNote) }),
    handler: async ({ client, values }) => {
      const notes = await listNotes(db, { ...(await readOwnerOf(account, client, values)), kind: 'account' });
      return { fields: { notesDetails: notes.map(noteFields) } };
    },
  });
}

function getAccount(services: ModuleServices): Method {
  const { db, secrets } = services;
  return defineMethod({
    name: 'getAccount',
    summary: 'Reads an account',
    description: 'The tax id is masked for keys without account.read.pii_high. Deleted accounts are unknown (148).',
    refusals: [148],
    parameters: { accountId: required(text({ description: 'A and 6 to 10 digits' })) },
    response: Type.Object({ accountDetails: shownAccountSchema }),
    handler: async (call) => {
      const { client, values } = call;
      const row = found(ACCOUNT, await findAccount(db, readerOf(client), values.accountId));
      await sendWebhookOfRead(services, call, () => accountFields(row, secrets));
      return { fields: { accountDetails: shownAccount(row, secrets, client) } };
    },
  });
}

function getAllAccounts(services: ModuleServices): Method {
  return defineMethod({
    name: 'getAllAccounts',
    summary: 'All accounts of the client, newest first, at most 10,000; use GET /v3/accounts',
    description: 'Deleted accounts are left out. The list GET /v3/accounts has pages, filters and sorting.',
    deprecated: true,
    parameters: {},
    response: Type.Object({ accountDetails: Type.Array(shownAccountSchema) }),
    handler: ({ client }) => listedAccounts(services, client),
  });
}

/** The accounts of the caller; with a word only those that contain it, in what the caller may see. */
async function listedAccounts(services: ModuleServices, client: Client, word?: string) {
  const reader = readerOf(client);
  const search = word === undefined ? {} : { word, inNames: maySee(client, ACCOUNT_LEVELS, 'accountName') };
  const accountDetails = await longList<AccountRow, object>(
    services,
    (db, after, size) => accountsAfter(db, reader, { after, size, ...search }),
    (piece) => piece.map((row) => shownAccount(row, services.secrets, client)),
  );
  return { fields: { accountDetails } };
}

function searchAccount(services: ModuleServices): Method {
  return defineMethod({
    name: 'searchAccount',
    summary: 'Accounts by id, or by part of the name, newest first, at most 10,000; use GET /v3/accounts',
    description:
      'Case is ignored; without account.read.pii_medium only ids are searched. ' +
      'GET /v3/accounts has pages, filters and sorting.',
    deprecated: true,
    parameters: { searchKeyword: required(line('an account id, or part of an account name')) },
    response: Type.Object({ accountDetails: Type.Array(shownAccountSchema) }),
    handler: ({ client, values }) => listedAccounts(services, client, values.searchKeyword),
  });
}
