/** The fields of an entity. */
import type { EntityRow } from '../../database/schema/index.ts';
import { type Kind, text } from '../../http/parameters/index.ts';
import type { Field } from '../shared/record/index.ts';
import { line, tags } from '../shared/values/index.ts';
import { address, day, dollars, reviewStatus } from './person-fields.ts';

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
    kind: line('expected U.S. citizen, U.S. resident or non-resident; kept as sent'),
    empty: '',
    pii: 'none',
  },
  { name: 'entityName', kind: line('name'), required: true, empty: '', pii: 'pii_medium' },
  {
    name: 'entityType',
    kind: line('expected Revocable Trust, Irrevocable Trust, Limited Partnership, LLC or Corporation; kept as sent'),
    empty: '',
    pii: 'none',
  },
  { name: 'entityDesc', kind: line('description'), empty: '', pii: 'pii_medium' },
  { name: 'ein', kind: taxId(), empty: '', sealed: true, pii: 'pii_high' },
  ...address(true),
  { name: 'totalAssets', kind: dollars, pii: 'pii_high' },
  { name: 'ownersAI', column: 'owners_ai', kind: line('expected Yes or No; kept as sent'), pii: 'pii_low' },
  { name: 'KYCstatus', column: 'kyc_status', kind: reviewStatus, pii: 'none' },
  { name: 'AMLstatus', column: 'aml_status', kind: reviewStatus, pii: 'none' },
  { name: 'AMLdate', column: 'aml_date', kind: day, pii: 'pii_low' },
  { name: 'tags', kind: tags(), empty: '', pii: 'pii_low' },
  { name: 'notes', kind: text({ description: 'free text', keepEmpty: true }), empty: '', pii: 'pii_medium' },
  { name: 'formationDate', kind: day, pii: 'pii_medium' },
] as const satisfies readonly Field<EntityRow>[];
