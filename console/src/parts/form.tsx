/**
 * Forms of the API's fields, with its messages in the words of their labels; a draft survives a reload of the tab.
 * While one is sent its fields take no keys: a refusal moves the focus, which splits what is typed over two fields.
 */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Desk, type Fields, faultsByField, numberIn, priceText, quantityText } from '../data/index.ts';
import { AsApiCall } from './api-call.tsx';
import { Choice, TextField } from './fields.tsx';
import type { Node } from './node.ts';
import { type Find, Picker } from './picker.tsx';
import { Records, Spans } from './several.tsx';

export interface DrawnField {
  readonly label: string;
  readonly id: string;
  readonly value: string;
  readonly set: (value: string) => void;
}

export interface FormField {
  /** As the API names it. */
  readonly name: string;
  readonly label: string;
  readonly kind?:
    | ('text' | 'number' | 'money' | 'percent' | 'shares' | 'date' | 'month')
    | ('long' | 'choice' | 'record' | 'records' | 'spans');
  /** Draws a field of one form alone, in the place of a kind. */
  readonly draw?: (props: DrawnField) => Node;
  readonly choices?: readonly (readonly [string, string])[];
  /** Of one record, or of several. */
  readonly find?: Find;
  readonly hint?: string;
  readonly required?: boolean;
  /** Left out of the draft: nothing stores it in the browser. */
  readonly isSecret?: boolean;
}

export interface FormProps {
  readonly desk: Desk;
  /** Of the draft; with the id of the record where it is about one. */
  readonly name: string;
  readonly fields: readonly FormField[];
  readonly start?: Readonly<Record<string, string>>;
  /** The words of the button. */
  readonly yes: string;
  /** Rejects as the API does; then the form stays as it is, with the messages. Fields that are empty are not sent. */
  readonly send: (values: Fields) => Promise<void>;
  readonly close?: () => void;
  /** It reads, and changes nothing. */
  readonly isRead?: boolean;
}

type Values = Readonly<Record<string, string>>;

const draftOf = (name: string): string => `openats.draft.${name}`;

function readDraft(name: string): Values {
  try {
    return JSON.parse(sessionStorage.getItem(draftOf(name)) ?? '{}') as Values;
  } catch {
    return {};
  }
}

function storeDraft(name: string, values: Values | undefined): void {
  try {
    if (values === undefined) sessionStorage.removeItem(draftOf(name));
    else sessionStorage.setItem(draftOf(name), JSON.stringify(values));
  } catch {
    // Then a reload begins with an empty form.
  }
}

/** How a number of each kind is shown; another text stays as it was typed. */
const SHOWN: Readonly<Record<string, (number: string) => string>> = {
  number: (number) => number,
  percent: (number) => number,
  money: priceText,
  shares: quantityText,
};

function shownNumber(kind: string, text: string): string {
  const number = numberIn(text);
  return /^\d+(\.\d+)?$/.test(number) ? (SHOWN[kind]?.(number) ?? text) : text;
}

/** The values of numbers by `write`, which gets their kind. */
function withNumbers(fields: readonly FormField[], values: Values, write: (kind: string, text: string) => string) {
  const kinds = new Map(fields.map(({ name, kind = 'text' }) => [name, kind]));
  const entries = Object.entries(values).map(([name, text]) => {
    const kind = kinds.get(name) ?? '';
    return [name, kind in SHOWN ? write(kind, text) : text] as const;
  });
  return Object.fromEntries(entries);
}

export function Form({ desk, name, fields, start = {}, yes, send, close, isRead }: FormProps): Node {
  const [values, setValues] = useState<Values>(() => ({
    ...withNumbers(fields, start, shownNumber),
    ...readDraft(name),
  }));
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const [isSending, setSending] = useState(false);
  /** What had the focus when it was sent. */
  const sender = useRef<Element | null>(null);
  /** Those not drawn yet included: a field may be left, or the form sent, in the turn in which it is written. */
  const latest = useRef(values);
  const set = (field: string, value: string) => {
    const next = { ...latest.current, [field]: value };
    latest.current = next;
    setValues(next);
    const secrets = fields.filter(({ isSecret }) => isSecret).map((one) => one.name);
    storeDraft(name, Object.fromEntries(Object.entries(next).filter(([one]) => !secrets.includes(one))));
  };
  const sent = () =>
    Object.fromEntries(
      Object.entries(withNumbers(fields, latest.current, (_kind, text) => numberIn(text))).filter(
        ([, value]) => value.trim() !== '',
      ),
    );
  const submit = async (event: Event) => {
    event.preventDefault();
    sender.current = document.activeElement;
    setSending(true);
    try {
      await send(sent());
      storeDraft(name, undefined);
      setFaults(new Map());
      close?.();
    } catch (error) {
      setFaults(faultsByField(error, new Map(fields.map((field) => [field.name, field.label]))));
    }
    setSending(false);
  };
  const others = faults.get('');
  useFocusOnFault(faults, name, sender);
  return (
    <form class="form" onSubmit={submit} data-form={name}>
      {others === undefined ? null : (
        <p class="failed" role="alert">
          {others}
        </p>
      )}
      <fieldset class="fields" disabled={isSending}>
        {fields.map((field) => (
          <Line
            key={field.name}
            field={field}
            form={name}
            value={values[field.name] ?? ''}
            set={set}
            fault={faults.get(field.name)}
          />
        ))}
      </fieldset>
      <div class="buttons">
        <button type="submit" class="primary" disabled={isSending || desk.session.link.status === 'waiting'}>
          {isSending ? 'Sending …' : yes}
        </button>
        {close === undefined ? null : (
          <button type="button" onClick={close}>
            Back
          </button>
        )}
      </div>
      <AsApiCall isRead={isRead} of={JSON.stringify(values)} work={() => send(sent())} />
    </form>
  );
}

/** Fields lose the focus while the form is sent: it goes to the first fault, else back, before anybody writes on. */
function useFocusOnFault(
  faults: ReadonlyMap<string, string>,
  form: string,
  sender: { readonly current: Element | null },
): void {
  useLayoutEffect(() => {
    const [first] = faults.keys();
    const target = (first && document.getElementById(`${form}-${first}`)) || (sender.current as HTMLElement | null);
    target?.focus();
  }, [faults]);
}

interface LineProps {
  readonly field: FormField;
  readonly form: string;
  readonly value: string;
  readonly set: (field: string, value: string) => void;
  readonly fault: string | undefined;
}

function Line({ field, form, value, set, fault }: LineProps): Node {
  const { hint } = field;
  const note = fault ?? hint;
  const id = `${form}-${field.name}`;
  return (
    <div class={fault === undefined ? 'line' : 'line faulty'}>
      <Input field={field} id={id} value={value} set={(text: string) => set(field.name, text)} />
      {note === undefined ? null : (
        <small id={`${id}-note`} role={fault ? 'alert' : undefined}>
          {note}
        </small>
      )}
    </div>
  );
}

interface InputProps {
  readonly field: FormField;
  readonly id: string;
  readonly value: string;
  readonly set: (value: string) => void;
}

function Input({ field, id, value, set }: InputProps): Node {
  const { kind = 'text', label, choices = [], find, required = false } = field;
  if (field.draw !== undefined) return field.draw({ label, id, value, set });
  const write = (event: Event) => set((event.target as HTMLInputElement).value);
  if (kind === 'choice') return <Choice label={label} choices={choices} value={value} set={set} />;
  if (kind === 'record' && find !== undefined)
    return <Picker label={label} id={id} value={value} set={set} find={find} required={required} />;
  if (kind === 'records' && find !== undefined)
    return <Records label={label} id={id} value={value} set={set} find={find} />;
  if (kind === 'spans') return <Spans label={label} id={id} value={value} set={set} />;
  if (kind === 'long')
    return (
      <label for={id}>
        {label}
        <textarea id={id} rows={3} required={required} value={value} onInput={write}></textarea>
      </label>
    );
  if (kind === 'date' || kind === 'month')
    return (
      <label for={id}>
        {label}
        <input id={id} type={kind} required={required} value={value} onInput={write} />
      </label>
    );
  const shown = kind in SHOWN ? { numeric: true, left: (text: string) => set(shownNumber(kind, text)) } : {};
  return <TextField label={label} id={id} value={value} set={set} required={required} {...shown} />;
}
