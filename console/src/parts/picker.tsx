/** Chooses a record by its name or its id; nobody types ids by heart. */
import { useEffect, useState } from 'preact/hooks';
import type { Node } from './node.ts';

export interface Option {
  readonly id: string;
  readonly name: string;
}

/** Those whose name or id has the text in it; a promise where the venue is asked. */
export type Find = (text: string) => readonly Option[] | Promise<readonly Option[]>;

interface PickerProps {
  readonly label: string;
  /** Of the element; separate for each picker of a page. */
  readonly id: string;
  /** The id of the record; empty: none. */
  readonly value: string;
  readonly set: (id: string) => void;
  readonly find: Find;
  readonly placeholder?: string;
  readonly required?: boolean;
}

const SHOWN = 12;
const ASK_AFTER_MS = 120;

/** The options for a text, a moment after its last change; none while nothing is asked for. */
function useOptions(find: Find, text: string | undefined): readonly Option[] {
  const [found, setFound] = useState<readonly Option[]>([]);
  useEffect(() => {
    if (text === undefined) return undefined;
    let isOver = false;
    const ask = async () => {
      try {
        const options = await find(text);
        if (!isOver) setFound(options.slice(0, SHOWN));
      } catch {
        if (!isOver) setFound([]);
      }
    };
    const timer = setTimeout(ask, ASK_AFTER_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text]);
  return found;
}

/** The name of what is chosen, as soon as it is found; until then its id. */
function useName(find: Find, value: string): string {
  const [named, setNamed] = useState<Option>({ id: '', name: '' });
  useEffect(() => {
    if (value === '' || named.id === value) return;
    const look = async () => {
      const option = (await find(value)).find(({ id }) => id === value);
      if (option !== undefined) setNamed(option);
    };
    look().catch(() => {});
  }, [value]);
  return named.id === value && value !== '' ? `${named.name} (${value})` : value;
}

export function Picker({ label, id, value, set, find, placeholder, required = false }: PickerProps): Node {
  /** What was written since it was entered; undefined: nothing yet. */
  const [text, setText] = useState<string | undefined>(undefined);
  const [isEntered, setEntered] = useState(false);
  const [at, setAt] = useState(0);
  const options = useOptions(find, isEntered ? (text ?? '') : undefined);
  const name = useName(find, value);
  const isOpen = isEntered && options.length > 0;
  const close = () => {
    setEntered(false);
    setText(undefined);
  };
  const choose = (option: Option | undefined) => {
    if (option !== undefined) set(option.id);
    close();
  };
  const leave = (event: Event) => {
    const shown = (event.target as HTMLInputElement).value;
    // What was written in this turn is not drawn yet.
    const written = shown === name ? text : shown;
    const isOne = options.length === 1 && written === text && text?.trim() !== '';
    // Without a choice: an id that was pasted is taken as it is, and no text is no record.
    if (written !== undefined) set(isOne ? (options[0] as Option).id : written.trim());
    close();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setEntered(true);
      setAt((at + (event.key === 'ArrowDown' ? 1 : -1) + options.length) % Math.max(1, options.length));
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      choose(options[at]);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };
  const write = (event: Event) => {
    setText((event.target as HTMLInputElement).value);
    setEntered(true);
    setAt(0);
  };
  return (
    <div class="picker">
      <label for={id}>{label}</label>
      <input
        id={id}
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        required={required}
        aria-expanded={isOpen}
        aria-controls={`${id}-options`}
        aria-autocomplete="list"
        placeholder={placeholder}
        aria-activedescendant={isOpen ? `${id}-${at}` : undefined}
        value={text ?? name}
        onFocus={(event: Event) => (event.target as HTMLInputElement).select()}
        onInput={write}
        onClick={() => setEntered(true)}
        onKeyDown={press}
        onBlur={leave}
      />
      <ul id={`${id}-options`} role="listbox" aria-label={`${label}: found`} hidden={!isOpen}>
        {options.map((option, index) => (
          <li
            key={option.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onMouseDown={(event: Event) => {
              event.preventDefault();
              choose(option);
            }}
          >
            {option.name}
            <small>{option.id}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** For lists that are here already. */
export function findIn(all: () => readonly Option[]): Find {
  return (text) => {
    const part = text.trim().toLowerCase();
    return all().filter(({ id, name }) => `${name} ${id}`.toLowerCase().includes(part));
  };
}
