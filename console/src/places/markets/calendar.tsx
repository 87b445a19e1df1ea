import { useState } from 'preact/hooks';
import { type Desk, venueToday } from '../../data/index.ts';
import { attempt, Dialog, type Node, Panel, placeholder, Rows, TextField, useLoaded } from '../../parts/index.ts';

interface Day {
  readonly date: string;
  readonly name: string;
  readonly closed: 'Yes' | 'No';
  readonly start: string | null;
  readonly close: string | null;
}

/** The days of a year that differ from the week (V24), and the operator's own among them. */
export function Calendar({ desk }: { readonly desk: Desk }): Node {
  const { session } = desk;
  const [year, setYear] = useState(Number(venueToday().slice(0, 4)));
  const [edited, edit] = useState<Partial<Day> | undefined>(undefined);
  const loaded = useLoaded(
    async () => (await session.api.call('getMarketCalendar', { year })).marketCalendar as Day[],
    [year],
  );
  const may = session.may('updateMarketHoliday');
  const aside = (
    <>
      <span class="tabs">
        <button type="button" aria-label="Year before" onClick={() => setYear(year - 1)}>
          ‹
        </button>
        <button type="button" disabled>
          {year}
        </button>
        <button type="button" aria-label="Next year" onClick={() => setYear(year + 1)}>
          ›
        </button>
      </span>
      {may ? (
        <button type="button" onClick={() => edit({ closed: 'Yes' })}>
          Set a date …
        </button>
      ) : null}
    </>
  );
  return (
    <Panel title="Calendar" name="calendar" aside={aside}>
      {placeholder(loaded, 'No exceptions this year.') ?? (
        <Rows
          label="Calendar"
          rows={loaded.value ?? []}
          keyOf={({ date }) => date}
          columns={[
            { title: 'Date', cell: ({ date }) => date },
            { title: 'Name', cell: ({ name }) => name },
            {
              title: 'Hours, New York',
              cell: ({ closed, start, close }) => (closed === 'Yes' ? '○ closed' : `${start} to ${close}`),
            },
          ]}
          actions={(day) =>
            may ? (
              <button type="button" aria-label={`Change ${day.date}`} onClick={() => edit(day)}>
                Change
              </button>
            ) : null
          }
        />
      )}
      {edited === undefined ? null : (
        <EditDay desk={desk} day={edited} close={() => edit(undefined)} done={loaded.again} />
      )}
    </Panel>
  );
}

interface EditProps {
  readonly desk: Desk;
  readonly day: Partial<Day>;
  readonly close: () => void;
  readonly done: () => void;
}

type What = 'closed' | 'hours' | 'rule';

function EditDay({ desk, day, close, done }: EditProps): Node {
  const [date, setDate] = useState(day.date ?? '');
  const [name, setName] = useState(day.name ?? '');
  const [what, setWhat] = useState<What>(day.closed === 'No' ? 'hours' : 'closed');
  const [start, setStart] = useState(day.start ?? '09:30');
  const [end, setEnd] = useState(day.close ?? '13:00');
  const save = async (event: Event) => {
    event.preventDefault();
    close();
    const fields = {
      date,
      closed: what === 'closed' ? 'Yes' : 'No',
      ...(what === 'rule' || name === '' ? {} : { name }),
      ...(what === 'hours' ? { start, close: end } : {}),
    };
    await attempt(desk, () => desk.session.api.call('updateMarketHoliday', fields), `${date} is set.`);
    done();
  };
  const radio = (value: What, words: string) => (
    <label class="check">
      <input type="radio" name="what" checked={what === value} onChange={() => setWhat(value)} /> {words}
    </label>
  );
  return (
    <Dialog title="A single date" close={close}>
      <form onSubmit={save}>
        <div class="pair">
          <label>
            Date
            <input
              type="date"
              required
              value={date}
              onInput={(event: Event) => setDate((event.target as HTMLInputElement).value)}
            />
          </label>
          {what === 'rule' ? null : <TextField label="Name" id="day-name" value={name} set={setName} />}
        </div>
        <fieldset>
          <legend class="unseen">What it has</legend>
          {radio('closed', 'closed all day')}
          {radio('hours', 'own hours')}
          {radio('rule', 'back to the rule')}
        </fieldset>
        {what === 'hours' ? (
          <div class="pair">
            <TextField label="From" id="day-start" value={start} set={setStart} />
            <TextField label="To" id="day-end" value={end} set={setEnd} />
          </div>
        ) : null}
        <div class="buttons">
          <button type="submit" class="primary">
            Set
          </button>
          <button type="button" onClick={close}>
            Back
          </button>
        </div>
      </form>
    </Dialog>
  );
}
