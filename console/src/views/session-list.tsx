/** The sessions of a user, each of which can be ended. */
import { type Desk, instantOf } from '../data/index.ts';
import {
  attempt,
  ConfirmedActions,
  type Node,
  placeholder,
  Rows,
  type RowsColumn,
  useLoaded,
  When,
} from '../parts/index.ts';

interface UserSession {
  readonly sessionId: string;
  readonly how: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly createdDate: string;
  readonly signedInDate: string | null;
  readonly amr: readonly string[];
  readonly acr: string | null;
  readonly lastUsedDate: string;
  readonly current: 'Yes' | 'No';
}

interface Props {
  readonly desk: Desk;
  readonly userId: string;
  /** Those of the reader can always be ended. */
  readonly mayEnd: boolean;
}

const HOW: Readonly<Record<string, string>> = { passkey: 'Passkey', link: 'Link' };
const BROWSER = /(?:Edg|OPR|Firefox|HeadlessChrome|Chrome|Safari)\/\d+/;
const EVERY_MS = 30_000;

const COLUMNS: readonly RowsColumn<UserSession>[] = [
  {
    title: 'Signed in by',
    cell: (one) => (
      <>
        {one.current === 'Yes' ? `● ${howOf(one)}, this session` : `○ ${howOf(one)}`}
        <small class="below" title={one.userAgent}>
          {one.ip} {BROWSER.exec(one.userAgent)?.[0]}
        </small>
      </>
    ),
  },
  { title: 'Since, New York', cell: ({ createdDate }) => <When at={instantOf(createdDate)} /> },
  {
    title: 'Last proof, New York',
    cell: ({ signedInDate, amr, acr }) => (
      <>
        {signedInDate === null ? 'not known' : <When at={instantOf(signedInDate)} />}
        <small class="below">{[...amr, acr ?? []].flat().join(', ')}</small>
      </>
    ),
  },
  { title: 'Last used, New York', cell: ({ lastUsedDate }) => <When at={instantOf(lastUsedDate)} /> },
];

export function SessionList({ desk, userId, mayEnd }: Props): Node {
  const { api } = desk.session;
  const read = async () => (await api.call('getSessions', { userId })).sessions as UserSession[];
  const loaded = useLoaded(read, [userId], EVERY_MS);
  const end = async ({ sessionId, current }: UserSession) => {
    const isEnded = await attempt(desk, () => api.call('endSession', { sessionId }), 'The session is over.');
    if (isEnded && current === 'Yes') api.over.changed();
    else loaded.again();
  };
  return (
    placeholder(loaded, 'No sessions.') ?? (
      <Rows
        label="Sessions"
        rows={loaded.value ?? []}
        keyOf={({ sessionId }) => sessionId}
        columns={COLUMNS}
        actions={(one) =>
          mayEnd ? (
            <ConfirmedActions
              name={howOf(one)}
              actions={[{ words: 'End', isDanger: true, says: saysOf(one), does: () => end(one) }]}
            />
          ) : null
        }
      />
    )
  );
}

const howOf = ({ how }: UserSession): string => HOW[how] ?? how.replace(/^oidc:/, 'Provider ');

function saysOf({ current, ip }: UserSession): string {
  return current === 'Yes'
    ? 'This page signs out. What is written into forms is lost.'
    : `The browser at ${ip} is signed out within a second, and its streams end.`;
}
