import { type Desk, type Fields, instantOf } from '../../data/index.ts';
import {
  attempt,
  ConfirmedActions,
  FormButton,
  type Node,
  placeholder,
  Section,
  UploadButton,
  useLoaded,
  When,
} from '../../parts/index.ts';
import { FileLink, findTemplate, readDocuments } from '../../views/index.ts';

interface Props {
  readonly desk: Desk;
  readonly offeringId: string;
}

interface Document {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly url: string;
  readonly created: number;
}

/** Numbers of the client's own for its documents, which the console does not use. */
const NO_REFERENCE = '0';

/** Its documents, and the templates of those that investors sign. Links expire. */
export function Documents({ desk, offeringId }: Props): Node {
  const { session } = desk;
  const isOwn = !session.capabilities.operator;
  const fields = { offeringId, documentFileReferenceCode: NO_REFERENCE };
  const upload = (again: () => void) =>
    isOwn && session.may('addDocumentsforOffering') ? (
      <UploadButton
        desk={desk}
        method="addDocumentsforOffering"
        fields={fields}
        accept=".pdf,.xls,.docx"
        done={again}
      />
    ) : null;
  const add = (again: () => void) =>
    isOwn && session.may('addSubscriptionsforOffering', 'fetchSubscriptionDocuments') ? (
      <AddTemplate desk={desk} offeringId={offeringId} done={again} />
    ) : null;
  return (
    <>
      <List desk={desk} offeringId={offeringId} tool={upload} kind={DOCUMENTS} />
      {session.may(TEMPLATES.reads) ? <List desk={desk} offeringId={offeringId} tool={add} kind={TEMPLATES} /> : null}
    </>
  );
}

interface Kind {
  readonly title: string;
  readonly reads: 'getDocumentsforOffering' | 'getSubscriptionsforOffering';
  readonly removes: 'deleteDocumentsforOffering' | 'deleteSubscriptionsforOffering';
  readonly renames: 'updateOfferingDocument' | 'updateSubscriptionsforOffering';
  /** The fields of a new name. */
  readonly named: (name: string) => Fields;
  /** Of an id, in the method that removes it. */
  readonly id: 'documentId' | 'templateId';
  readonly empty: string;
  readonly says: string;
  readonly read: (fields: Fields) => Document;
}

const DOCUMENTS: Kind = {
  ...{ title: 'Documents', reads: 'getDocumentsforOffering', removes: 'deleteDocumentsforOffering', id: 'documentId' },
  renames: 'updateOfferingDocument',
  named: (name) => ({ documentTitle: name, documentFileReferenceCode: NO_REFERENCE }),
  empty: 'No documents. Upload what investors read: PDF files get the watermark of the offering.',
  says: 'It is no longer shown; links to it end.',
  read: (one) => ({
    ...{ id: String(one.documentId), title: String(one.documentTitle), about: String(one.documentName) },
    ...{ url: String(one.url), created: instantOf(String(one.createdDate)) },
  }),
};

const TEMPLATES: Kind = {
  ...{ title: 'Templates to sign', reads: 'getSubscriptionsforOffering', id: 'templateId' },
  ...{ removes: 'deleteSubscriptionsforOffering', renames: 'updateSubscriptionsforOffering' },
  named: (name) => ({ templatename: name }),
  empty: 'No templates. Each investment gets a document to sign from every template that is added here.',
  says: 'Documents that were sent stay as they are, and can still be signed.',
  read: (one) => ({
    ...{ id: String(one.templateId), title: String(one.templateName), about: String(one.templateKey) },
    ...{ url: String(one.templateUrl), created: instantOf(String(one.createdDate)) },
  }),
};

interface ListProps extends Props {
  readonly kind: Kind;
  readonly tool: (again: () => void) => Node | null;
}

function List({ desk, offeringId, kind, tool }: ListProps): Node {
  const { session } = desk;
  const loaded = useLoaded(async () => (await readDocuments(desk, kind.reads, { offeringId })).map(kind.read), []);
  const may = session.may(kind.removes) && !session.capabilities.operator;
  const remove = async ({ id, title }: Document) => {
    const fields = { [kind.id]: id, ...(kind === DOCUMENTS ? { offeringId } : {}) };
    await attempt(desk, () => session.api.call(kind.removes, fields), `${title} is removed.`);
    loaded.again();
  };
  const rename = async ({ id, title }: Document, name: string) => {
    const fields = { offeringId, [kind.id]: id, ...kind.named(name) };
    await attempt(desk, () => session.api.call(kind.renames, fields), `${title} is ${name} now.`);
    loaded.again();
  };
  return (
    <Section title={kind.title} aside={tool(loaded.again)}>
      {placeholder(loaded, kind.empty) ?? (
        <ul class="plain-list flush">
          {loaded.value?.map((one) => {
            const actions = [
              ...(session.may(kind.renames) && !session.capabilities.operator
                ? [
                    {
                      ...{ words: 'Rename', says: 'Investors see the new name.', reason: 'Name' },
                      does: (name: string) => rename(one, name),
                    },
                  ]
                : []),
              ...(may ? [{ words: 'Remove', isDanger: true, says: kind.says, does: () => remove(one) }] : []),
            ];
            return (
              <li key={one.id}>
                <FileLink href={one.url}>{one.title}</FileLink>
                <small>
                  {one.about}, <When at={one.created} />
                </small>
                <ConfirmedActions name={one.title} actions={actions} />
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}

function AddTemplate({ desk, offeringId, done }: Props & { readonly done: () => void }): Node {
  const fields = [
    { name: 'template', label: 'Template', kind: 'record' as const, find: findTemplate(desk), required: true },
    { name: 'file_name', label: 'Name for its investors', required: true },
  ];
  const send = async ({ template, file_name }: Fields) => {
    const sent = { offeringId, file_name: `templatename0=${template}--${file_name}` };
    await desk.session.api.call('addSubscriptionsforOffering', sent);
    desk.say('done', `${file_name} is added.`);
    done();
  };
  return (
    <FormButton
      desk={desk}
      words="Add template"
      title="Add a template"
      yes="Add"
      name={`template-of-${offeringId}`}
      fields={fields}
      send={send}
    />
  );
}
