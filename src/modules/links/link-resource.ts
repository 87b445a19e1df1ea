import type { Item, ReadServices, Resource } from '../shared/list/index.ts';
import { LINK_PII, numberField, textField, timeField } from '../shared/record/index.ts';
import { linkFields, linkSchema } from './link-fields.ts';

/** Links as GET /v3/links shows them (C25). */
export function linkResource(services: ReadServices): Resource<'links'> {
  return {
    services,
    table: 'links',
    id: 'link_id',
    hides: 'deleted',
    scope: 'link.read',
    pii: LINK_PII,
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
