/** Lists of random records against a list that is made the slow, obvious way. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Database } from '../../../../src/database/database.ts';
import type { IssuerRow } from '../../../../src/database/schema/index.ts';
import type { Client } from '../../../../src/http/methods/client.ts';
import { ApiError } from '../../../../src/http/methods/status-codes.ts';
import { issuerResource } from '../../../../src/modules/issuers/issuer-fields.ts';
import { answerList, LongReads, type Resource } from '../../../../src/modules/shared/list/index.ts';
import { timestamp } from '../../../../src/modules/shared/values/times.ts';
import { describeOnBothDatabases } from '../../../support/database.ts';
import { runs } from '../../../support/thorough.ts';

const SECOND = 1_000_000;
const START = Date.UTC(2030, 0, 1) * 1000;
/** Different in case, in language and in how they sort by code points and by UTF-16 units. */
const NAMES = ['a', 'B', 'b', 'Z', 'é', 'z', '_', '', '10', '9', '\u{1F600}', '\uFB00', "o'b", '%'];

interface Query {
  readonly clientId: string;
  readonly master: boolean;
  /** For a master key: whose records. */
  readonly only: string | undefined;
  readonly deleted: boolean;
  readonly offset: number;
  readonly limit: number;
  readonly names: readonly string[];
  readonly ids: readonly number[];
  readonly phones: readonly string[];
  /** A part of the name. */
  readonly part: string | undefined;
  readonly from: number | undefined;
  readonly until: number | undefined;
  readonly sort: string | undefined;
}

const issuer = fc.record({
  client_id: fc.constantFrom('C1', 'C1', 'C2'),
  issuer_name: fc.constantFrom(...NAMES),
  phone_number: fc.option(fc.constantFrom('1', '2')),
  second: fc.integer({ min: 0, max: 20 }),
  deleted: fc.boolean(),
});

const query: fc.Arbitrary<Query> = fc.record({
  clientId: fc.constantFrom('C1', 'C2', 'C3'),
  master: fc.constantFrom(false, false, true),
  only: fc.constantFrom(undefined, undefined, 'C1', 'C2', 'unknown'),
  deleted: fc.boolean(),
  offset: fc.constantFrom(0, 0, 1, 5, 30),
  limit: fc.constantFrom(1, 3, 10, 500),
  names: fc.constantFrom([], [], NAMES.slice(0, 2), ['a'], ['unknown'], NAMES.slice(3)),
  ids: fc.constantFrom([], [], [], [1001], [1003, 1010, 9999], [1020, 1020]),
  phones: fc.constantFrom([], [], ['1'], ['1', '2']),
  part: fc.constantFrom(undefined, undefined, 'b', 'B', 'É', '%', '_', "'", '9', 'none'),
  from: fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }),
  until: fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }),
  sort: fc.constantFrom(
    undefined,
    'createdDate:asc',
    'createdDate:DESC',
    'issuerName:asc',
    'issuerName:desc',
    'phoneNumber:Asc',
    'phoneNumber:desc',
    'issuerId',
    'unknown:asc',
    'issuerName:sideways',
  ),
});

const byCodePoints = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Compares by a key, of which null is least. */
function by(key: (row: IssuerRow) => string | number | null, direction: 1 | -1) {
  return (one: IssuerRow, other: IssuerRow) => {
    const [a, b] = [key(one), key(other)];
    if (a === null || b === null) return direction * (Number(a !== null) - Number(b !== null));
    return direction * (typeof a === 'string' ? byCodePoints(a, String(b)) : a - Number(b));
  };
}

function inOrder(rows: readonly IssuerRow[], sort: string | undefined): IssuerRow[] {
  const [name, direction = 'asc'] = (sort ?? 'createdDate:desc').toLowerCase().split(':');
  const sign = direction === 'desc' ? -1 : 1;
  const newest = [by((row) => row.created_at, -1), by((row) => row.issuer_id, -1)];
  const keys = new Map([
    ['createddate', [by((row) => row.created_at, sign), by((row) => row.issuer_id, sign)]],
    ['issuername', [by((row) => row.issuer_name, sign), ...newest]],
    ['phonenumber', [by((row) => row.phone_number, sign), ...newest]],
    ['issuerid', [by((row) => row.issuer_id, sign)]],
  ]);
  const compare = (['asc', 'desc'].includes(direction) && keys.get(name!)) || newest;
  return rows.toSorted((a, b) => compare.map((one) => one(a, b)).find((order) => order !== 0) ?? 0);
}

function expected(rows: readonly IssuerRow[], asked: Query): unknown {
  const matching = rows.filter(
    (row) =>
      (asked.master ? [undefined, row.client_id].includes(asked.only) : row.client_id === asked.clientId) &&
      (asked.deleted || row.deleted_at === null) &&
      (asked.names.length === 0 || asked.names.includes(row.issuer_name)) &&
      (asked.ids.length === 0 || asked.ids.includes(row.issuer_id)) &&
      (asked.phones.length === 0 || (row.phone_number !== null && asked.phones.includes(row.phone_number))) &&
      (asked.part === undefined || row.issuer_name.toLowerCase().includes(asked.part.toLowerCase())) &&
      (asked.from === undefined || row.created_at >= START + asked.from * SECOND) &&
      (asked.until === undefined || row.created_at < START + (asked.until + 1) * SECOND),
  );
  if (asked.offset > 0 && asked.offset >= matching.length) return 239;
  const page = inOrder(matching, asked.sort).slice(asked.offset, asked.offset + asked.limit);
  return {
    ids: page.map((row) => String(row.issuer_id)),
    clients: asked.master ? page.map((row) => row.client_id) : [],
    states: page.map((row) => (asked.deleted ? (row.deleted_at === null ? 'ACTIVE' : 'DELETED') : undefined)),
    pagination: {
      totalRecords: matching.length,
      startIndex: asked.offset,
      endIndex: Math.max(0, asked.offset + page.length - 1),
    },
  };
}

function sentFor(asked: Query): URLSearchParams {
  const filters = [
    ...asked.names.map((name) => ['filter[issuerName]', name]),
    ...asked.ids.map((id) => ['filter[issuerId]', String(id)]),
    ...asked.phones.map((phone) => ['filter', `phoneNumber:${phone}`]),
    ...(asked.master && asked.only !== undefined ? [['filter[clientId]', asked.only]] : []),
  ];
  const time = (second: number) => timestamp(START + second * SECOND);
  if (asked.part !== undefined) filters.push(['filter[issuerName][has]', asked.part]);
  if (asked.from !== undefined) filters.push(['filter[createdDate][min]', time(asked.from)]);
  if (asked.until !== undefined) filters.push(['filter[createdDate][max]', time(asked.until)]);
  return new URLSearchParams(filters as [string, string][]);
}

async function answered(resource: Resource<'issuers'>, asked: Query): Promise<unknown> {
  const { clientId, master, offset, limit, deleted, sort } = asked;
  const client = { clientId, master, scopes: new Set(['issuer.read.pii_high']) } as unknown as Client;
  const values = { offset: String(offset), limit: String(limit), deleted, sort, filter: undefined };
  try {
    const { fields } = await answerList(resource, 'issuers', { client, query: sentFor(asked), values });
    const items = fields?.issuers as { issuerId: string; clientId?: string; virtualStatus?: string }[];
    return {
      ids: items.map(({ issuerId }) => issuerId),
      clients: items.flatMap((item) => item.clientId ?? []),
      states: items.map(({ virtualStatus }) => virtualStatus),
      pagination: fields?.pagination,
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect(error.options.fields).toEqual({ issuers: [] });
    return error.statusCode;
  }
}

async function store(
  database: Database,
  issuers: readonly (typeof issuer extends fc.Arbitrary<infer T> ? T : never)[],
) {
  const rows = issuers.map(
    (one, index): IssuerRow => ({
      issuer_id: 1001 + index,
      client_id: one.client_id,
      issuer_name: one.issuer_name,
      first_name: '',
      last_name: '',
      email: '',
      phone_number: one.phone_number,
      issuer_status: 'Pending',
      created_ip_address: null,
      updated_ip_address: null,
      // Several in one second, and some at the very same time.
      created_at: START + one.second * SECOND + (index % 3) * 1000,
      updated_at: null,
      deleted_at: one.deleted ? START : null,
    }),
  );
  await database.db.insertInto('issuers').values(rows).execute();
  return rows;
}

describeOnBothDatabases('a list', (open) => {
  test.each([true, false])('shows what the slow list shows (counts kept: %s)', async (counted) => {
    const database = await open();
    const [issuers = []] = fc.sample(fc.array(issuer, { minLength: 60, maxLength: 60 }), { numRuns: 1, seed: 7 });
    const rows = await store(database, issuers);
    const deps = { db: database.db, longReads: new LongReads(database) };
    const resource = { ...issuerResource(deps), counted };
    await fc.assert(
      fc.asyncProperty(query, async (asked) => {
        expect(await answered(resource, asked)).toEqual(expected(rows, asked));
      }),
      { numRuns: runs(50, 150) },
    );
  });
});
