/** Fields with several values: records by name, and spans of time in New York. */
import { Named } from './named.tsx';
import type { Node } from './node.ts';
import { type Find, Picker } from './picker.tsx';

interface Props {
  readonly label: string;
  readonly id: string;
  readonly value: string;
  readonly set: (value: string) => void;
}

const partsOf = (value: string, separator: string): readonly string[] =>
  value.split(separator).filter((part) => part !== '');

/** The value has their ids with commas between. */
export function Records({ label, id, value, set, find }: Props & { readonly find: Find }): Node {
  const ids = partsOf(value, ',');
  const add = (one: string) => one === '' || ids.includes(one) || set([...ids, one].join(','));
  return (
    <div class="several">
      <Picker label={label} id={id} value="" set={add} find={find} placeholder="Add by name" />
      {ids.map((one) => (
        <button
          key={one}
          type="button"
          class="chip"
          onClick={() => set(ids.filter((other) => other !== one).join(','))}
        >
          <span class="unseen">Remove</span> <Named id={one} /> <span aria-hidden="true">✕</span>
        </button>
      ))}
    </div>
  );
}

const BETWEEN = ' to ';

/** The value has a line for each, `2026-03-02T09:30 to 2026-03-06T16:00`, in New York time. */
export function Spans({ label, id, value, set }: Props): Node {
  const spans = value === '' ? [] : value.split('\n').map((line) => line.split(BETWEEN) as [string, string]);
  const put = (all: readonly (readonly [string, string])[]) => set(all.map((span) => span.join(BETWEEN)).join('\n'));
  return (
    <fieldset id={id} class="several">
      <legend>{label}, New York time</legend>
      {spans.map(([from, to], at) => (
        <div key={at} class="span">
          <Moment label={`From (${at + 1})`} value={from} set={(text) => put(spans.with(at, [text, to]))} />
          <Moment label={`To (${at + 1})`} value={to} set={(text) => put(spans.with(at, [from, text]))} />
          <button type="button" aria-label={`Remove ${at + 1}`} onClick={() => put(spans.toSpliced(at, 1))}>
            ✕
          </button>
        </div>
      ))}
      <button type="button" onClick={() => put([...spans, ['', '']])}>
        Add a window
      </button>
    </fieldset>
  );
}

function Moment({ label, value, set }: Pick<Props, 'label' | 'value' | 'set'>): Node {
  return (
    <label>
      {label}
      <input
        type="datetime-local"
        required
        step={value.length > 16 ? 1 : 60}
        value={value}
        onInput={(event: Event) => set((event.target as HTMLInputElement).value)}
      />
    </label>
  );
}
