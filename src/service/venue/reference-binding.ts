/**
 * Holds the reference database and the journal together. Orders name records of the database: with one that is lost,
 * empty, older or another's, ids would be handed out a second time, and their new owners would own the old orders.
 */
import { randomUUID } from 'node:crypto';
import type { Db, VenueBindingRow } from '../../database/schema/index.ts';
import type { Command, Outcome, ReferenceMarks, SecurityView } from '../../exchange/api/index.ts';
import { keepIds } from '../../modules/shared/ids/index.ts';

/** What the exchange knows of the reference data. */
interface KnownReference {
  readonly referenceMarks: ReferenceMarks;
  securities(): readonly SecurityView[];
  clientsWithOrders(): ReadonlySet<string>;
}

export interface ReferenceVenue extends KnownReference {
  submit(command: Command): Promise<Outcome>;
}

/** The database lacks what the journal knows; the message names it. */
export class WrongDatabase extends Error {
  override readonly name = 'WrongDatabase';

  constructor(database: string, differences: readonly string[]) {
    const named = differences.slice(0, NAMED_MAX).join('; ');
    const more = differences.length > NAMED_MAX ? `; and ${differences.length - NAMED_MAX} more` : '';
    super(
      `${database} is not the reference database of the journal in this data folder, or is older than it: ` +
        `${named}${more}. Restore its newest backup, or name the right one`,
    );
  }
}

/** Differences that a message names. */
const NAMED_MAX = 8;
/** Offerings, and clients, that are read at a time. */
const PAGE = 500;

/** Whether the journal and the database belong together for good. */
export type Binding = 'bound' | 'new';

/** Throws WrongDatabase when the journal knows what the database does not. `database` names it for the message. */
export async function checkReference(db: Db, venue: KnownReference, database: string): Promise<Binding> {
  const bound = await db.selectFrom('venue_binding').selectAll().executeTakeFirst();
  const differences = [
    ...bindingDifferences(bound, venue.referenceMarks),
    ...(await idDifferences(db, venue.referenceMarks)),
    ...(await offeringDifferences(db, venue)),
    ...(await clientDifferences(db, venue)),
  ];
  if (differences.length > 0) throw new WrongDatabase(database, differences);
  return bound?.confirmed === 1 ? 'bound' : 'new';
}

/** Binds the two where they are not yet, and from now on has every id in the journal before it is handed out. */
export async function bindReference(db: Db, venue: ReferenceVenue, binding: Binding = 'new'): Promise<void> {
  if (binding === 'new') await bindNew(db, venue);
  keepIdsInJournal(db, venue);
}

/** From now on every id is in the journal before it is handed out. */
export function keepIdsInJournal(db: Db, venue: Pick<ReferenceVenue, 'submit'>): void {
  keepIds(db, async (kind, id) => {
    await venue.submit({ type: 'id', kind, id });
  });
}

async function bindNew(db: Db, venue: ReferenceVenue): Promise<void> {
  const { databaseId } = venue.referenceMarks;
  const bound = await db.selectFrom('venue_binding').selectAll().executeTakeFirst();
  if (bound?.confirmed !== 1) await bind(db, venue, bound?.database_id ?? randomUUID(), databaseId === '');
}

/** In this order, so that a crash between two steps differs from a database of another venue. */
async function bind(db: Db, venue: ReferenceVenue, databaseId: string, isNew: boolean): Promise<void> {
  await db
    .insertInto('venue_binding')
    .values({ database_id: databaseId, confirmed: 0 })
    .onConflict((conflict) => conflict.column('database_id').doNothing())
    .execute();
  if (isNew) await venue.submit({ type: 'bind', databaseId, ids: await handedOut(db) });
  await db.updateTable('venue_binding').set({ confirmed: 1 }).where('database_id', '=', databaseId).execute();
}

async function handedOut(db: Db): Promise<Record<string, number>> {
  const rows = await db.selectFrom('id_sequences').selectAll().orderBy('kind').execute();
  return Object.fromEntries(rows.map(({ kind, next_id }) => [kind, next_id - 1]));
}

function bindingDifferences(bound: VenueBindingRow | undefined, { databaseId }: ReferenceMarks): string[] {
  if (databaseId === '') {
    return bound?.confirmed === 1 ? ['the database belongs to a journal that is not in this folder'] : [];
  }
  if (bound === undefined) return ['the journal has a database, and this one was never bound to a journal'];
  return bound.database_id === databaseId ? [] : ['the database belongs to another journal'];
}

async function idDifferences(db: Db, { ids }: ReferenceMarks): Promise<string[]> {
  const found = await handedOut(db);
  return Object.entries(ids)
    .filter(([kind, id]) => id > (found[kind] ?? 0))
    .map(([kind, id]) => `the journal knows ids of kind ${kind} up to ${id}, the database up to ${found[kind] ?? 0}`);
}

/** Every security is an offering of the same client and issuer, and the database is at least as new as the venue. */
async function offeringDifferences(db: Db, venue: KnownReference): Promise<string[]> {
  const differences: string[] = [];
  for (const page of pagesOf(venue.securities())) {
    const rows = await db
      .selectFrom('offerings')
      .select(['offering_id', 'issuer_id', 'client_id', 'revision'])
      .where(
        'offering_id',
        'in',
        page.map(({ securityId }) => securityId),
      )
      .execute();
    const found = new Map(rows.map((row) => [row.offering_id, row]));
    for (const { securityId, issuerId, ownerClientId, revision } of page) {
      const row = found.get(securityId);
      const whose = `offering ${securityId} of issuer ${issuerId} and client ${ownerClientId}`;
      if (row === undefined) differences.push(`${whose} is missing`);
      else if (row.issuer_id !== issuerId || row.client_id !== ownerClientId) {
        differences.push(`${whose} is there one of issuer ${row.issuer_id} and client ${row.client_id}`);
      } else if (row.revision < revision) {
        differences.push(`${whose} is there at change ${row.revision}, the journal knows change ${revision}`);
      }
    }
  }
  return differences;
}

async function clientDifferences(db: Db, venue: KnownReference): Promise<string[]> {
  const differences: string[] = [];
  for (const page of pagesOf([...venue.clientsWithOrders()])) {
    const rows = await db.selectFrom('clients').select('client_id').where('client_id', 'in', page).execute();
    const found = new Set(rows.map(({ client_id }) => client_id));
    for (const clientId of page) {
      if (!found.has(clientId)) differences.push(`client ${clientId}, who has live orders, is missing`);
    }
  }
  return differences;
}

function* pagesOf<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += PAGE) yield items.slice(at, at + PAGE);
}
