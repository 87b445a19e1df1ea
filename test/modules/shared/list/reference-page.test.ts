import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../../../src/http/openapi/document.ts';
import { issuersModule } from '../../../../src/modules/issuers/index.ts';
import type { ModuleDeps } from '../../../../src/modules/shared/deps.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly style?: string;
  readonly explode?: boolean;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

interface Operation {
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties: Readonly<Record<string, unknown>> }>>;
  };
}

test('a list is described with its parameters, filters in brackets and the shape of its answer', async () => {
  const methods = issuersModule({} as ModuleDeps);
  const document = openApiDocument({ methods, environment: 'sandbox', version: 'test' });
  expect(await new Validator().validate(JSON.parse(JSON.stringify(document)))).toMatchObject({ valid: true });
  const { paths, components } = document as never as Described;
  const list = paths['/v3/issuers']!;
  const { description, parameters, responses } = list.get!;
  expect(description).toContain('issuer.read.pii_medium or issuer.list, or a higher level of it');
  expect(parameters.map(({ name }) => name)).toEqual(['offset', 'limit', 'deleted', 'filter', 'sort']);
  const named = (name: string) => parameters.find((one) => one.name === name)!;
  expect(named('limit').schema).toMatchObject({ minimum: 1, maximum: 500, default: 10 });
  expect(named('filter')).toMatchObject({ in: 'query', style: 'deepObject', explode: true });
  expect(named('filter').schema).toEqual({ $ref: '#/components/schemas/ListIssuersFilter' });
  const { properties } = components.schemas.ListIssuersFilter!;
  expect(Object.keys(properties)).toEqual([
    'issuerId',
    'issuerName',
    'firstName',
    'lastName',
    'email',
    'phoneNumber',
    'issuerStatus',
    'createdDate',
    'updatedDate',
    'clientId',
  ]);
  expect(properties.createdDate).toMatchObject({ $ref: '#/components/schemas/ValuesOrRange' });
  expect(properties.issuerId).toMatchObject({ $ref: '#/components/schemas/Values' });
  expect(JSON.stringify(components.schemas.ValuesOrRange)).toContain('"min"');
  expect(named('sort').description).toContain('createdDate');
  expect(JSON.stringify(responses['200'])).toContain('"#/components/schemas/ListIssuersAnswer"');
  const answer = JSON.stringify(components.schemas.ListIssuersAnswer);
  expect(answer).toContain('"#/components/schemas/Issuer"');
  expect(answer).toContain('"#/components/schemas/Pagination"');
  expect(JSON.stringify(components.schemas.Pagination)).toContain('totalRecords');
  expect(list.post).toBeDefined();
});
