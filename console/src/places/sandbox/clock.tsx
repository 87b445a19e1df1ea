/** The clock of the sandbox (Z1): what time it is, whether it runs, and moving it on. */
import { useEffect, useState } from 'preact/hooks';
import {
  bothTimes,
  type Desk,
  type Fields,
  instantOf,
  noteVenueClock,
  setQuery,
  useAddress,
  useEachSecond,
  venueDateTime,
  venueNow,
} from '../../data/index.ts';
import { type Node, Panel, placeholder, TextField, useLoaded } from '../../parts/index.ts';
import { type Act, ActButton, Failure, useAct } from './act.tsx';
import { AdvanceView } from './advance.tsx';
import { instantText, Moment, Span } from './time-fields.tsx';

interface SandboxClock {
  readonly mode: 'running' | 'frozen';
  /** Seconds of the venue in a second of the system. */
  readonly rate: number;
  readonly now: string;
  readonly nextOpening: string | null;
  /** Of the advance that is under way. */
  readonly advanceId: string | null;
}

const LOOK_MS = 3000;
const STEPS = [
  ['1h', '1 hour'],
  ['1d', '1 day'],
  ['3d', '3 days'],
] as const;

export function Clock({ desk }: { readonly desk: Desk }): Node {
  const { api } = desk.session;
  const read = async () => {
    const clock = (await api.call('getClock')).clock as SandboxClock;
    // The whole page shows this time.
    noteVenueClock(clock.now, clock.advanceId === null ? clock.rate : 0);
    return clock;
  };
  const loaded = useLoaded(read, [], LOOK_MS);
  const clock = loaded.value;
  const shownAdvance = useAddress().query.get('advance');
  // Also one that a program began.
  useEffect(() => {
    if (clock?.advanceId) setQuery({ advance: clock.advanceId });
  }, [clock?.advanceId]);
  const advance = async (how: Fields) => {
    const { advance: begun } = await api.call('advanceClock', { ...how, wait: 0 });
    setQuery({ advance: String((begun as Fields).advanceId) });
    loaded.again();
  };
  return (
    <Panel title="Clock" name="sandbox-clock" wide>
      {clock === undefined ? (
        placeholder(loaded)
      ) : (
        <>
          <Now clock={clock} />
          <Course desk={desk} clock={clock} again={loaded.again} />
          <Advances desk={desk} clock={clock} advance={advance} />
        </>
      )}
      {shownAdvance === null ? null : (
        <AdvanceView key={shownAdvance} desk={desk} advanceId={shownAdvance} ended={loaded.again} />
      )}
    </Panel>
  );
}

function Now({ clock: { mode, rate, nextOpening, advanceId } }: { readonly clock: SandboxClock }): Node {
  useEachSecond();
  const at = venueNow();
  const course =
    mode === 'frozen' ? '❙❙ Frozen' : rate === 1 ? '▶ Running' : `▶ Running at ${rate} seconds in a second`;
  return (
    <p class="sandbox-now">
      <strong title={bothTimes(at)}>{venueDateTime(at)}</strong> New York ·{' '}
      {advanceId === null ? course : '▶▶ Advancing'}
      {nextOpening === null ? null : (
        <small class="below">Next opening by the hours of the venue: {venueDateTime(instantOf(nextOpening))}</small>
      )}
    </p>
  );
}

interface CourseProps {
  readonly desk: Desk;
  readonly clock: SandboxClock;
  readonly again: () => void;
}

function Course({ desk, clock: { mode, advanceId }, again }: CourseProps): Node {
  const [rate, setRate] = useState('1');
  const act = useAct(desk);
  const set = async (fields: Fields, done: string) => {
    await act.run(() => desk.session.api.call('setClock', fields), done);
    again();
  };
  const run = (event: Event) => {
    event.preventDefault();
    void set({ mode: 'running', rate: rate.trim() }, 'The clock runs.');
  };
  const isBusy = advanceId !== null || act.isUnderWay;
  return (
    <form class="inline" onSubmit={run}>
      <button
        type="button"
        disabled={isBusy || mode === 'frozen'}
        onClick={() => set({ mode: 'frozen' }, 'The clock is frozen.')}
      >
        Freeze
      </button>
      <TextField label="Seconds per real second" id="clock-rate" numeric required value={rate} set={setRate} />
      <button type="submit" disabled={isBusy}>
        Run
      </button>
      <Failure of={act} />
    </form>
  );
}

interface AdvancesProps {
  readonly desk: Desk;
  readonly clock: SandboxClock;
  readonly advance: (how: Fields) => Promise<void>;
}

function Advances({ desk, clock: { nextOpening, advanceId }, advance }: AdvancesProps): Node {
  const [by, setBy] = useState('');
  const [to, setTo] = useState('');
  const acts = { by: useAct(desk), to: useAct(desk) };
  const isBusy = advanceId !== null;
  const submit = (act: Act, how: Fields) => (event: Event) => {
    event.preventDefault();
    void act.run(() => advance(how));
  };
  return (
    <>
      <div class="buttons sandbox-steps" role="group" aria-label="Advance at once">
        {STEPS.map(([step, words]) => (
          <ActButton
            key={step}
            desk={desk}
            words={`+ ${words}`}
            label={`Advance by ${words}`}
            disabled={isBusy}
            does={() => advance({ by: step })}
          />
        ))}
        <ActButton
          desk={desk}
          words="To the next opening"
          disabled={isBusy || nextOpening === null}
          does={() => advance({ to: nextOpening })}
        />
      </div>
      <div class="sandbox-own">
        <form class="inline" onSubmit={submit(acts.by, { by })}>
          <Span label="Advance by" id="advance-by" value={by} set={setBy} />
          <button type="submit" disabled={isBusy || acts.by.isUnderWay}>
            Advance by it
          </button>
          <Failure of={acts.by} />
        </form>
        <form class="inline" onSubmit={submit(acts.to, { to: instantText(to) })}>
          <Moment label="Advance to, New York" id="advance-to" value={to} set={setTo} />
          <button type="submit" disabled={isBusy || acts.to.isUnderWay}>
            Advance to it
          </button>
          <Failure of={acts.to} />
        </form>
      </div>
    </>
  );
}
