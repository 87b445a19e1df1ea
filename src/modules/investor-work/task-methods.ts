/** getInvestorTasks and takeInvestorTask: who takes care of waiting work (W1, W2). */
import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { list, required, text } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { ownerParameter, workOwner } from '../shared/methods/index.ts';
import { ownedBy, readerOf } from '../shared/record/index.ts';
import { textOrNull } from '../shared/values/index.ts';
import { findTask, takeTask } from './task-records.ts';
import { kindParameter, recordParameter, TASK_VIEW } from './work-fields.ts';
import { findSubject } from './work-subjects.ts';

/** Whom and what the record is about. */
const ofSubject = { accountId: textOrNull(), partyId: textOrNull(), tradeId: textOrNull() };

/** A page of a queue. */
const RECORDS_MAX = 200;

export function getInvestorTasks({ db }: ModuleDeps): Method {
  return defineMethod({
    name: 'getInvestorTasks',
    summary: 'Reads who takes care of waiting work for investors, and when they were reminded',
    description: 'An extension (W1). What nobody took and nobody was reminded of is left out.',
    parameters: {
      kind: kindParameter,
      records: required(
        list(text({ maxLength: 100 }), { maxItems: RECORDS_MAX, description: 'the ids of the waiting records' }),
      ),
    },
    response: Type.Object({ tasks: Type.Array(TASK_VIEW.schema) }),
    handler: async ({ client, values: { kind, records } }) => {
      if (records.length === 0) return { fields: { tasks: [] } };
      const rows = await db
        .selectFrom('investor_tasks')
        .selectAll()
        .where(ownedBy(readerOf(client)))
        .where('kind', '=', kind)
        .where('record', 'in', [...records])
        .execute();
      return { fields: { tasks: rows.map(TASK_VIEW.show) } };
    },
  });
}

export function takeInvestorTask(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'takeInvestorTask',
    summary: 'Says who takes care of a record that waits for an investor',
    description: 'An extension (W2). It decides nothing: whoever may decide can do so whoever took it.',
    refusals: [189, 404],
    parameters: { kind: kindParameter, record: recordParameter, owner: ownerParameter },
    response: Type.Object({ task: TASK_VIEW.schema, ...ofSubject }),
    handler: change(deps, async ({ client, values: { kind, record, owner } }, db) => {
      const { clientId } = client;
      const { accountId, partyId, tradeId } = await findSubject(db, clientId, kind, record);
      const of = { clientId, kind, record };
      const taken = owner === undefined ? (await findTask(db, of))?.owner : undefined;
      const row = await takeTask(db, of, await workOwner(db, client, owner, taken), deps.nowUs());
      const about = { accountId, partyId, tradeId: tradeId === null ? null : String(tradeId) };
      return { fields: { task: TASK_VIEW.show(row), ...about } };
    }),
  });
}
