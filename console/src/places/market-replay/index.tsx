/** Market replay: the book of a security at a past moment, and the minute after it, by a slider. */
import { useMemo, useState } from 'preact/hooks';
import {
  bothTimes,
  type Desk,
  setQuery,
  useAddress,
  useTopic,
  venueDateTime,
  venueInput,
  venueInstant,
  venueNow,
} from '../../data/index.ts';
import { Empty, type Node, Picker, useLoaded } from '../../parts/index.ts';
import { findSecurity } from '../../views/index.ts';
import { BookTable } from './book-table.tsx';
import { bookAfter, eventsUpTo, type Replay } from './replay.ts';
import { Tape } from './tape.tsx';

const BACK_MS = 60_000;
const STEP_MS = 100;

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { query } = useAddress();
  const securityId = query.get('security') ?? '';
  const from = query.get('moment') ?? '';
  return (
    <div class="replay">
      <Question desk={desk} securityId={securityId} from={from} />
      {securityId === '' || from === '' ? (
        <Empty>
          Choose a security and a moment: the book as it was then, and what happened in the minute after it, appear
          here.
        </Empty>
      ) : (
        <Shown key={`${securityId} ${from}`} desk={desk} securityId={securityId} from={from} />
      )}
    </div>
  );
}

interface QuestionProps {
  readonly desk: Desk;
  readonly securityId: string;
  readonly from: string;
}

function Question({ desk, securityId, from }: QuestionProps): Node {
  const [security, setSecurity] = useState(securityId === '' ? desk.selected : securityId);
  const [moment, setMoment] = useState(venueInput(from === '' ? venueNow() - BACK_MS : Date.parse(from)));
  useTopic(desk.securities.changed);
  const at = venueInstant(moment);
  const submit = (event: Event) => {
    event.preventDefault();
    if (!Number.isNaN(at)) setQuery({ security, moment: new Date(at).toISOString() });
  };
  return (
    <form class="replay-question" onSubmit={submit}>
      <Picker
        key={desk.securities.isRead}
        label="Security"
        id="replay-security"
        value={security}
        set={setSecurity}
        find={findSecurity(desk)}
        required
      />
      <label for="replay-moment">
        From, New York
        <input
          id="replay-moment"
          type="datetime-local"
          step="1"
          required
          value={moment}
          onInput={(event: Event) => setMoment((event.target as HTMLInputElement).value)}
        />
      </label>
      <button type="submit" class="primary">
        Show
      </button>
      <p class="hint">{Number.isNaN(at) ? '' : bothTimes(at)}</p>
    </form>
  );
}

function Shown({ desk, securityId, from }: QuestionProps): Node {
  const { session, securities } = desk;
  const { value: replay, failure } = useLoaded(
    async () => (await session.api.call('getMarketReplay', { securityId, from })).replay as Replay,
    [],
  );
  const [at, setAt] = useState(Date.parse(from));
  const count = replay === undefined ? 0 : eventsUpTo(replay, at);
  const book = useMemo(() => (replay === undefined ? undefined : bookAfter(replay, count)), [replay, count]);
  if (replay === undefined || book === undefined) {
    return failure === undefined ? (
      <Empty>Reading the journal …</Empty>
    ) : (
      <p class="failed" role="alert">
        {failure}
      </p>
    );
  }
  const [first, last] = [Date.parse(replay.from), Date.parse(replay.to)];
  const toEvent = (index: number) => {
    const event = replay.events[index];
    if (event !== undefined) setAt(Math.max(first, Date.parse(event.time)));
  };
  const before = replay.events.findLastIndex(({ time }) => Date.parse(time) < at);
  const title = `${securities.titleOf(securityId)}, ${book.market ?? 'not known to the venue yet'}`;
  return (
    <>
      <div class="replay-slider">
        <button type="button" disabled={before < 0} onClick={() => toEvent(before)}>
          ‹ Event
        </button>
        <input
          type="range"
          aria-label="Moment"
          min={first}
          max={Math.max(last, first + STEP_MS)}
          step={STEP_MS}
          value={at}
          aria-valuetext={momentText(at)}
          onInput={(event: Event) => setAt(Number((event.target as HTMLInputElement).value))}
        />
        <button type="button" disabled={count >= replay.events.length} onClick={() => toEvent(count)}>
          Event ›
        </button>
        <output class="replay-moment" title={bothTimes(at)}>
          {momentText(at)}
        </output>
      </div>
      <p class="hint">
        {count} of {replay.events.length} events, up to {momentText(last)}
      </p>
      <div class="replay-panels">
        <BookTable book={book} title={title} />
        <Tape replay={replay} count={count} />
      </div>
    </>
  );
}

/** With tenths of a second, by which the slider moves. */
function momentText(at: number): string {
  return `${venueDateTime(at)}.${Math.floor((at % 1000) / STEP_MS)}`;
}
