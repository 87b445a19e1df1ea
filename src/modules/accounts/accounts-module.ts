import Type from 'typebox';
import type { AccountRow, Db } from '../../database/schema/index.ts';
import { type Client, defineMethod, inGroup, type Method } from '../../http/methods/index.ts';
import { required, text } from '../../http/parameters/index.ts';
import { changeAfter, sendWebhookOfRead } from '../shared/change/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
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
  deps: ModuleDeps,
  directory: AccountDirectory = new AccountDirectory(deps.db),
  money: readonly AccountMoney[] = [],
): Method[] {
  const owner = accountOwner(deps);
  return inGroup({ group: 'Accounts', levels: ACCOUNT_LEVELS }, [
    createAccount(deps),
    getAccount(deps),
    ...resourceMethods(accountResource(deps), {
      many: 'accounts',
      one: { name: 'account', what: 'an account', id: 'accountId', description: REDACTS },
      description: REDACTS,
    }),
    patchAccount(deps),
    updateAccount(deps),
    deleteAccount(deps, directory, money),
    getAllAccounts(deps),
    searchAccount(deps),
    calculateSuitability(deps, owner),
    updateSuitability(deps, owner),
    getSuitability(deps, owner),
    deleteSuitability(deps, owner),
    ...accountDocumentMethods(deps, owner),
    addAccountNote(deps, owner),
    getAccountNotes(deps, owner),
    accountArchiveMethod(deps, owner, { directory, money }),
  ]);
}

/** The path is spelled with a capital S, the webhook without one (C40): both spellings are accepted. */
function accountArchiveMethod(
  deps: ModuleDeps,
  account: RecordOwner,
  { directory, money }: { readonly directory: AccountDirectory; readonly money: readonly AccountMoney[] },
): Method {
  return archiveMethod({
    deps,
    name: 'updateAccountArchiveStatus',
    aliases: ['updateAccountArchivestatus'],
    key: 'accountDetails',
    owner: account,
    setArchived: (db, of, archived) => writeRecord(db, ACCOUNT, of, { archived, updated_at: deps.nowUs() }),
    afterCommit: async ({ clientId, id }) => {
      const of = { clientId, accountId: String(id) };
      // An archived account places no orders (V5), and pays for nothing (T15).
      directory.forget(of.accountId);
      const isSo = async (db: Db) => (await findAccount(db, clientId, of.accountId))?.archived === 1;
      await voidPaymentsOf(deps, money, of, { reason: 'The account was archived', isSo });
    },
  });
}

/** Documents of accounts: uploadAccountDocument, getAccountDocument, deleteAccountDocument. */
function accountDocumentMethods(deps: ModuleDeps, account: RecordOwner): Method[] {
  return documentMethods({
    deps,
    documents: deps.documents,
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
function accountOwner({ db }: ModuleDeps): RecordOwner {
  return recordOwner(db, ACCOUNT, { name: 'accountId', description: 'A and 6 to 10 digits' });
}

function addAccountNote(deps: ModuleDeps, account: RecordOwner): Method {
  const { nowUs } = deps;
  return defineMethod({
    name: 'addAccountNote',
    summary: 'Adds a note to an account',
    description: 'Notes cannot be changed or deleted; the number for each account is limited (106).',
    refusals: [148],
    parameters: { ...idParameter(account), ...noteParameters },
    response: Type.Object({ notesDetails: writtenSchema(accountNote) }),
    handler: changeAfter(
      deps,
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

function getAccountNotes(deps: ModuleDeps, account: RecordOwner): Method {
  const { db } = deps;
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

function getAccount(deps: ModuleDeps): Method {
  const { db, secrets } = deps;
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
      await sendWebhookOfRead(deps, call, () => accountFields(row, secrets));
      return { fields: { accountDetails: shownAccount(row, secrets, client) } };
    },
  });
}

function getAllAccounts(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'getAllAccounts',
    summary: 'All accounts of the client, newest first, at most 10,000; use GET /v3/accounts',
    description: 'Deleted accounts are left out. The list GET /v3/accounts has pages, filters and sorting.',
    deprecated: true,
    parameters: {},
    response: Type.Object({ accountDetails: Type.Array(shownAccountSchema) }),
    handler: ({ client }) => listedAccounts(deps, client),
  });
}

/** The accounts of the caller; with a word only those that contain it, in what the caller may see. */
async function listedAccounts(deps: ModuleDeps, client: Client, word?: string) {
  const reader = readerOf(client);
  const search = word === undefined ? {} : { word, inNames: maySee(client, ACCOUNT_LEVELS, 'accountName') };
  const accountDetails = await longList<AccountRow, object>(
    deps,
    (db, after, size) => accountsAfter(db, reader, { after, size, ...search }),
    (piece) => piece.map((row) => shownAccount(row, deps.secrets, client)),
  );
  return { fields: { accountDetails } };
}

function searchAccount(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'searchAccount',
    summary: 'Accounts by id, or by part of the name, newest first, at most 10,000; use GET /v3/accounts',
    description:
      'Case is ignored; without account.read.pii_medium only ids are searched. ' +
      'GET /v3/accounts has pages, filters and sorting.',
    deprecated: true,
    parameters: { searchKeyword: required(line('an account id, or part of an account name')) },
    response: Type.Object({ accountDetails: Type.Array(shownAccountSchema) }),
    handler: ({ client, values }) => listedAccounts(deps, client, values.searchKeyword),
  });
}
