/** Clients of the venue, as several places of the operator use them. */
import type { Desk, Session } from '../data/index.ts';
import { type Find, findIn } from '../parts/index.ts';
import type { Column } from '../table/index.ts';
import { named } from './named-columns.tsx';

export interface Client {
  readonly clientId: string;
  readonly parentId: string;
  readonly name: string;
  readonly active: 'Yes' | 'No';
}

const PAGE = 200;
const READ_MAX = 5000;

/** Oldest first. */
export async function readClients({ api }: Session): Promise<readonly Client[]> {
  const clients: Client[] = [];
  for (let total = 1; clients.length < Math.min(total, READ_MAX); ) {
    const answer = await api.call('getClients', { limit: PAGE, offset: clients.length });
    const page = answer.clients as Client[];
    if (page.length === 0) break;
    clients.push(...page);
    total = Number(answer.totalRecords);
  }
  return clients;
}

/** For pickers: the list is read once. */
export function findClient(session: Session): Find {
  let read: Promise<readonly Client[]> | undefined;
  return async (text) => {
    read ??= readClients(session);
    const clients = await read;
    return findIn(() => clients.map(({ clientId, name }) => ({ id: clientId, name })))(text);
  };
}

/** Whose a record is: a column of lists for operators, for others none. */
export function clientColumns<T extends { readonly clientId: string }>(desk: Desk): readonly Column<T>[] {
  if (!desk.session.capabilities.operator) return [];
  const find = findClient(desk.session);
  return [
    named(desk, {
      ...{ id: 'client', title: 'Client', width: 80, kind: 'record', find, field: 'clientId', isWideOnly: true },
      value: ({ clientId }) => clientId,
    }),
  ];
}
