/** getDifferences and takeDifference (A27 to A29). */
import Type from 'typebox';
import type { Db } from '../../../database/schema/index.ts';
import { malformedCall } from '../../../http/body/index.ts';
import { ApiError, type Method } from '../../../http/methods/index.ts';
import { choice, optional, required, text } from '../../../http/parameters/index.ts';
import { change } from '../../shared/change/index.ts';
import { longRead } from '../../shared/list/index.ts';
import { operatorMethod, ownerParameter, workOwner } from '../../shared/methods/index.ts';
import { isOf } from '../../shared/record/index.ts';
import {
  jsonCursorOrNull,
  jsonCursorParameter,
  pageLimit,
  placeOfJson,
  textOrNull,
} from '../../shared/values/index.ts';
import { DIFFERENCES, KINDS, type Kind } from './difference.ts';
import { differenceFields, differenceSchema } from './difference-fields.ts';
import { SOURCES } from './difference-sources.ts';
import { amountText, findItem, type Item, isDone, type ListPlace, readItems } from './open-differences.ts';
import type { DifferenceReads, ReconciliationDeps } from './reconciliation-deps.ts';

const LIMIT_MAX = 100;
/** A page reads at most this many differences, those that it does not show included. */
const EXAMINED_MAX = 1000;

const readsOf = ({ bank, nowUs }: ReconciliationDeps, db: Db): DifferenceReads => ({ db, bank, nowUs: nowUs() });

export function getDifferences(deps: ReconciliationDeps): Method {
  return operatorMethod({
    name: 'getDifferences',
    summary: 'Lists what differs between the books and the bank',
    description:
      'For operators: of all clients (A27). Open ones, in the order of the kinds, of each the oldest first. A page ' +
      `reads at most ${EXAMINED_MAX}, so that with a filter it may be short: nextCursor is null at the end.`,
    parameters: {
      kind: optional(choice(KINDS)),
      record: optional(text({ maxLength: 300, description: 'Only this one of the kind, open or done.' })),
      owner: optional(
        text({
          maxLength: 100,
          keepEmpty: true,
          description: 'Only those that this user took; empty: that nobody took.',
        }),
      ),
      clientId: optional(text({ maxLength: 100, description: 'Only those of this client.' })),
      done: optional(
        choice(['Yes', 'No'], { description: 'Yes: those that are done in place of those that are open.' }),
      ),
      cursor: jsonCursorParameter('The cursor of the page before; absent: the first.'),
      limit: pageLimit('Differences', LIMIT_MAX),
    },
    response: Type.Object({
      differences: Type.Array(differenceSchema),
      nextCursor: textOrNull('For the next page; null after the last difference.'),
    }),
    handler: async ({ values: { kind, record, owner, clientId, done = 'No', cursor, limit = LIMIT_MAX } }) => {
      if (record !== undefined) {
        if (kind === undefined) throw malformedCall('method', 'kind', 'is required with a record');
        return { fields: { differences: await oneOf(deps, kind, record), nextCursor: null } };
      }
      const isAsked = (item: Item) =>
        isDone(item) === (done === 'Yes') &&
        (owner === undefined || owner === (item.taken?.owner ?? '')) &&
        (clientId === undefined || isOf(clientId, { client_id: item.difference.client_id ?? '' }));
      const query = {
        kind,
        after: placeOfJson(cursor, isListPlace) ?? undefined,
        limit,
        examined: EXAMINED_MAX,
        isAsked,
      };
      const nowUs = deps.nowUs();
      const { items, next } = await longRead(deps, (db) => readItems(readsOf(deps, db), query));
      const differences = items.map((item) => differenceFields(item, nowUs));
      return { fields: { differences, nextCursor: jsonCursorOrNull(next) } };
    },
  });
}

async function oneOf(deps: ReconciliationDeps, kind: Kind, record: string) {
  const item = await longRead(deps, (db) => findItem(readsOf(deps, db), kind, record));
  return item === undefined ? [] : [differenceFields(item, deps.nowUs())];
}

function isListPlace(place: unknown): place is ListPlace {
  const { source, after } = (place ?? {}) as Record<keyof ListPlace, unknown>;
  const isTexts = Array.isArray(after) && after.every((one) => typeof one === 'string');
  const known = SOURCES.find(({ name }) => name === source);
  return known !== undefined && (after === undefined || (isTexts && known.isPlace(after)));
}

export function takeDifference(deps: ReconciliationDeps): Method {
  return operatorMethod({
    name: 'takeDifference',
    summary: 'Says who looks into a difference, what of it is known, and that nothing is to be done any more',
    description:
      'For operators (A29). What is not sent stays, but a done difference without doneBecause is open again. Only a ' +
      'difference that stays whatever is recorded can be done: 190 for others, which end with their cause. A record ' +
      'without a difference: 404.',
    refusals: [190, 404],
    parameters: {
      kind: required(choice(KINDS)),
      record: required(text({ maxLength: 300, description: 'As getDifferences names it.' })),
      owner: ownerParameter,
      note: optional(text({ maxLength: 2000, keepEmpty: true, description: 'What is known of it.' })),
      doneBecause: optional(text({ maxLength: 500, description: 'Why nothing is to be done any more.' })),
    },
    response: Type.Object({ difference: differenceSchema }),
    handler: change(deps, async ({ client, values: { kind, record, owner, note, doneBecause } }, db) => {
      const item = await findItem(readsOf(deps, db), kind, record);
      if (item === undefined) throw new ApiError(404, 'There is no such difference');
      const { means, isEndedByHand } = DIFFERENCES[kind];
      if (doneBecause !== undefined && !isEndedByHand) {
        throw new ApiError(190, `doneBecause: ${means} ends when its cause does`);
      }
      const nowUs = deps.nowUs();
      const taken = {
        ...{ kind, record, taken_at: nowUs, note: note ?? item.taken?.note ?? '' },
        owner: await workOwner(db, client, owner, item.taken?.owner),
        done_because: doneBecause ?? null,
        done_amount: doneBecause === undefined ? null : amountText(item.difference),
        done_at: doneBecause === undefined ? null : nowUs,
      };
      await db
        .insertInto('difference_cases')
        .values(taken)
        .onConflict((conflict) => conflict.columns(['kind', 'record']).doUpdateSet(taken))
        .execute();
      return { fields: { difference: differenceFields({ ...item, taken }, nowUs) } };
    }),
  });
}
