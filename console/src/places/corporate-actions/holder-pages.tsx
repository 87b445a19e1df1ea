/** A list of holders of a corporate action, page by page. */
import type { Fields } from '../../data/index.ts';
import { Named, type Node, placeholder, RecordLink, Rows, type RowsColumn, Section } from '../../parts/index.ts';
import { usePages } from '../../table/index.ts';

export interface HolderFields extends Fields {
  readonly clientId: string;
  readonly accountId: string | null;
}

interface Props<T extends HolderFields> {
  readonly title: string;
  /** What the columns mean. */
  readonly about?: string;
  /** After the holder. */
  readonly columns: readonly RowsColumn<T>[];
  readonly read: (page: Fields) => Promise<{ readonly rows: readonly T[]; readonly nextCursor: unknown }>;
  readonly empty: string;
  /** With the call that reads it again. */
  readonly aside: Node | ((again: () => void) => Node | undefined);
}

const PAGE = 200;

const HOLDER: RowsColumn<HolderFields> = {
  title: 'Holder',
  cell: ({ accountId, clientId }) =>
    accountId === null ? <Named id={clientId} /> : <RecordLink place="accounts" id={accountId} />,
};

export function HolderPages<T extends HolderFields>({ title, about, columns, read, empty, aside }: Props<T>): Node {
  const pages = usePages<T>(async (cursor) => {
    const { rows, nextCursor } = await read({ limit: PAGE, ...(cursor && { cursor }) });
    return { rows: rows as T[], next: (nextCursor ?? undefined) as string | undefined };
  }, []);
  const loaded = { value: pages.rows, failure: pages.failure, again: pages.again };
  return (
    <Section title={title} aside={typeof aside === 'function' ? aside(pages.again) : aside}>
      {placeholder(loaded, empty) ?? (
        <>
          {about === undefined ? null : <p class="hint">{about}</p>}
          <Rows
            label={title}
            columns={[HOLDER as RowsColumn<T>, ...columns]}
            rows={pages.rows ?? []}
            keyOf={({ clientId, accountId }: T) => accountId ?? clientId}
          />
          {pages.more === undefined ? null : (
            <button type="button" onClick={pages.more}>
              More holders
            </button>
          )}
        </>
      )}
    </Section>
  );
}
