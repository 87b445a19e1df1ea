/** Snapshots of the whole sandbox, and its reset (Z14): the service restarts for each. */
import { useState } from 'preact/hooks';
import { type Desk, type Fields, isRefusal, venueDateTime } from '../../data/index.ts';
import { ConfirmedActions, type Node, Panel, placeholder, Rows, TextField, useLoaded } from '../../parts/index.ts';
import { countOpenOrders } from '../../views/index.ts';
import { type Act, Failure, useAct } from './act.tsx';

interface Snapshot {
  readonly name: string;
  /** By the clock of the system. */
  readonly savedAt: string;
}

interface Change {
  readonly changeId: string;
  readonly state: 'Waiting' | 'Done' | 'Failed';
  readonly reason: string | null;
}

const LOOK_MS = 500;
/** Until a service that restarts answers again. */
const REOPENED_MS_MAX = 120_000;
/** Missing and wrong credentials. */
const NOT_AUTHENTICATED = '103';

const FOLLOWED = 'Another change came after this one. The list shows whether the sandbox was saved, and when.';

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves when the service is open again. Rejects where the change failed. */
async function changed({ session: { api } }: Desk, method: Method, fields: Fields): Promise<void> {
  const { changeId } = (await api.call(method, fields)).change as Change;
  for (const from = performance.now(); performance.now() - from < REOPENED_MS_MAX; await later(LOOK_MS)) {
    try {
      const change = (await api.call('getSnapshots')).change as Change | null;
      if (change === null || change.state === 'Waiting') continue;
      // Each begins when the one before it is over, and the service shows the last one alone.
      const isOwn = change.changeId === changeId;
      if (!isOwn && method === 'saveSnapshot') throw new ChangeFailed(FOLLOWED);
      if (!isOwn || change.state === 'Done') return;
      throw new ChangeFailed(change.reason ?? 'The change failed.');
    } catch (error) {
      if (error instanceof ChangeFailed) throw error;
      // The reader's key or session is not of what was restored; another refusal is of a service that ends or starts.
      if (isRefusal(error) && error.statusCode === NOT_AUTHENTICATED) return;
    }
  }
  throw new ChangeFailed('The service has not opened again.');
}

class ChangeFailed extends Error {}

type Method = 'saveSnapshot' | 'restoreSnapshot' | 'resetSandbox';

export function Snapshots({ desk }: { readonly desk: Desk }): Node {
  const { api } = desk.session;
  const loaded = useLoaded(async () => (await api.call('getSnapshots')).snapshots as readonly Snapshot[], []);
  const act = useAct(desk);
  /** All that the page shows is of before. */
  const replaced = async (method: Method, fields: Fields) => {
    if (await act.run(() => changed(desk, method, fields))) location.reload();
  };
  const reset = {
    ...{ words: 'Reset', isDanger: true, isTyped: true, counts: () => countOpenOrders(desk) },
    says:
      'All records, orders, documents and users of all clients are gone, and the clock runs from now. ' +
      'The keys of the data folder and the snapshots stay. The service restarts.',
    does: () => replaced('resetSandbox', {}),
  };
  return (
    <Panel
      title="Snapshots"
      name="sandbox-snapshots"
      wide
      aside={desk.session.may('resetSandbox') ? <ConfirmedActions name="the sandbox" actions={[reset]} /> : null}
    >
      {act.isUnderWay ? <p role="status">◌ The service restarts. The page goes on by itself.</p> : null}
      {act.failure === undefined ? null : (
        <p>
          <Failure of={act} />
        </p>
      )}
      {desk.session.may('saveSnapshot') ? <Save desk={desk} act={act} again={loaded.again} /> : null}
      {placeholder(loaded, 'No snapshots. Save the first one under a name.') ?? (
        <Rows
          label="Snapshots"
          rows={loaded.value ?? []}
          keyOf={({ name }) => name}
          columns={[
            { title: 'Name', cell: ({ name }) => name },
            { title: 'Saved, New York, by the clock of the system', cell: ({ savedAt }) => savedText(savedAt) },
            {
              title: 'Actions',
              cell: ({ name, savedAt }) =>
                desk.session.may('restoreSnapshot') ? (
                  <ConfirmedActions
                    name={name}
                    actions={[
                      {
                        ...{ words: 'Restore', isDanger: true, isTyped: true, counts: () => countOpenOrders(desk) },
                        says:
                          `All clients go back to what was saved at ${savedText(savedAt)} New York: what happened ` +
                          'since is gone, with the keys and users that were made. The service restarts.',
                        does: () => replaced('restoreSnapshot', { name }),
                      },
                    ]}
                  />
                ) : null,
            },
          ]}
        />
      )}
    </Panel>
  );
}

const savedText = (savedAt: string): string => venueDateTime(Date.parse(savedAt));

interface SaveProps {
  readonly desk: Desk;
  readonly act: Act;
  readonly again: () => void;
}

function Save({ desk, act, again }: SaveProps): Node {
  const [name, setName] = useState('');
  const save = async (event: Event) => {
    event.preventDefault();
    const wanted = name.trim();
    const work = () => changed(desk, 'saveSnapshot', { name: wanted });
    if (await act.run(work, `The sandbox is saved as ${wanted}.`)) setName('');
    again();
  };
  return (
    <form class="inline" onSubmit={save}>
      <TextField label="Name, of letters, digits and hyphens" id="snapshot-name" required value={name} set={setName} />
      <button type="submit" disabled={act.isUnderWay}>
        Save
      </button>
    </form>
  );
}
