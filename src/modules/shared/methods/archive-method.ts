import Type from 'typebox';
import type { Db } from '../../../database/schema/index.ts';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { choice, required } from '../../../http/parameters/index.ts';
import { type ChangeDeps, changeAfter } from '../change/index.ts';
import { idParameter, type Owned, ownerOf, type RecordOwner } from '../record/index.ts';
import { textsSchema } from '../values/index.ts';

export interface ArchiveMethod {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** The key of the answer. */
  readonly key: string;
  readonly deps: ChangeDeps;
  readonly owner: RecordOwner;
  /** Called in the transaction, once the owner was found; 1 is archived, 0 active. */
  readonly setArchived: (db: Db, of: Owned, archived: 0 | 1) => Promise<unknown>;
  readonly afterCommit?: (of: Owned) => unknown;
}

/** 1 (archived) or 0 (active), as methods with an archive switch take it. */
export function archiveStatus() {
  return choice(['1', '0'], { description: '1: archived, 0: active' });
}

/** The stored flag of an archiveStatus. */
export function archivedFlag(status: '0' | '1'): 0 | 1 {
  return status === '1' ? 1 : 0;
}

/**
 * A method that archives a record or makes it active again, answering (and sending as its webhook) the id and the
 * status:
 *
 *     archiveMethod({
 *       services, name: 'updatePartyEntityArchivestatus', aliases: ['updatePartyEntityArchiveStatus'],
 *       key: 'partyDetails', owner: PARTY,
 *       setArchived: (db, of, archived) => writeRecord(db, PARTY, of, { archived, updated_at: nowUs() }),
 *     })
 */
export function archiveMethod(declared: ArchiveMethod): Method {
  const { name, aliases = [], key, deps, owner, setArchived, afterCommit } = declared;
  return defineMethod({
    name,
    aliases,
    summary: 'Archives a record, or makes it active again',
    description: 'Archived records can still be read; lists show them only on request.',
    refusals: [owner.unknown],
    parameters: { ...idParameter(owner), archiveStatus: required(archiveStatus()) },
    response: Type.Object({ [key]: Type.Array(textsSchema(owner.name, 'archiveStatus')) }),
    handler: changeAfter(
      deps,
      ({ client, values }) => ownerOf(owner, client, values),
      async ({ client, values }, db, id) => {
        const of = { clientId: client.clientId, id };
        await setArchived(db, of, archivedFlag(values.archiveStatus));
        const fields = { [owner.name]: id, archiveStatus: values.archiveStatus };
        return { fields: { [key]: [fields] }, webhook: fields, afterCommit: () => afterCommit?.(of) };
      },
    ),
  });
}
