import type { Database } from '../../database/database.ts';
import { compiledOnce } from '../../database/queries/index.ts';
import type { Db } from '../../database/schema/index.ts';
import type { Timers } from '../../time/timers.ts';
import type { PartContext } from '../lifecycle/index.ts';
import type { Publishers } from './publishers.ts';

/** With the query, and with what is checked again, less than the second of J13. */
const POLL_MS = 250;

export interface AccessWatchDeps {
  readonly db: Db;
  readonly after: Timers['after'];
  /** Called with the clients whose keys, users or sessions may do less or more, or whose access has ended. */
  readonly changed: (clientIds: ReadonlySet<string>) => void;
}

/**
 * Finds out whose access another node or a command has changed (J13), whoever leads: the database counts the changes.
 */
export class AccessWatch {
  readonly #deps: AccessWatchDeps;
  #version = 0;
  #hasEnded = false;
  #cancel: () => void = () => {};

  constructor(deps: AccessWatchDeps) {
    this.#deps = deps;
    void this.#poll();
  }

  end(): void {
    this.#hasEnded = true;
    this.#cancel();
  }

  async #poll(): Promise<void> {
    const { after, changed } = this.#deps;
    try {
      const clientIds = await this.#changedClients();
      if (clientIds.size > 0 && !this.#hasEnded) changed(clientIds);
    } catch {
      // The watch of the database reports it, and the next poll finds what this one missed.
    }
    if (!this.#hasEnded) this.#cancel = after(POLL_MS, () => void this.#poll());
  }

  async #changedClients(): Promise<ReadonlySet<string>> {
    const { db } = this.#deps;
    const from = this.#version;
    const query = () => db.selectFrom('access_changes').selectAll().where('version', '>=', from).orderBy('version');
    const { rows } = await db.executeQuery(compiledOnce(db, 'access changes', [from], query));
    // The last change is there, unless the database was restored to an earlier moment: then all are read again.
    this.#version = rows.at(-1)?.version ?? 0;
    return new Set(rows.filter(({ version }) => version > from).map(({ client_id }) => client_id));
  }
}

export interface AccessCaches {
  readonly administration: Pick<Publishers['administration'], 'directory'>;
  readonly sessions: Pick<Publishers['sessions'], 'refresh'>;
}

/** Calls and streams of this process follow every change: caches forget, and open connections are judged again. */
export function watchAccess(
  { shutdown, timers }: Pick<PartContext, 'shutdown' | 'timers'>,
  { db }: Pick<Database, 'db'>,
  { administration, sessions }: AccessCaches,
): void {
  const changed = (clientIds: ReadonlySet<string>) => {
    administration.directory.forget(clientIds);
    for (const clientId of clientIds) sessions.refresh(clientId);
  };
  const watch = new AccessWatch({ db, after: timers.after, changed });
  shutdown.add('changes of access', () => watch.end());
}
