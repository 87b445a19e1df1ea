import { useState } from 'preact/hooks';
import { type Desk, type Fields, numberIn } from '../../data/index.ts';
import { attempt, Choice, Empty, type Node, TextField, useLoaded } from '../../parts/index.ts';

/** Those with a number. */
const FIELDS: readonly (readonly [string, string])[] = [
  ['maxOrderQuantity', 'Shares of an order'],
  ['maxOrderValue', 'Value of an order'],
  ['maxOpenOrders', 'Live orders'],
  ['maxOpenValue', 'Value of live orders'],
  ['priceBand', 'Price band, percent'],
  ['maxOrdersPerSecond', 'Orders a second'],
];
/** Those with a list of securities. */
const LISTS: readonly (readonly [string, string])[] = [
  ['allowedSecurities', 'Only in these securities (ids)'],
  ['restrictedSecurities', 'Not in these securities (ids)'],
];
const SIDES = [
  ['', 'buy and sell'],
  ['Buy', 'buy only'],
  ['Sell', 'sell only'],
] as const;
const SHORT_SALES = [
  ['', 'may sell short'],
  ['Yes', 'sells what it has'],
] as const;
const WHOLE = ['maxOrderQuantity', 'maxOpenOrders', 'maxOrdersPerSecond'];

type Limits = Record<string, unknown>;

interface Read {
  readonly clientId: string;
  readonly version: number;
  readonly limits: Limits;
}

/** The limits of a client (V49): read, changed, and set against the version that was read. */
export function ClientLimits({ desk, clientId }: { readonly desk: Desk; readonly clientId: string }): Node {
  const loaded = useLoaded(async () => {
    const { version, limits } = await desk.session.api.call('getLimits', { clientId });
    return { clientId, version: Number(version), limits: limits as Limits };
  }, []);
  const { value, failure, again } = loaded;
  if (failure !== undefined)
    return (
      <p class="failed" role="alert">
        {failure}
      </p>
    );
  return value === undefined ? (
    <Empty>Reading …</Empty>
  ) : (
    <Editor key={value.version} desk={desk} read={value} done={again} />
  );
}

interface EditorProps {
  readonly desk: Desk;
  readonly read: Read;
  readonly done: () => void;
}

function Editor({ desk, read, done }: EditorProps): Node {
  const [values, setValues] = useState<Limits>(() => withNumbers(read.limits));
  const put = (name: string, value: unknown) => {
    const { [name]: _, ...rest } = values;
    setValues(value === undefined ? rest : { ...rest, [name]: value });
  };
  const set = (name: string, text: string) => put(name, text === '' ? undefined : text);
  const save = async (event: Event) => {
    event.preventDefault();
    const fields = { clientId: read.clientId, limits: withNumbers(values), expectedVersion: read.version };
    const words = `Limits of ${read.clientId} are set, or wait for a second operator.`;
    const set = (sent: Fields) => () => desk.session.api.call('setLimits', sent);
    const undo = async () => {
      const before = { clientId: read.clientId, limits: read.limits, expectedVersion: read.version + 1 };
      if (await attempt(desk, set(before), `Limits of ${read.clientId} are as they were.`)) done();
    };
    if (await attempt(desk, set(fields), words, undo)) done();
  };
  return (
    <form onSubmit={save}>
      <p class="hint">Version {read.version}. An empty field is no limit.</p>
      <div class="pair">
        {FIELDS.map(([name, words]) => (
          <TextField
            key={name}
            label={words}
            id={`limit-${name}`}
            numeric
            value={String(values[name] ?? '')}
            set={(text: string) => set(name, text)}
          />
        ))}
      </div>
      {LISTS.map(([name, words]) => (
        <Ids
          key={name}
          label={words}
          id={`limit-${name}`}
          ids={values[name] as readonly string[] | undefined}
          set={(ids: readonly string[] | undefined) => put(name, ids)}
        />
      ))}
      <div class="pair">
        <Choice label="Sides" choices={SIDES} value={sideOf(values)} set={(side: string) => set('sides', side)} />
        <Choice
          label="Short sales"
          choices={SHORT_SALES}
          value={values.noShortSale === 'Yes' ? 'Yes' : ''}
          set={(yes: string) => set('noShortSale', yes)}
        />
      </div>
      <div class="buttons">
        <button type="submit">Set limits</button>
      </div>
    </form>
  );
}

const sideOf = ({ sides }: Limits): string => (sides === 'Buy' || sides === 'Sell' ? sides : '');

/** Numbers as the API takes them, from what it answered or the reader wrote. */
function withNumbers(limits: Limits): Limits {
  const texts = FIELDS.filter(([name]) => limits[name] !== undefined).map(([name]) => {
    const text = numberIn(String(limits[name]));
    return [name, WHOLE.includes(name) && /^\d+$/.test(text) ? Number(text) : text] as const;
  });
  return { ...limits, ...Object.fromEntries(texts) };
}

interface IdsProps {
  readonly label: string;
  readonly id: string;
  readonly ids: readonly string[] | undefined;
  readonly set: (ids: readonly string[] | undefined) => void;
}

/** Ids with commas or spaces between them. */
function Ids({ label, id, ids, set }: IdsProps): Node {
  const [text, setText] = useState((ids ?? []).join(', '));
  const change = (written: string) => {
    setText(written);
    const found = written.split(/[\s,]+/).filter((one) => one !== '');
    set(found.length === 0 ? undefined : found);
  };
  return <TextField label={label} id={id} value={text} set={change} />;
}
