/** The sessions of a user, each of which can be ended. */
import { type Desk, instantOf } from '../data/index.ts';
import {
  ActionsHead,
  attempt,
  ConfirmedActions,
  type Node,
  placeholder,
  Scroll,
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
      <Scroll label="Sessions">
        <table class="stacked">
          <thead>
            <tr>
              <th scope="col">Signed in by</th>
              <th scope="col">Since</th>
              <th scope="col">Last proof</th>
              <th scope="col">Last used</th>
              <ActionsHead />
            </tr>
          </thead>
          <tbody>
            {loaded.value?.map((one) => (
              <tr key={one.sessionId}>
                <th scope="row">
                  {one.current === 'Yes' ? `● ${howOf(one)}, this session` : `○ ${howOf(one)}`}
                  <small class="below" title={one.userAgent}>
                    {one.ip} {BROWSER.exec(one.userAgent)?.[0]}
                  </small>
                </th>
                <td data-title="Since">
                  <When at={instantOf(one.createdDate)} />
                </td>
                <td data-title="Last proof">
                  {one.signedInDate === null ? 'not known' : <When at={instantOf(one.signedInDate)} />}
                  <small class="below">{[...one.amr, one.acr ?? []].flat().join(', ')}</small>
                </td>
                <td data-title="Last used">
                  <When at={instantOf(one.lastUsedDate)} />
                </td>
                <td class="actions">
                  {mayEnd ? (
                    <ConfirmedActions
                      name={howOf(one)}
                      actions={[{ words: 'End', isDanger: true, says: saysOf(one), does: () => end(one) }]}
                    />
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    )
  );
}

const howOf = ({ how }: UserSession): string => HOW[how] ?? how.replace(/^oidc:/, 'Provider ');

function saysOf({ current, ip }: UserSession): string {
  return current === 'Yes'
    ? 'This page signs out. What is written into forms is lost.'
    : `The browser at ${ip} is signed out within a second, and its streams end.`;
}
