import { useState } from 'preact/hooks';
import { messageOf } from '../api.ts';
import type { Desk } from '../desk.ts';
import { html, type Node } from '../html.ts';
import { attempt } from '../parts.ts';
import { TextField } from '../trader/fields.ts';

/** Those with one value; lists of securities are kept as they are. */
const FIELDS: readonly (readonly [string, string])[] = [
  ['maxOrderQuantity', 'Shares of an order'],
  ['maxOrderValue', 'Value of an order'],
  ['maxOpenOrders', 'Live orders'],
  ['maxOpenValue', 'Value of live orders'],
  ['priceBand', 'Price band, percent'],
  ['maxOrdersPerSecond', 'Orders a second'],
];
const WHOLE = ['maxOrderQuantity', 'maxOpenOrders', 'maxOrdersPerSecond'];

type Limits = Record<string, unknown>;

interface Read {
  readonly clientId: string;
  readonly version: number;
  readonly limits: Limits;
}

/** The limits of a client (V49): read, changed, and set against the version that was read. */
export function Limits({ desk }: { readonly desk: Desk }): Node | null {
  const { session } = desk;
  const [clientId, setClientId] = useState('');
  const [read, setRead] = useState<Read | undefined>(undefined);
  if (!session.may('getLimits', 'setLimits')) return null;
  const load = async (event: Event) => {
    event.preventDefault();
    try {
      const { version, limits } = await session.api.call('getLimits', { clientId });
      setRead({ clientId, version: Number(version), limits: limits as Limits });
    } catch (error) {
      setRead(undefined);
      desk.say('failed', messageOf(error));
    }
  };
  return html`<h3 class="within">Limits of a client</h3>
    <form class="inline" onSubmit=${load}>
      <${TextField} label="Client id" id="limits-client" value=${clientId}
        set=${(id: string) => setClientId(id.trim())} />
      <button type="submit" disabled=${clientId === ''}>Read</button></form>
    ${
      read === undefined
        ? null
        : html`<${Editor} key=${`${read.clientId}/${read.version}`} desk=${desk} read=${read}
      done=${setRead} />`
    }`;
}

interface EditorProps {
  readonly desk: Desk;
  readonly read: Read;
  readonly done: (read: Read | undefined) => void;
}

function Editor({ desk, read, done }: EditorProps): Node {
  const [values, setValues] = useState<Limits>(read.limits);
  const set = (name: string, text: string) => {
    const { [name]: _, ...rest } = values;
    const value = text.trim();
    setValues(
      value === '' ? rest : { ...rest, [name]: WHOLE.includes(name) && /^\d+$/.test(value) ? Number(value) : value },
    );
  };
  const save = async (event: Event) => {
    event.preventDefault();
    const fields = { clientId: read.clientId, limits: values, expectedVersion: read.version };
    const words = `Limits of ${read.clientId} are set, or wait for a second operator.`;
    if (await attempt(desk, () => desk.session.api.call('setLimits', fields), words)) done(undefined);
  };
  return html`<form onSubmit=${save}><p class="hint">Version ${read.version}. An empty field is no limit.</p>
    <div class="pair">${FIELDS.map(
      ([name, words]) => html`<${TextField} key=${name} label=${words} id=${`limit-${name}`} numeric
        value=${String(values[name] ?? '')} set=${(text: string) => set(name, text)} />`,
    )}</div>
    <div class="buttons"><button type="submit">Set limits</button></div></form>`;
}
