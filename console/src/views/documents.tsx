/** Documents of records, with links that expire; and the templates that investors sign. */
import type { MethodName } from '../client/index.ts';
import { type Desk, type Fields, instantOf, isNoRecord } from '../data/index.ts';
import {
  attempt,
  type Children,
  ConfirmedActions,
  type Find,
  findIn,
  type Node,
  placeholder,
  Section,
  UploadButton,
  useLoaded,
  When,
} from '../parts/index.ts';

interface DocumentsProps {
  readonly desk: Desk;
  readonly method: MethodName;
  /** Absent: none can be uploaded here. */
  readonly upload?: MethodName;
  /** Absent: none can be deleted here. */
  readonly remove?: MethodName;
  readonly title?: string;
  /** Of the upload. */
  readonly isPlainTitle?: boolean;
  readonly fields: Fields;
}

interface LinkedDocument {
  readonly documentid: string;
  readonly documentTitle: string;
  readonly documentFileName: string;
  readonly createdDate?: string;
  /** Absent: this key may not open it. */
  readonly documentUrl?: string;
}

/** Of people, companies, accounts and investments (C37). */
export function LinkedDocuments({
  desk,
  method,
  upload,
  remove,
  title = 'Documents',
  isPlainTitle,
  fields,
}: DocumentsProps): Node | null {
  const { session } = desk;
  const may = session.may(method);
  const loaded = useLoaded(
    () => (may ? readDocuments<LinkedDocument>(desk, method, fields) : Promise.resolve([])),
    [method, JSON.stringify(fields)],
  );
  if (!may) return null;
  const aside =
    upload !== undefined && session.may(upload) && !session.capabilities.operator ? (
      <UploadButton
        desk={desk}
        method={upload}
        fields={fields}
        accept={isPlainTitle ? '.pdf,.jpg,.jpeg,.png,.txt' : '.pdf,.jpg,.jpeg,.png,.heic,.bmp'}
        isPlainTitle={isPlainTitle}
        done={loaded.again}
      />
    ) : null;
  return (
    <Section title={title} aside={aside}>
      {placeholder(loaded, upload === undefined ? 'None.' : 'No documents. Upload the first one.') ?? (
        <ul class="plain-list flush">
          {loaded.value?.map((one) => (
            <li key={one.documentid}>
              {one.documentUrl === undefined ? (
                `Document ${one.documentid}, which you may not open`
              ) : (
                <FileLink href={one.documentUrl}>{one.documentTitle}</FileLink>
              )}{' '}
              <small>
                {one.documentFileName}
                {one.createdDate === undefined ? null : (
                  <>
                    , <When at={instantOf(String(one.createdDate))} />
                  </>
                )}
              </small>
              {remove === undefined || !session.may(remove) || session.capabilities.operator ? null : (
                <ConfirmedActions
                  name={one.documentTitle}
                  actions={[
                    {
                      ...{ words: 'Delete', isDanger: true, says: 'It is no longer shown, and links to it end.' },
                      does: async () => {
                        const id = { ...fields, documentId: one.documentid };
                        await attempt(desk, () => session.api.call(remove, id), `${one.documentTitle} is deleted.`);
                        loaded.again();
                      },
                    },
                  ]}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Opens in its own tab: it comes from where the files are kept. */
export function FileLink({ href, children }: { readonly href: string; readonly children?: Children }): Node {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

/** The list in the answer of a method that refuses an empty one with 404. */
export async function readDocuments<R extends object = Fields>(
  { session }: Desk,
  method: MethodName,
  fields: Fields,
): Promise<readonly R[]> {
  try {
    const answer = await session.api.call(method, fields);
    const list = Object.values(answer).find((value) => Array.isArray(value)) as R[] | undefined;
    return list ?? [];
  } catch (error) {
    if (isNoRecord(error)) return [];
    throw error;
  }
}

/** Templates of the e-signature account, by their ids (D5). */
export function findTemplate(desk: Desk): Find {
  let all: Promise<readonly Fields[]> | undefined;
  return async (text) => {
    all ??= readDocuments(desk, 'fetchSubscriptionDocuments', {});
    const options = (await all).map(({ templateId, name }) => ({ id: String(templateId), name: String(name) }));
    return findIn(() => options)(text);
  };
}
