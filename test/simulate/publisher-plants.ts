/** Faults put into what a node writes and keeps besides the journal: webhooks, leader jobs, access and its ports. */
import { LeaderFence } from '../../src/database/leader/index.ts';
import { ClientDirectory } from '../../src/modules/admin/client-directory.ts';
import { HeldPorts } from '../../src/service/held-ports.ts';
import type { LeaderTasks } from '../../src/service/lifecycle/index.ts';
import { Dispatcher } from '../../src/webhooks/delivery/dispatcher.ts';
import { Outbox } from '../../src/webhooks/outbox/index.ts';
import { but, Plant, patch } from './plant.ts';
import type { ReferenceServer } from './reference.ts';

const POSITION = 'update "venue_webhook_positions"';

/** Neither the epoch nor the position is compared, and each time a webhook is written its deliveries get other ids. */
class WritesNotFenced extends Plant {
  override readonly scene = 'cluster';

  override reference(server: ReferenceServer): void {
    server.planted = (query) => {
      if (!query.sql.startsWith(POSITION)) return [query];
      const unconditional = query.sql.replace(' and "event_seq" = ?', '');
      return [{ sql: unconditional, parameters: query.parameters.slice(0, 2) }];
    };
  }

  override install(): () => void {
    const { write } = Outbox.prototype;
    let writes = 0;
    const undo = [
      patch(LeaderFence.prototype, 'take', { value: async () => {} }),
      patch(LeaderFence.prototype, 'hold', { value: async () => {} }),
      patch(Outbox.prototype, 'write', {
        value(this: Outbox, ...[transaction, webhooks]: Parameters<typeof write>) {
          const ofThisWrite = webhooks.map(({ contents, targets }) => {
            return { contents: { ...contents, cause: `${contents.cause} ${++writes}` }, targets };
          });
          return write.call(this, transaction, ofThisWrite);
        },
      }),
    ];
    return () => {
      for (const one of undo) one();
    };
  }
}

/** A webhook whose key cannot be read is dropped. */
class UnreadableDropped extends Plant {
  override readonly scene = 'cluster';

  override install(): () => void {
    const { offer } = Dispatcher.prototype;
    return patch(Dispatcher.prototype, 'offer', {
      value(this: Dispatcher, ...[delivery, { postponed: _, ...hooks }]: Parameters<typeof offer>) {
        return offer.call(this, delivery, hooks);
      },
    });
  }
}

/** Background work that fails ends the leadership. */
class JobsDismiss extends Plant {
  override readonly scene = 'cluster';

  override leaderTasks(tasks: LeaderTasks, dismiss: (error: unknown) => void): LeaderTasks {
    return but(tasks, { runBackground: () => tasks.runBackground().catch(dismiss) });
  }
}

/** A node that restarts as a standby stops listening. */
class PortsClosed extends Plant {
  override readonly scene = 'cluster';

  override install(): () => void {
    return patch(HeldPorts.prototype, 'release', {
      value(this: HeldPorts<unknown>) {
        this.close();
      },
    });
  }
}

/** A node goes on with what it knew of clients whose access has changed elsewhere. */
class AccessKept extends Plant {
  override readonly scene = 'cluster';

  override install(): () => void {
    return patch(ClientDirectory.prototype, 'forget', { value: () => {} });
  }
}

/** The position of the webhooks is committed before their rows. */
class PositionBeforeRows extends Plant {
  override readonly scene = 'cluster';

  override reference(server: ReferenceServer): void {
    const alone = (sql: string) => ({ sql, parameters: [] });
    server.planted = (query) =>
      query.sql.startsWith(POSITION) ? [query, alone('commit'), alone('begin immediate')] : [query];
  }
}

export const PUBLISHER_PLANTS: Readonly<Record<string, () => Plant>> = {
  'writes-not-fenced': () => new WritesNotFenced(),
  'unreadable-dropped': () => new UnreadableDropped(),
  'jobs-dismiss': () => new JobsDismiss(),
  'ports-closed': () => new PortsClosed(),
  'access-kept': () => new AccessKept(),
  'position-before-rows': () => new PositionBeforeRows(),
};
