/** Fields of times: a span such as 36h, and a moment in New York. */
import type { Fields } from '../../data/index.ts';
import { venueInstant } from '../../data/index.ts';
import { Choice, type DrawnField, type FormField, type Node, TextField } from '../../parts/index.ts';

const UNITS: readonly (readonly [string, string])[] = [
  ['s', 'seconds'],
  ['m', 'minutes'],
  ['h', 'hours'],
  ['d', 'days'],
  ['w', 'weeks'],
];
const USUAL = 'h';

const partsOf = (text: string, usual: string): readonly [number: string, unit: string] => {
  const [, number = '', unit = usual] = /^(.*?)\s*([smhdw])?$/.exec(text.trim()) ?? [];
  return [number, unit];
};

/** Its value is as the API takes it; empty: nothing was chosen. A unit may be typed after the number, too. */
export function Span({ label, id, value, set }: DrawnField): Node {
  const [number, unit] = partsOf(value, USUAL);
  const put = (typed: string, chosen: string) => set(typed === '' && chosen === USUAL ? '' : `${typed}${chosen}`);
  return (
    <div class="pair">
      <TextField label={label} id={id} numeric value={number} set={(typed) => put(...partsOf(typed, unit))} />
      <Choice label={`${label}: unit`} choices={UNITS} value={unit} set={(chosen: string) => put(number, chosen)} />
    </div>
  );
}

/** Its value is the time as inputs have it, in New York. */
export function Moment({ label, id, value, set }: DrawnField): Node {
  return (
    <label for={id}>
      {label}
      <input
        id={id}
        type="datetime-local"
        step="1"
        value={value}
        onInput={(event: Event) => set((event.target as HTMLInputElement).value)}
      />
    </label>
  );
}

/** As the API takes it; another text as it is, for the venue to say what is wrong with it. */
export function instantText(moment: string): string {
  const at = venueInstant(moment);
  return Number.isNaN(at) ? moment : new Date(at).toISOString();
}

export const span = (name: string, label: string): FormField => ({ name, label, draw: Span });

/** When a script is performed. */
export const WHEN: readonly FormField[] = [
  { ...span('after', 'Later by'), hint: 'By the clock of the sandbox. Empty: at once.' },
  { name: 'at', label: 'Or at, New York', draw: Moment },
];

/** A span without its number was not filled in. */
export function sentTimes({ at, ...values }: Fields): Fields {
  const rest = Object.fromEntries(Object.entries(values).filter(([, value]) => !/^[smhdw]$/.test(String(value))));
  return at === undefined ? rest : { ...rest, at: instantText(String(at)) };
}
