/** A list of a corporate action, page by page. */
import type { Fields } from '../../data/index.ts';
import { Named, type Node, placeholder, RecordLink, Rows, type RowsColumn, Section } from '../../parts/index.ts';
import { usePages } from '../../table/index.ts';

export interface HolderFields extends Fields {
  readonly clientId: string;
  readonly accountId: string | null;
}

interface Props<T> {
  readonly title: string;
  /** What the columns mean. */
  readonly about?: string;
  readonly columns: readonly RowsColumn<T>[];
  readonly keyOf: (row: T) => string;
  /** The plural of what the rows are. */
  readonly rowsAre: string;
  readonly limit?: number;
  readonly read: (page: Fields) => Promise<{ readonly rows: readonly T[]; readonly nextCursor: unknown }>;
  readonly empty: string;
  /** With the call that reads it again. */
  readonly aside: Node | ((again: () => void) => Node | undefined);
}

const PAGE = 200;

export function holderOf({ accountId, clientId }: HolderFields): Node {
  return accountId === null ? <Named id={clientId} /> : <RecordLink place="accounts" id={accountId} />;
}

export function HolderPages<T extends HolderFields>(props: Omit<Props<T>, 'keyOf' | 'rowsAre'>): Node {
  const columns = [{ title: 'Holder', cell: holderOf }, ...props.columns];
  const keyOf = ({ clientId, accountId }: T) => accountId ?? clientId;
  return <ActionPages {...props} columns={columns} keyOf={keyOf} rowsAre="holders" />;
}

export function ActionPages<T>({
  title,
  about,
  columns,
  keyOf,
  rowsAre,
  limit = PAGE,
  read,
  empty,
  aside,
}: Props<T>): Node {
  const pages = usePages<T>(async (cursor) => {
    const { rows, nextCursor } = await read({ limit, ...(cursor && { cursor }) });
    return { rows, next: (nextCursor ?? undefined) as string | undefined };
  }, []);
  const loaded = { value: pages.rows, failure: pages.failure, again: pages.again };
  return (
    <Section title={title} aside={typeof aside === 'function' ? aside(pages.again) : aside}>
      {placeholder(loaded, empty) ?? (
        <>
          {about === undefined ? null : <p class="hint">{about}</p>}
          <Rows label={title} columns={columns} rows={pages.rows ?? []} keyOf={keyOf} />
          {pages.more === undefined ? null : (
            <button type="button" onClick={pages.more}>
              More {rowsAre}
            </button>
          )}
        </>
      )}
    </Section>
  );
}
