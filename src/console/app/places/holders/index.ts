/** The holders of a security by its register (F4). */
import { type Desk, go, pathOf, quantityText, useTopic } from '../../data/index.ts';
import { Empty, findIn, html, type Node, Picker } from '../../parts/index.ts';
import { type Column, Table, usePages } from '../../table/index.ts';

interface Holding {
  readonly place: string;
  readonly clientId: string;
  readonly accountId: string | null;
  readonly lots: readonly { readonly date: string; readonly quantity: string }[];
}

const PAGE = 100;

const sharesOf = ({ lots }: Holding): number => lots.reduce((sum, lot) => sum + Number(lot.quantity), 0);

const COLUMNS: readonly Column<Holding>[] = [
  { id: 'holder', title: 'Holder', width: 140, value: ({ accountId, clientId }) => accountId ?? clientId },
  { id: 'client', title: 'Client', width: 120, kind: 'choice', value: ({ clientId }) => clientId },
  { id: 'since', title: 'Since', width: 110, value: ({ lots }) => lots[0]?.date ?? null, isWideOnly: true },
  { id: 'lots', title: 'Lots', width: 70, kind: 'number', value: ({ lots }) => lots.length, isWideOnly: true },
  {
    id: 'shares',
    title: 'Shares',
    width: 110,
    kind: 'number',
    value: sharesOf,
    sum: (rows) => quantityText(rows.reduce((sum, row) => sum + sharesOf(row), 0)),
  },
];

/** Of the security in the address; of the first own one without. */
export function Place({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  const { securities, session } = desk;
  useTopic(securities.changed);
  const own = securities.all.filter((one) => one.isOwn || session.capabilities.operator);
  const securityId = id === '' ? (own[0]?.securityId ?? '') : id;
  if (securityId === '')
    return html`<${Empty}>${securities.isRead ? 'This client owns no security of the venue.' : 'Reading …'}</${Empty}>`;
  const find = findIn(() => own.map((one) => ({ id: one.securityId, name: one.title })));
  return html`<div class="place-tools"><${Picker} label="Security" id="holders-security" value=${securityId}
      find=${find} set=${(chosen: string) => go(pathOf('holders', chosen))} /></div>
    <${Holders} key=${securityId} desk=${desk} securityId=${securityId} />`;
}

function Holders({ desk, securityId }: { readonly desk: Desk; readonly securityId: string }): Node {
  const pages = usePages<Holding>(async (after) => {
    const fields = { securityId, limit: PAGE, ...(after === undefined ? {} : { after }) };
    const answer = await desk.session.api.call('getHoldings', fields);
    const rows = answer.holdings as Holding[];
    return { rows, next: answer.moreHoldings === 'Yes' ? rows.at(-1)?.place : undefined };
  }, []);
  return html`<${Table} name="holders" label="Holders" ...${pages} columns=${COLUMNS}
    idOf=${({ place }: Holding) => place} empty="No holders. Report them with setHoldings." />`;
}
