/** The auctions of a plan as a field of a form: its value has them as JSON. */
import { Choice, type DrawnField, type Node, TextField } from '../../parts/index.ts';
import type { AuctionPlan } from '../../views/index.ts';

type Planned = AuctionPlan['auctions'][number];
type Weekday = NonNullable<Planned['weekdays']>[number];

/** As it is typed: all texts. */
export interface TypedAuction {
  readonly at: 'Open' | 'Close' | 'Time';
  /** HH:MM in New York. */
  readonly time: string;
  readonly weekdays: readonly Weekday[];
  /** 1, 15 */
  readonly dates: string;
  readonly callSeconds: string;
  readonly noCancelSeconds: string;
  readonly randomEndSeconds: string;
}

const AUCTIONS_MAX = 10;
const WEEKDAYS: readonly Weekday[] = [
  ...(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const),
];
const MOMENTS = [
  ['Open', 'at the open'],
  ['Close', 'at the close'],
  ['Time', 'at a time of the day'],
] as const;
const NEW: TypedAuction = {
  ...{ at: 'Close', time: '', weekdays: [], dates: '' },
  ...{ callSeconds: '300', noCancelSeconds: '60', randomEndSeconds: '30' },
};

export const typedIn = (value: string): readonly TypedAuction[] =>
  value === '' ? [] : (JSON.parse(value) as readonly TypedAuction[]);

export function typedOf({ at, weekdays = [], datesOfMonth = [], ...call }: Planned): TypedAuction {
  const isNamed = at === 'Open' || at === 'Close';
  return {
    at: isNamed ? at : 'Time',
    time: isNamed ? '' : at,
    weekdays,
    dates: datesOfMonth.join(', '),
    callSeconds: String(call.callSeconds),
    noCancelSeconds: String(call.noCancelSeconds),
    randomEndSeconds: String(call.randomEndSeconds),
  };
}

/** As setAuctionPlan takes it; an empty field is left out, and the venue says what is missing. */
export function sentOf({ at, time, weekdays, dates, ...call }: TypedAuction): Readonly<Record<string, unknown>> {
  const given = Object.entries(call).filter(([, text]) => text.trim() !== '');
  const days = dates.split(/[\s,]+/).filter((date) => date !== '');
  return {
    at: at === 'Time' ? time : at,
    ...(weekdays.length === 0 ? {} : { weekdays: WEEKDAYS.filter((day) => weekdays.includes(day)) }),
    ...(days.length === 0 ? {} : { datesOfMonth: days }),
    ...Object.fromEntries(given),
  };
}

export function PlannedAuctions({ label, id, value, set }: DrawnField): Node {
  const all = typedIn(value);
  const put = (next: readonly TypedAuction[]) => set(JSON.stringify(next));
  return (
    <fieldset id={id} class="several">
      <legend>{label}, New York time</legend>
      {all.map((one, index) => (
        <One
          key={index}
          id={`${id}-${index + 1}`}
          title={`Auction ${index + 1}`}
          one={one}
          set={(changes) => put(all.with(index, { ...one, ...changes }))}
          remove={() => put(all.toSpliced(index, 1))}
        />
      ))}
      <button type="button" disabled={all.length >= AUCTIONS_MAX} onClick={() => put([...all, NEW])}>
        Add an auction
      </button>
    </fieldset>
  );
}

interface OneProps {
  readonly id: string;
  readonly title: string;
  readonly one: TypedAuction;
  readonly set: (changes: Partial<TypedAuction>) => void;
  readonly remove: () => void;
}

function One({ id, title, one, set, remove }: OneProps): Node {
  const seconds = (name: 'callSeconds' | 'noCancelSeconds' | 'randomEndSeconds', words: string) => (
    <TextField
      label={words}
      id={`${id}-${name}`}
      numeric
      value={one[name]}
      set={(text: string) => set({ [name]: text })}
    />
  );
  return (
    <fieldset class="group">
      <legend>{title}</legend>
      <div class="pair">
        <Choice label="When" choices={MOMENTS} value={one.at} set={(at: TypedAuction['at']) => set({ at })} />
        {one.at === 'Time' ? <EndTime time={one.time} set={set} /> : null}
      </div>
      <div class="pair">
        {seconds('callSeconds', 'Call, seconds')}
        {seconds('noCancelSeconds', 'Binding at its end, seconds')}
      </div>
      <div class="pair">
        {seconds('randomEndSeconds', 'Random end, seconds at most')}
        <TextField
          label="Dates of the month (empty: all)"
          id={`${id}-dates`}
          value={one.dates}
          set={(dates: string) => set({ dates })}
        />
      </div>
      <Weekdays chosen={one.weekdays} set={(weekdays) => set({ weekdays })} />
      <button type="button" onClick={remove}>
        Remove {title.toLowerCase()}
      </button>
    </fieldset>
  );
}

function EndTime({ time, set }: { readonly time: string; readonly set: OneProps['set'] }): Node {
  return (
    <label>
      The call ends at, New York
      <input
        type="time"
        required
        value={time}
        onInput={(event: Event) => set({ time: (event.target as HTMLInputElement).value })}
      />
    </label>
  );
}

interface WeekdaysProps {
  readonly chosen: readonly Weekday[];
  readonly set: (chosen: readonly Weekday[]) => void;
}

function Weekdays({ chosen, set }: WeekdaysProps): Node {
  const switched = (day: Weekday) =>
    chosen.includes(day) ? chosen.filter((other) => other !== day) : [...chosen, day];
  return (
    <fieldset class="weekdays">
      <legend>Weekdays (none: every day with a session)</legend>
      {WEEKDAYS.map((day) => (
        <label key={day} class="check">
          <input type="checkbox" checked={chosen.includes(day)} onChange={() => set(switched(day))} />
          <span>{day.slice(0, 3)}</span>
        </label>
      ))}
    </fieldset>
  );
}
