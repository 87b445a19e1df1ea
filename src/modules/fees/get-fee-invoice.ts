/** What the orders of a client paid in a month, by security and role (X8). */
import { type Selectable, sql } from 'kysely';
import Type from 'typebox';
import { easternDate } from '../../calendar/eastern-time.ts';
import { csvTable } from '../../csv/index.ts';
import type { Db, FeeSumRow } from '../../database/schema/index.ts';
import { FEE_ROLES, type SecurityId } from '../../exchange/api/index.ts';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { choice, optional, required, text } from '../../http/parameters/index.ts';
import { malformed, missing } from '../ats/index.ts';
import { longRead } from '../shared/list/index.ts';
import { ownedBy } from '../shared/record/index.ts';
import {
  choicesSchema,
  jsonCursorOrNull,
  jsonCursorParameter,
  pageLimit,
  pageOf,
  placeOfJson,
  says,
  signedText,
  textOrNull,
  view,
} from '../shared/values/index.ts';
import { type FeeDeps, requireReader } from './fee-deps.ts';

const PAGE_MAX = 200;

type Row = Selectable<FeeSumRow> & { readonly securityName: string };
type Sum = Pick<Row, 'security_id' | 'role'>;

const LINE_VIEW = view<Row>('FeeInvoiceLine')({
  securityId: says(({ security_id }) => String(security_id)),
  securityName: says(({ securityName }) => securityName),
  role: [choicesSchema(FEE_ROLES), ({ role }: Row) => role as (typeof FEE_ROLES)[number]],
  changes: [Type.Integer({ description: 'Lines of getFees that make it up.' }), ({ changes }: Row) => Number(changes)],
  fee: says(({ fee }) => signedText(BigInt(fee)), 'Dollars; below 0: more went back than was paid.'),
});

type Line = ReturnType<typeof LINE_VIEW.show>;
const COLUMNS = Object.keys(LINE_VIEW.parts) as readonly (keyof Line)[];

/** X8. */
export function getFeeInvoice(deps: FeeDeps): Method {
  return defineMethod({
    name: 'getFeeInvoice',
    summary: 'Makes the invoice of the fees of a month',
    refusals: [404, 503],
    description:
      'An extension (X8): what the orders of a client paid in a month (US Eastern), by security and role. Busts and ' +
      'corrections count in the month in which they were made. A client reads its own; a master key names one.',
    parameters: {
      month: required(
        text({
          ...{ maxLength: 7, pattern: /^20[0-9]{2}-(0[1-9]|1[0-2])$/, patternReason: 'must be a month, YYYY-MM' },
          description: 'YYYY-MM; not a later one than the present month.',
        }),
      ),
      clientId: optional(text({ maxLength: 200, description: 'The client; with a master key required.' })),
      cursor: jsonCursorParameter('nextCursor of the page before.'),
      limit: pageLimit('Lines', PAGE_MAX),
      format: optional(choice(['JSON', 'CSV'], { description: 'CSV: the page as text in csv; JSON when absent.' })),
    },
    response: Type.Object({
      invoice: Type.Object({
        clientId: Type.String(),
        month: Type.String(),
        isOver: Type.Enum(['Yes', 'No'], { description: 'No: the month goes on, and so does its invoice.' }),
        total: Type.String({ description: 'Dollars, of all lines, whichever are on this page.' }),
        lines: Type.Array(LINE_VIEW.schema),
      }),
      csv: Type.Optional(Type.String({ description: 'With format CSV, in place of lines: a header and a line each.' })),
      nextCursor: textOrNull('For the next page; null after the last.'),
    }),
    handler: async ({ client, values }) => {
      const { month, cursor, limit = PAGE_MAX, format = 'JSON' } = values;
      const present = easternDate(deps.nowUs()).slice(0, 7);
      if (month > present) throw malformed('month', 'is in the future');
      if (client.master && values.clientId === undefined) throw missing('clientId');
      const clientId = values.clientId ?? client.clientId;
      await requireReader(deps, client, clientId);
      const after = placeOfJson(cursor, isPlace);
      await deps.records.reached(deps.exchange.lastEventSeq());
      const { rows, total } = await longRead(deps.records, (db) =>
        readSums(db, { clientId, month }, { after, limit: limit + 1 }),
      );
      const { page, more } = pageOf(rows, limit);
      const last = page.at(-1);
      const nameOf = (securityId: SecurityId) => deps.exchange.security(securityId)?.name ?? '';
      const lines = page.map((row) => LINE_VIEW.show({ ...row, securityName: nameOf(row.security_id) }));
      const isOver = month < present ? ('Yes' as const) : ('No' as const);
      const sums = { clientId, month, isOver, total: signedText(BigInt(total)) };
      return {
        fields: {
          invoice: { ...sums, lines: format === 'CSV' ? [] : lines },
          ...(format === 'CSV' ? { csv: csvOf(sums, lines) } : {}),
          nextCursor: jsonCursorOrNull(more === 'Yes' && last !== undefined ? placeOf(last) : null),
        },
      };
    },
  });
}

/** Each line names the client and the month, so that files can be put together. */
function csvOf({ clientId, month }: { readonly clientId: string; readonly month: string }, lines: readonly Line[]) {
  const named = lines.map((line) => ({ clientId, month, ...line }));
  return csvTable(['clientId', 'month', ...COLUMNS], named);
}

interface Place {
  readonly securityId: number;
  readonly role: string;
}

async function readSums(
  db: Db,
  { clientId, month }: { readonly clientId: string; readonly month: string },
  { after, limit }: { readonly after: Place | null; readonly limit: number },
) {
  const rest = after === null ? sql`` : sql`and (security_id, role) > (${after.securityId}, ${after.role})`;
  const { rows } = await sql<Selectable<FeeSumRow>>`select * from fee_sums
    where ${ownedBy(clientId)} and month = ${month} ${rest}
    order by security_id, role limit ${limit}`.execute(db);
  const sum = await sql<{ readonly total: string }>`select cast(coalesce(sum(fee), 0) as text) as total
    from fee_sums where ${ownedBy(clientId)} and month = ${month}`.execute(db);
  return { rows, total: sum.rows[0]?.total ?? '0' };
}

function placeOf({ security_id: securityId, role }: Sum): Place {
  return { securityId, role };
}

function isPlace(place: unknown): place is Place {
  const { securityId, role } = (place ?? {}) as Record<keyof Place, unknown>;
  return Number.isSafeInteger(securityId) && typeof role === 'string';
}
