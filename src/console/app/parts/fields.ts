/** Fields of forms. */
import { html, type Node } from './html.ts';

interface TextProps {
  readonly label: string;
  readonly id: string;
  readonly value: string;
  readonly set: (value: string) => void;
  readonly numeric?: boolean;
  readonly list?: string;
  readonly required?: boolean;
}

export function TextField({ label, id, value, set, numeric = false, list, required = false }: TextProps): Node {
  return html`<label for=${id}>${label}<input id=${id} class=${numeric ? 'number' : ''} autocomplete="off"
    spellcheck=${false}
    inputmode=${numeric ? 'decimal' : undefined} list=${list} required=${required} value=${value}
    onInput=${(event: Event) => set((event.target as HTMLInputElement).value)} /></label>`;
}

interface ChoiceProps {
  readonly label: string;
  readonly choices: readonly (readonly [string, string])[];
  readonly value: string;
  readonly set: (value: string) => void;
}

export function Choice({ label, choices, value, set }: ChoiceProps): Node {
  return html`<label>${label}<select value=${value}
    onChange=${(event: Event) => set((event.target as HTMLSelectElement).value)}>${choices.map(
      ([choice, words]) => html`<option key=${choice} value=${choice} selected=${choice === value}>${words}</option>`,
    )}</select></label>`;
}
