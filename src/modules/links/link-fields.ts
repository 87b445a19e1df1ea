/** A link as the API shows it (C60). */
import Type from 'typebox';
import type { LinkRow } from '../../database/schema/index.ts';
import { textsSchema } from '../shared/values/index.ts';

const NAMES = ['firstEntryType', 'firstEntry', 'relatedEntryType', 'relatedEntry', 'linkType', 'notes'] as const;

export const linkSchema = textsSchema('id', ...NAMES);

export function linkFields(row: LinkRow): Record<string, string> {
  return { id: String(row.link_id), ...entries(row) };
}

/** A link as the retired method getLinkedAccounts shows it, with another name for the id. */
export const linkedAccountSchema = Type.Object({ ...textsSchema('linkId', ...NAMES).properties });

export function linkedAccountFields(row: LinkRow): Record<string, string> {
  return { linkId: String(row.link_id), ...entries(row) };
}

function entries(row: LinkRow): Record<(typeof NAMES)[number], string> {
  return {
    firstEntryType: row.first_entry_type,
    firstEntry: row.first_entry,
    relatedEntryType: row.related_entry_type,
    relatedEntry: row.related_entry,
    linkType: row.link_type,
    notes: row.notes,
  };
}
