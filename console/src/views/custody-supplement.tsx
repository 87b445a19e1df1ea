/** Supplements of an account, a person or a company, with the form that stores them. */
import { type Desk, type Fields, isNoRecord } from '../data/index.ts';
import {
  DialogButton,
  Empty,
  type Fact,
  Facts,
  Form,
  type FormField,
  type Node,
  Sealed,
  Section,
  useLoaded,
} from '../parts/index.ts';
import { isCompany } from './person.ts';
import { ACCOUNT_SUPPLEMENT, COMPANY_SUPPLEMENT, PERSON_SUPPLEMENT, type Supplement } from './supplement-fields.ts';

interface Props {
  readonly desk: Desk;
  /** Of an account, a person or a company. */
  readonly id: string;
  readonly name: string;
}

export function CustodySupplement({ desk, id, name }: Props): Node {
  const shown = id.startsWith('A')
    ? [ACCOUNT_SUPPLEMENT]
    : [PERSON_SUPPLEMENT, ...(isCompany(id) ? [COMPANY_SUPPLEMENT] : [])];
  return (
    <>
      {shown
        .filter(({ reads }) => desk.session.may(reads))
        .map((supplement) => (
          <One key={supplement.reads} desk={desk} id={id} name={name} supplement={supplement} />
        ))}
    </>
  );
}

interface OneProps extends Props {
  readonly supplement: Supplement;
}

/** Null: none is stored. */
async function read({ session }: Desk, { reads, id: field, key }: Supplement, id: string): Promise<Fields | null> {
  try {
    const answer = await session.api.call(reads, { [field]: id });
    return ([answer[key]].flat()[0] ?? null) as Fields | null;
  } catch (error) {
    if (isNoRecord(error)) return null;
    throw error;
  }
}

function One({ desk, id, name, supplement }: OneProps): Node {
  const { session } = desk;
  const { title, empty, creates, changes, id: field, fields } = supplement;
  const loaded = useLoaded(() => read(desk, supplement, id), [id, supplement.reads]);
  const { value: stored } = loaded;
  const method = stored === null ? creates : changes;
  const text = ({ name: one }: FormField) => String(stored?.[one] ?? '');
  const send = async (values: Fields) => {
    await session.api.call(method, { ...values, [field]: id });
    desk.say('done', `${title}: ${name} is stored.`);
    loaded.again();
  };
  const start = Object.fromEntries(fields.filter(({ isSecret }) => !isSecret).map((one) => [one.name, text(one)]));
  const form = (close: () => void) => (
    <Form
      desk={desk}
      name={`${supplement.reads}-${id}`}
      fields={stored === null ? fields : fields.map((one) => ({ ...one, required: false }))}
      start={start}
      yes="Store"
      send={send}
      close={close}
    />
  );
  const may = stored !== undefined && session.may(method) && !session.capabilities.operator;
  const aside = may ? (
    <DialogButton words={stored === null ? 'Add' : 'Change'} title={`${title}: ${name}`} show={form} />
  ) : null;
  return (
    <Section title={title} aside={aside}>
      {stored === undefined ? (
        <Empty>{loaded.failure ?? 'Reading …'}</Empty>
      ) : stored === null ? (
        <Empty>{empty}</Empty>
      ) : (
        <Facts facts={fields.map((one) => [one.label, shownText(one, text(one))] as Fact)} />
      )}
    </Section>
  );
}

function shownText({ choices = [], isSecret = false }: FormField, text: string): Fact[1] {
  if (text === '') return '';
  if (isSecret) return <Sealed text={text} />;
  return choices.find(([value]) => value === text)?.[1] ?? text;
}
