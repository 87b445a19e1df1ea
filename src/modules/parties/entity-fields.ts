/** The fields of an entity. */
import type { EntityRow } from '../../database/schema/index.ts';
import { type Kind, text } from '../../http/parameters/index.ts';
import type { Field } from '../shared/record/index.ts';
import { dollars, domicile, entityKind, line, reviewStatus, sentDay, tags } from '../shared/values/index.ts';
import { address } from './person-fields.ts';

function taxId(): Kind<string> {
  return text({
    description: 'employer id or individual tax id; digits, with or without hyphens',
    maxLength: 20,
    pattern: /^[0-9][0-9-]*$/,
    patternReason: 'must be digits, with or without hyphens',
  });
}

export const ENTITY_FIELDS = [
  {
    name: 'domicile',
    kind: domicile,
    empty: '',
    pii: 'none',
  },
  { name: 'entityName', kind: line('name'), required: true, empty: '', pii: 'pii_medium' },
  {
    name: 'entityType',
    kind: entityKind,
    empty: '',
    pii: 'none',
  },
  { name: 'entityDesc', kind: line('description'), empty: '', pii: 'pii_medium' },
  { name: 'ein', kind: taxId(), empty: '', sealed: true, pii: 'pii_high', hiddenAs: 'end' },
  ...address(true),
  { name: 'totalAssets', kind: dollars, pii: 'pii_high' },
  { name: 'ownersAI', column: 'owners_ai', kind: line('expected Yes or No; kept as sent'), pii: 'pii_low' },
  { name: 'KYCstatus', column: 'kyc_status', kind: reviewStatus, pii: 'none' },
  { name: 'AMLstatus', column: 'aml_status', kind: reviewStatus, pii: 'none' },
  { name: 'AMLdate', column: 'aml_date', kind: sentDay, pii: 'pii_low' },
  { name: 'tags', kind: tags(), empty: '', pii: 'pii_low' },
  { name: 'notes', kind: text({ description: 'free text', keepEmpty: true }), empty: '', pii: 'pii_medium' },
  { name: 'formationDate', kind: sentDay, pii: 'pii_medium' },
] as const satisfies readonly Field<EntityRow>[];
