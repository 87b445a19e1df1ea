/** What createLink checks, in the order of C60. */
import type { Db } from '../../database/schema/index.ts';
import { malformedCall } from '../../http/body/index.ts';
import { ApiError } from '../../http/methods/index.ts';
import { findAccount } from '../accounts/index.ts';
import { findEntity, findParty } from '../parties/index.ts';
import { linkExists, type NewLink, primaryPartyOf } from './link-records.ts';

const FIRST_TYPES = ['Account'] as const;
const RELATED_TYPES = ['Account', 'IndivACParty', 'EntityACParty'] as const;

const LINK_TYPES = [
  'owner',
  'secondary',
  'manager',
  'member',
  'officer',
  'director',
  'spouse',
  'beneficiary',
  'trustee',
  'custodian',
  'parentco',
  'subsidiary',
  'other',
  'acgroup',
  'advisor',
  'attorney',
  'proxy',
] as const;

/** A link as it was sent; everything that is required is there. */
export interface SentLink {
  readonly firstEntryType: string;
  readonly firstEntry: string;
  readonly relatedEntryType: string;
  readonly relatedEntry: string;
  readonly linkType: string;
  readonly notes: string;
  readonly primary: boolean;
}

/** The link to store, or ApiError: 1422, 1404 or 1400, whichever fault comes first. */
export async function checkLink(db: Db, clientId: string, sent: SentLink): Promise<NewLink> {
  member('firstEntryType', sent.firstEntryType, FIRST_TYPES);
  if (!(await findAccount(db, clientId, sent.firstEntry))) throw missing('firstEntry');
  const related_entry_type = member('relatedEntryType', sent.relatedEntryType, RELATED_TYPES);
  if (!(await exists(db, clientId, related_entry_type, sent.relatedEntry))) throw missing('relatedEntry');
  const link: NewLink = {
    first_entry: sent.firstEntry,
    related_entry_type,
    related_entry: sent.relatedEntry,
    link_type: member('linkType', sent.linkType, LINK_TYPES),
    primary_value: sent.primary ? 1 : 0,
    notes: sent.notes,
  };
  if (link.first_entry === link.related_entry) {
    throw malformedCall('resource', 'relatedEntry', 'must be another record than firstEntry');
  }
  await refuseConflicts(db, clientId, link);
  return link;
}

/** Throws ApiError when an existing link rules the new one out. */
async function refuseConflicts(db: Db, clientId: string, link: NewLink): Promise<void> {
  if (await linkExists(db, link)) throw malformedCall('resource', 'relatedEntry', 'is linked so already');
  if (link.primary_value === 0) return;
  if (link.related_entry_type !== 'IndivACParty') {
    throw unacceptable('primary_value', 'can be 1 only when relatedEntryType is IndivACParty');
  }
  if ((await primaryPartyOf(db, clientId, link.first_entry)) !== undefined) {
    throw unacceptable('primary_value', 'cannot be 1: the account has a primary party');
  }
}

async function exists(db: Db, clientId: string, type: (typeof RELATED_TYPES)[number], id: string): Promise<boolean> {
  const find = { Account: findAccount, IndivACParty: findParty, EntityACParty: findEntity }[type];
  return (await find(db, clientId, id)) !== undefined;
}

/** The member in its own spelling; read without regard to case (C60). */
function member<const M extends readonly string[]>(name: string, sent: string, members: M): M[number] {
  const found = members.find((one) => one.toLowerCase() === sent.toLowerCase());
  if (found === undefined) throw unacceptable(name, `must be one of ${members.join(', ')}`);
  return found;
}

function unacceptable(name: string, reason: string): ApiError {
  return new ApiError(1422, undefined, { statusDesc: `The parameter "${name}" ${reason}.` });
}

function missing(name: string): ApiError {
  return new ApiError(1404, undefined, { statusDesc: `The record that "${name}" names was not found.` });
}
