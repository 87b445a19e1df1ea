/** A link as the API shows it (C60). */

import Type from 'typebox';
import type { LinkRow } from '../../database/schema/index.ts';
import { namedObject } from '../../http/methods/index.ts';
import { webhooksIn } from '../../http/openapi/index.ts';
import type { Item, ReadDeps, Resource } from '../shared/list/index.ts';
import { linkFields, numberField, type RecordKind, textField, timeField } from '../shared/record/index.ts';
import { textsSchema } from '../shared/values/index.ts';

const NAMES = ['firstEntryType', 'firstEntry', 'relatedEntryType', 'relatedEntry', 'linkType', 'notes'] as const;

export const linkSchema = namedObject('Link', textsSchema('id', ...NAMES).properties);

/** A link as the retired method getLinkedAccounts shows it, with another name for the id. */
export const linkedAccountSchema = Type.Object({ ...textsSchema('linkId', ...NAMES).properties });

export function linkedAccountFields(row: LinkRow) {
  const { id: linkId, ...entries } = linkFields(row);
  return { linkId, ...entries };
}

export const LINK: RecordKind<'links'> = { table: 'links', id: 'link_id', unknown: 404 };

/** Links as GET /v3/links shows them: they say who belongs to what only by ids, so each level shows all (C25). */
export function linkResource(deps: ReadDeps): Resource<'links'> {
  return {
    deps,
    table: 'links',
    id: 'link_id',
    hides: 'deleted',
    scope: 'link.read',
    fields: {
      id: numberField('link_id', { filter: 'indexed' }),
      firstEntryType: textField('first_entry_type'),
      firstEntry: textField('first_entry', { filter: 'indexed' }),
      relatedEntryType: textField('related_entry_type'),
      relatedEntry: textField('related_entry', { filter: 'indexed' }),
      linkType: textField('link_type'),
      primary_value: numberField('primary_value'),
      createdDate: timeField('created_at'),
    },
    itemSchema: linkSchema,
    items: (rows): Item[] => rows.map(linkFields),
  };
}

/** The webhooks of links. */

const SHOWN = ['id', ...NAMES];

export const LINK_WEBHOOKS = webhooksIn('Links', {
  createLink: { summary: 'A link was made', fields: SHOWN },
  deleteLink: { summary: 'A link was deleted, by itself or with one of its records', fields: SHOWN },
});
