/** Deliveries of webhooks, newest first: the client's, or those of all clients for an operator. */
import type { Desk } from '../../data/index.ts';
import { type Column, times, usePages } from '../../table/index.ts';
import { named } from '../../views/index.ts';

export interface Delivery {
  readonly seq: number;
  readonly clientId?: string;
  readonly method: string;
  readonly url: string;
  readonly outcome: string;
  readonly httpStatus: number | null;
  readonly detail: string | null;
  readonly attempt: number;
  readonly durationMs: number;
  readonly firedDate: string;
}

const PAGE = 200;
const EVERY_MS = 10_000;

export function useDeliveries({ session }: Desk) {
  const method = session.may('getWebhookDeliveries') ? 'getWebhookDeliveries' : 'getDeliveryLog';
  return usePages<Delivery>(
    async (before) => {
      if (!session.may(method)) return { rows: [], next: undefined };
      const answer = await session.api.call(method, { limit: PAGE, ...(before === undefined ? {} : { before }) });
      const rows = answer.deliveries as Delivery[];
      return { rows, next: rows.length < PAGE ? undefined : String(rows.at(-1)?.seq) };
    },
    [],
    EVERY_MS,
  );
}

export function columnsOf(desk: Desk): readonly Column<Delivery>[] {
  const client = named<Delivery>(desk, {
    ...{ id: 'client', title: 'Client', width: 84, kind: 'choice', value: ({ clientId }) => clientId ?? null },
  });
  return [
    { id: 'webhook', title: 'Webhook', width: 120, kind: 'choice', value: ({ method }) => method },
    ...(desk.session.capabilities.operator ? [client] : []),
    { id: 'to', title: 'To', width: 180, isWideOnly: true, value: ({ url }) => url },
    {
      ...{ id: 'outcome', title: 'Outcome', width: 130, kind: 'choice', value: ({ outcome }) => outcome },
      view: ({ outcome, httpStatus }) =>
        `${outcome === 'delivered' ? '✓' : '✕'} ${outcome}${httpStatus === null ? '' : ` ${httpStatus}`}`,
    },
    { id: 'detail', title: 'Detail', width: 140, isWideOnly: true, value: ({ detail }) => detail },
    { id: 'attempt', title: 'Attempt', width: 56, kind: 'number', isWideOnly: true, value: ({ attempt }) => attempt },
    { id: 'took', title: 'ms', width: 44, kind: 'number', isWideOnly: true, value: ({ durationMs }) => durationMs },
    { id: 'fired', title: 'Fired', width: 146, isWideOnly: true, ...times('firedDate') },
  ];
}
