/** The audit log: who changed what, from where, and with which outcome. */
import { useMemo, useState } from 'preact/hooks';
import { type Desk, type Fields, setQuery, useAddress, venueToday } from '../../data/index.ts';
import { Menu, Named, type Node, Picker, RecordLink, TextField } from '../../parts/index.ts';
import { type Column, Table, times, usePages } from '../../table/index.ts';
import { clientColumns, findClient, named, saveCsv, useColumns } from '../../views/index.ts';
import {
  changesSummary,
  changesText,
  doneWords,
  type Entry,
  outcomeText,
  recordIdOf,
  recordsSummary,
  recordsText,
} from './entry.ts';

export { Record } from './record.tsx';

const PAGE = 200;

const columnsOf = (desk: Desk): readonly Column<Entry>[] => [
  { id: 'time', title: 'Time', width: 100, ...times('time'), below: doneWords },
  ...clientColumns<Entry>(desk),
  {
    ...named(desk, {
      ...{ id: 'user', title: 'User', width: 76, kind: 'choice', isWideOnly: true },
      value: ({ userId }: Entry) => userId,
    }),
    view: ({ userId }) => userId && <RecordLink place="users" id={userId} />,
  },
  { id: 'done', title: 'What', width: 144, kind: 'choice', isWideOnly: true, value: doneWords },
  { id: 'method', title: 'Method', width: 154, kind: 'choice', isHidden: true, value: ({ method }) => method },
  {
    ...{ id: 'outcome', title: 'Outcome', width: 88, kind: 'choice', choices: ['Done', 'Waits', 'Refused'] },
    value: ({ outcome }) => outcome,
    below: ({ clientId, userId }) => <Named id={userId ?? clientId} />,
    view: outcomeText,
  },
  {
    ...{ id: 'records', title: 'Records', width: 160, isWideOnly: true, value: recordsText },
    view: recordsSummary,
  },
  {
    ...{ id: 'changes', title: 'Before → after', width: 276, isWideOnly: true, value: changesText(desk) },
    view: changesSummary(desk),
  },
  { id: 'address', title: 'Address', width: 90, isHidden: true, value: ({ address }) => address },
  { id: 'key', title: 'Key', width: 140, isHidden: true, value: ({ keyId }) => keyId },
  { id: 'fields', title: 'Fields sent', width: 200, isHidden: true, value: ({ fields }) => fields.join(', ') },
  { id: 'request', title: 'Request', width: 160, isHidden: true, value: ({ requestId }) => requestId },
];

/** Of the address, and of getAuditLog. */
const ASKED = ['clientId', 'userId', 'method', 'recordId'] as const;

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { session } = desk;
  const { query } = useAddress();
  const asked = Object.fromEntries(
    ASKED.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])),
  ) as Fields;
  const list = usePages<Entry>(
    async (cursor) => {
      const answer = await session.api.call('getAuditLog', { ...asked, limit: PAGE, ...(cursor && { cursor }) });
      return { rows: answer.entries as Entry[], next: (answer.nextCursor as string | null) ?? undefined };
    },
    [JSON.stringify(asked)],
  );
  const columns = useColumns(desk, () => columnsOf(desk));
  const isAsked = Object.keys(asked).length > 0;
  return (
    <Table
      name="audit-log"
      label="Audit log"
      {...list}
      columns={columns}
      opens
      idOf={recordIdOf}
      tools={<Find desk={desk} asked={asked} again={list.again} />}
      empty={isAsked ? 'No entry is like that.' : 'No entries yet. Each call that changes something becomes one.'}
    />
  );
}

interface FindProps {
  readonly desk: Desk;
  readonly asked: Fields;
  readonly again: () => void;
}

/** Asks the venue, whose log is longer than what is shown. */
function Find({ desk, asked, again }: FindProps): Node {
  const clients = useMemo(() => findClient(desk.session), []);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const textOf = (name: string) => values[name] ?? String(asked[name] ?? '');
  const set = (name: string) => (value: string) => setValues({ ...values, [name]: value });
  const submit = (event: Event) => {
    event.preventDefault();
    setQuery(Object.fromEntries(ASKED.map((name) => [name, textOf(name).trim()])));
  };
  const clear = () => {
    setValues({});
    setQuery(Object.fromEntries(ASKED.map((name) => [name, ''])));
  };
  const count = Object.keys(asked).length;
  const day = venueToday();
  const save = () => saveCsv(desk, `audit-log-${day}.csv`, { method: 'getAuditLog', asked });
  return (
    <>
      <button type="button" onClick={save} title="All entries that are found, also those that are not shown yet">
        Export all
      </button>
      <button type="button" onClick={again}>
        Read again
      </button>
      <Menu words={count === 0 ? 'Find …' : `Find (${count})`} isLeftward>
        <form class="narrow" onSubmit={submit}>
          <Picker label="Client" id="audit-client" value={textOf('clientId')} set={set('clientId')} find={clients} />
          <TextField label="User" id="audit-user" value={textOf('userId')} set={set('userId')} />
          <TextField label="Method" id="audit-method" value={textOf('method')} set={set('method')} />
          <TextField label="Id of a record" id="audit-record" value={textOf('recordId')} set={set('recordId')} />
          <div class="buttons">
            <button type="submit" class="primary">
              Find
            </button>
            <button type="button" onClick={clear}>
              Clear
            </button>
          </div>
        </form>
      </Menu>
    </>
  );
}
