/**
 * The parameters of every list. Their faults have special codes, so the list reads them instead of the registry.
 */

import Type, { type TSchema } from 'typebox';
import { namedObject } from '../../../http/methods/index.ts';
import { choice, flag, type Kind, optional } from '../../../http/parameters/index.ts';
import type { ListField } from '../record/index.ts';
import { LIMIT_DEFAULT, LIMIT_MAX } from './page.ts';
import type { Sums } from './resource.ts';

export type ListParameters = ReturnType<typeof listParameters>;

/**
 * @param name of the method, after which the document names the schema of its filter
 * @param sums what the list can be summed by; absent: it does not take `sumBy`
 */
export function listParameters(name: string, fields: Readonly<Record<string, ListField>>, sums?: Sums) {
  return {
    offset: optional(
      unread({ type: ['integer', 'string'], minimum: 0, default: 0, description: 'Index of the first record, from 0' }),
    ),
    limit: optional(
      unread({
        type: ['integer', 'string'],
        minimum: 1,
        maximum: LIMIT_MAX,
        default: LIMIT_DEFAULT,
        description: 'Most records of the page',
      }),
    ),
    deleted: optional(flag({ description: 'Whether deleted and archived records are in the list; false when absent' })),
    filter: optional(unread(filterSchema(name, fields))),
    sort: optional(unread(sortSchema(fields))),
    ...(sums === undefined ? ({} as SumParameter) : sumParameter(sums)),
  };
}

type SumParameter = ReturnType<typeof sumParameter>;

function sumParameter({ by, of }: Sums) {
  const description = `Adds sums of ${of.join(' and ')} over all records that match, by this field (C99).`;
  return { sumBy: optional(choice(by, { description })) };
}

function unread(schema: Readonly<Record<string, unknown>>): Kind<unknown> {
  return { schema: Type.Unsafe<unknown>(schema as TSchema), keepEmpty: false, read: (value) => value };
}

function filterSchema(name: string, fields: Readonly<Record<string, ListField>>): Readonly<Record<string, unknown>> {
  const filtered = Object.entries(fields).filter(([, { filter }]) => filter !== 'no');
  return {
    title: `${name.charAt(0).toUpperCase()}${name.slice(1)}Filter`,
    type: 'object',
    description: [
      'Records whose fields have these values: all of the fields, any of the values of one field. In a URL',
      '`filter[name]=value` (repeated for alternatives), `filter={"name":"value"}` or ' +
        '`filter={"name":["one","other"]}`',
      '(JSON), or `filter=name:value` (repeated); ranges, where a field has them, `filter[name][min]=value` and',
      '`filter[name][max]=value`, both ends included; of a text a part, `filter[name][has]=part`, in any case of its',
      'letters.',
    ].join(' '),
    properties: {
      ...Object.fromEntries(filtered.map(([name, field]) => [name, valueSchema(field)])),
      clientId: { type: 'string', description: 'whose records; with a master key, one client' },
    },
    additionalProperties: false,
  };
}

const VALUE = { type: ['string', 'number', 'boolean'] };
const ENDS = { min: VALUE, max: VALUE };
const PART = { has: { type: 'string' } };

/** The forms of a condition have names, which all filters of the document share. */
function valueSchema({ form, range, contains }: ListField): unknown {
  const values = [VALUE, { type: 'array', items: VALUE }];
  if (!range && !contains) return { title: 'Values', description: form, anyOf: values };
  const properties = { ...(range ? ENDS : {}), ...(contains ? PART : {}) };
  const parts = { type: 'object', properties, additionalProperties: false };
  const title = range ? (contains ? 'ValuesRangeOrPart' : 'ValuesOrRange') : 'ValuesOrPart';
  return { title, description: form, anyOf: [...values, parts] };
}

function sortSchema(fields: Readonly<Record<string, ListField>>): Readonly<Record<string, unknown>> {
  const sorted = Object.keys(fields).filter((name) => fields[name]!.sort);
  return {
    type: 'string',
    description:
      `field:direction, for example ${sorted[0]}:asc; the direction in any case, ascending when absent. ` +
      `Newest first when absent or not one of ${sorted.join(', ')}`,
  };
}

/** The fields of every response next to the list. */
export const paginationSchema = namedObject('Pagination', {
  totalRecords: Type.Integer({ description: 'all that match' }),
  startIndex: Type.Integer({ description: 'the offset' }),
  endIndex: Type.Integer({ description: 'index of the last record of the page; 0 for an empty page' }),
});
