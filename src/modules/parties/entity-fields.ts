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
    column: 'domicile',
    kind: line('expected U.S. citizen, U.S. resident or non-resident; kept as sent'),
    empty: '',
    pii: 'none',
  },
  { name: 'entityName', column: 'entity_name', kind: line('name'), required: true, empty: '', pii: 'pii_medium' },
  {
    name: 'entityType',
    column: 'entity_type',
    kind: line('expected Revocable Trust, Irrevocable Trust, Limited Partnership, LLC or Corporation; kept as sent'),
    empty: '',
    pii: 'none',
  },
  { name: 'entityDesc', column: 'entity_desc', kind: line('description'), empty: '', pii: 'pii_medium' },
  { name: 'ein', column: 'ein', kind: taxId(), empty: '', sealed: true, pii: 'pii_high' },
  ...address(true),
  { name: 'totalAssets', column: 'total_assets', kind: dollars, empty: null, pii: 'pii_high' },
  {
    name: 'ownersAI',
    column: 'owners_ai',
    kind: line('expected Yes or No; kept as sent'),
    empty: null,
    pii: 'pii_low',
  },
  { name: 'KYCstatus', column: 'kyc_status', kind: reviewStatus, empty: null, pii: 'none' },
  { name: 'AMLstatus', column: 'aml_status', kind: reviewStatus, empty: null, pii: 'none' },
  { name: 'AMLdate', column: 'aml_date', kind: day, empty: null, pii: 'pii_low' },
  { name: 'tags', column: 'tags', kind: tags(), empty: '', pii: 'pii_low' },
  {
    name: 'notes',
    column: 'notes',
    kind: text({ description: 'free text', keepEmpty: true }),
    empty: '',
    pii: 'pii_medium',
  },
  { name: 'formationDate', column: 'formation_date', kind: day, empty: null, pii: 'pii_medium' },
] as const satisfies readonly Field<EntityRow>[];
