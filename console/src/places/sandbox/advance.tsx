/** An advance of the clock (Z4, Z5): how far it has come, and then what happened on the way. */
import { useEffect, useState } from 'preact/hooks';
import { countdown, type Desk, instantOf, quantityText, venueDateTime } from '../../data/index.ts';
import { Empty, type Node, placeholder, Rows, useLoaded, When } from '../../parts/index.ts';

interface Happened {
  readonly time: string;
  /** Of the webhook, or market. */
  readonly name: string;
  readonly records: readonly string[];
}

interface Advance {
  readonly state: 'Under way' | 'Done' | 'Failed';
  readonly reason: string | null;
  readonly from: string;
  readonly to: string;
  readonly now: string;
  readonly progress: number;
  readonly tookMs: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly events: readonly Happened[];
  readonly next: number | null;
}

/** The one whose id is in the address. */
interface Props {
  readonly desk: Desk;
  readonly advanceId: string;
  /** Called when it has ended. */
  readonly ended: () => void;
}

const LOOK_MS = 500;
const EVENTS_SHOWN = 50;

export function AdvanceView({ desk, advanceId, ended }: Props): Node | null {
  const [hasEnded, end] = useState(false);
  const [after, goTo] = useState(0);
  const read = async () => {
    const page = { advanceId, after, limit: EVENTS_SHOWN };
    return (await desk.session.api.call('getClockAdvance', page)).advance as Advance;
  };
  const loaded = useLoaded(read, [after, hasEnded], hasEnded ? 0 : LOOK_MS);
  const advance = loaded.value;
  const isOver = advance !== undefined && advance.state !== 'Under way';
  useEffect(() => {
    if (!isOver) return;
    end(true);
    ended();
  }, [isOver]);
  if (advance === undefined) return placeholder(loaded) ?? null;
  return (
    <>
      <Progress advance={advance} />
      {isOver ? <Outcome advance={advance} after={after} goTo={goTo} /> : null}
    </>
  );
}

function Progress({
  advance: { state, reason, from, to, now, progress, tookMs },
}: {
  readonly advance: Advance;
}): Node {
  const percent = `${Math.floor(progress * 100)} %`;
  const way = `from ${venueDateTime(instantOf(from))} to ${venueDateTime(instantOf(to))} New York`;
  const moved = countdown(instantOf(now) - instantOf(from));
  const words =
    state === 'Under way'
      ? `◌ ${percent}, at ${venueDateTime(instantOf(now))} New York`
      : state === 'Done'
        ? `✓ Moved on by ${moved} in ${(tookMs / 1000).toFixed(1)} s, ${way}`
        : `✕ Failed after ${moved}, ${way}: ${reason ?? 'the reason is not known'}`;
  return (
    <div class="advance">
      <p role="status">{words}</p>
      {state === 'Under way' ? (
        <span class="progress" style={{ '--fill': percent.replace(' ', '') }} role="img" aria-label={percent}>
          <span></span>
        </span>
      ) : null}
    </div>
  );
}

interface OutcomeProps {
  readonly advance: Advance;
  readonly after: number;
  readonly goTo: (after: number) => void;
}

function Outcome({ advance: { counts, events, next }, after, goTo }: OutcomeProps): Node {
  const counted = Object.entries(counts);
  if (counted.length === 0) return <Empty>Nothing happened to this client on the way.</Empty>;
  return (
    <>
      <p>
        What happened:{' '}
        {counted.map(([name, count], index) => (
          <span key={name}>
            {index === 0 ? '' : ', '}
            <strong>{quantityText(count)}</strong> {name}
          </span>
        ))}
        .
      </p>
      <Rows
        label="What happened"
        rows={events}
        keyOf={(_, index) => after + index}
        columns={[
          { title: 'When, New York', cell: ({ time }) => <When at={instantOf(time)} /> },
          { title: 'What', cell: ({ name }) => name },
          { title: 'About', cell: ({ records }) => records.join(', ') },
        ]}
      />
      {after === 0 && next === null ? null : (
        <div class="buttons paging">
          <button type="button" disabled={after === 0} onClick={() => goTo(0)}>
            First events
          </button>
          <button type="button" disabled={next === null} onClick={() => goTo(next ?? 0)}>
            Next events
          </button>
        </div>
      )}
    </>
  );
}
