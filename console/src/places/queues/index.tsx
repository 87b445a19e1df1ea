/** Waiting work for investors, with age and owner: checks, signatures, approvals, payments and refunds. */
import { useState } from 'preact/hooks';
import { type Desk, dollarText, pathOf, quantityText, useAddress, venueNow } from '../../data/index.ts';
import { Confirm, DialogButton, Named, type Node, useLoaded, When } from '../../parts/index.ts';
import { type Column, Table } from '../../table/index.ts';
import { named, useColumns } from '../../views/index.ts';
import { BULK, type Bulk, me, perform, wordsOf } from './bulk.ts';
import { ReminderWords } from './reminder-words.tsx';
import { ageText, QUEUES, type Queues, readQueues, SHOWN_MAX, WORK_KINDS, type Work } from './work.ts';

/** The reader by a word, others by their names. */
function ownerColumn(desk: Desk): Column<Work> {
  const column = named<Work>(desk, {
    ...{ id: 'owner', title: 'Owner', width: 100, isWideOnly: true },
    value: ({ owner }) => owner || null,
  });
  const isOwn = ({ owner }: Work) => owner === me(desk);
  return {
    ...column,
    text: (work) => (isOwn(work) ? 'You' : (column.text?.(work) ?? '')),
    view: (work) => (isOwn(work) ? 'You' : column.view?.(work)),
  };
}

const titleOf = ({ kind }: Work): string => QUEUES[kind].title;

const columnsOf = (desk: Desk): readonly Column<Work>[] => [
  {
    ...{ id: 'what', title: 'Waiting work', width: 210, value: ({ what }: Work) => what },
    view: ({ what, page: [place, id] }) => <a href={pathOf(place, id)}>{what}</a>,
    below: (work) => (
      <>
        {titleOf(work)}, <Named id={work.investor} />
      </>
    ),
  },
  {
    ...{ id: 'queue', title: 'Queue', width: 120, kind: 'choice', isWideOnly: true },
    ...{ choices: WORK_KINDS.map((kind) => QUEUES[kind].title), value: titleOf },
  },
  named(desk, {
    ...{ id: 'investor', title: 'Investor', width: 130, isWideOnly: true },
    value: ({ investor }: Work) => investor,
  }),
  {
    ...{ id: 'amount', title: 'Amount', width: 96, kind: 'number', isWideOnly: true },
    value: ({ amount }) => (amount === null ? null : Number(amount)),
    text: ({ amount }) => (amount === null ? '' : dollarText(amount)),
  },
  {
    ...{ id: 'age', title: 'Age', width: 56, kind: 'number', value: ({ since }: Work) => venueNow() - since },
    text: ({ since }) => ageText(venueNow() - since),
  },
  {
    ...{ id: 'since', title: 'Since', width: 144, kind: 'time', isHidden: true },
    value: ({ since }) => since,
  },
  ownerColumn(desk),
  {
    ...{ id: 'reminded', title: 'Reminded', width: 144, kind: 'time', isWideOnly: true },
    value: ({ remindedAt }) => (Number.isNaN(remindedAt) ? null : remindedAt),
    view: ({ remindedAt }) => (Number.isNaN(remindedAt) ? '' : <When at={remindedAt} />),
  },
];

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { session } = desk;
  const loaded = useLoaded(() => readQueues(desk), [], 15_000);
  const columns = useColumns(desk, () => columnsOf(desk));
  const [asked, ask] = useState<{ bulk: Bulk; rows: readonly Work[] } | undefined>(undefined);
  const queues = loaded.value;
  const selected = BULK.filter(({ method }) => session.may(method)).map((bulk) => ({
    words: `${bulk.words} …`,
    does: (rows: readonly Work[]) => ask({ bulk, rows }),
  }));
  const act = async () => {
    if (asked !== undefined) await perform(desk, asked.bulk, asked.rows);
    loaded.again();
  };
  const tools = session.may('setReminderTemplate', 'getReminderTemplates') ? (
    <DialogButton words="Words of reminders" show={(close) => <ReminderWords desk={desk} close={close} />} />
  ) : null;
  return (
    <>
      {queues === undefined ? null : <Counts queues={queues} />}
      <Table
        name="queues"
        label="Waiting work"
        rows={queues?.work}
        failure={queues === undefined ? loaded.failure : queues.failure || undefined}
        columns={columns}
        selected={selected}
        tools={tools}
        idOf={({ id }: Work) => id}
        stale={isCut(queues) ? `Of each queue the ${SHOWN_MAX} oldest are here; the counts are of all.` : undefined}
        empty="Nothing waits. Checks, signatures, approvals, payments and refunds of investors appear here."
      />
      {asked === undefined ? null : (
        <Confirm
          title={`${asked.bulk.words}: ${asked.rows.filter(asked.bulk.for).length} selected`}
          yes={asked.bulk.words}
          text={wordsOf(desk, asked.bulk, asked.rows)}
          close={() => ask(undefined)}
          does={act}
        />
      )}
    </>
  );
}

const isCut = (queues: Queues | undefined): boolean =>
  queues !== undefined && [...queues.totals.values()].some((total) => total > SHOWN_MAX);

/** How many wait in each queue; each leads to its rows. */
function Counts({ queues: { totals } }: { readonly queues: Queues }): Node {
  const { query } = useAddress();
  const shown = query.get('f.queue') ?? '';
  return (
    <nav class="queue-counts" aria-label="Queues">
      {[...totals].map(([kind, total]) => {
        const { title } = QUEUES[kind];
        const isShown = shown === title;
        const address = isShown ? '' : new URLSearchParams({ 'f.queue': title }).toString();
        return (
          <a key={kind} href={pathOf('queues', '', address)} aria-current={isShown ? 'true' : undefined}>
            <strong>{quantityText(total)}</strong> {title}
          </a>
        );
      })}
    </nav>
  );
}
