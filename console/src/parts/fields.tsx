/** Fields of forms. */
import type { Node } from './node.ts';

interface TextProps {
  readonly label: string;
  readonly id: string;
  readonly value: string;
  readonly set: (value: string) => void;
  readonly numeric?: boolean;
  /** The reader is done with it; the text may be newer than `value`. */
  readonly left?: (text: string) => void;
  readonly list?: string;
  readonly required?: boolean;
}

export function TextField({ label, id, value, set, numeric = false, left, list, required = false }: TextProps): Node {
  return (
    <label for={id}>
      {label}
      <input
        id={id}
        class={numeric ? 'number' : ''}
        autocomplete="off"
        spellcheck={false}
        inputmode={numeric ? 'decimal' : undefined}
        list={list}
        required={required}
        value={value}
        onInput={(event: Event) => set((event.target as HTMLInputElement).value)}
        onBlur={(event: Event) => left?.((event.target as HTMLInputElement).value)}
      />
    </label>
  );
}

interface ChoiceProps<C extends string> {
  readonly label: string;
  readonly choices: readonly (readonly [value: C, words: string])[];
  readonly value: C;
  readonly set: (value: C) => void;
}

export function Choice<C extends string>({ label, choices, value, set }: ChoiceProps<C>): Node {
  return (
    <label>
      {label}
      <select value={value} onChange={(event: Event) => set((event.target as HTMLSelectElement).value as C)}>
        {choices.map(([choice, words]) => (
          <option key={choice} value={choice} selected={choice === value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
