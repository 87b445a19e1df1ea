/** How records end: archived, which can be undone, or deleted, which cannot. */
import type { MethodName } from '../client/index.ts';
import { type Desk, type Fields, go, pathOf, quantityText } from '../data/index.ts';
import { attempt, ConfirmedActions, type Counted, type Node } from '../parts/index.ts';

interface Props {
  readonly desk: Desk;
  /** The place of its list. */
  readonly place: string;
  /** As a title names it. */
  readonly name: string;
  /** Its id, as both methods take it. */
  readonly of: Fields;
  /** Absent: the API does not archive this kind. */
  readonly archives?: MethodName;
  readonly isArchived?: boolean;
  readonly deletes: MethodName;
  /** What archiving ends. */
  readonly saysArchived?: string;
  /** What deleting ends. */
  readonly saysDeleted: string;
  /** What belongs to it, asked of the venue. */
  readonly counts?: () => Promise<Counted>;
  readonly again: () => void;
}

export function RecordEnds(props: Props): Node | null {
  const {
    desk,
    place,
    name,
    of,
    archives,
    isArchived = false,
    deletes,
    saysArchived = '',
    saysDeleted,
    counts,
  } = props;
  const { session } = desk;
  if (session.capabilities.operator) return null;
  const archive = async (archiveStatus: '0' | '1', undo?: () => unknown) => {
    const words = archiveStatus === '1' ? `${name} is archived.` : `${name} is active again.`;
    const send = () => session.api.call(archives as MethodName, { ...of, archiveStatus });
    await attempt(desk, send, words, undo);
    props.again();
  };
  const remove = async () => {
    if (await attempt(desk, () => session.api.call(deletes, of), `${name} is deleted.`)) go(pathOf(place));
  };
  const archived = isArchived
    ? { words: 'Make active', says: 'It is in lists again.', does: () => archive('0') }
    : {
        ...{ words: 'Archive', says: `Lists leave it out. ${saysArchived}`.trim(), counts },
        does: () => archive('1', () => archive('0')),
      };
  const deleted = { words: 'Delete', says: saysDeleted, isTyped: true, counts, does: remove };
  const actions = [
    ...(archives !== undefined && session.may(archives) ? [archived] : []),
    ...(session.may(deletes) ? [deleted] : []),
  ];
  return <ConfirmedActions name={name} actions={actions} />;
}

/** How many records of each kind belong to one: lists of the API with a filter, which count all. */
export async function countBelonging(
  { session }: Desk,
  lists: readonly (readonly [method: MethodName, one: string, many: string, filter: Fields])[],
): Promise<Counted> {
  const counted = await Promise.all(
    lists
      .filter(([method]) => session.may(method))
      .map(async ([method, one, many, filter]) => {
        const { pagination } = await session.api.call(method, { filter: JSON.stringify(filter), limit: 1 });
        const count = Number((pagination as Fields).totalRecords);
        return `${quantityText(count)} ${count === 1 ? one : many}`;
      }),
  );
  return { text: counted.length === 0 ? '' : `It has ${counted.join(', ')}.` };
}
