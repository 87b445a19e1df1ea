/**
 * Faults that are put into the program on purpose, to see that the simulation finds them: each is a wrapper or a
 * patched method, and none of them is in the program.
 */
import { crc32 } from 'node:zlib';
import type { DriverConnection } from '../../src/cluster/connection.ts';
import { HostWatch } from '../../src/cluster/host-watch.ts';
import { Leadership, MARGIN_MS } from '../../src/cluster/leadership.ts';
import { LeaseCell } from '../../src/cluster/lease-cell.ts';
import type { Ledger, LedgerGroup, ShardStatus } from '../../src/cluster/ledger.ts';
import { PassedOnCommands } from '../../src/cluster/link/passed-on.ts';
import { ReceivedCommands } from '../../src/cluster/link/received-commands.ts';
import { ClusterNode } from '../../src/cluster/node.ts';
import { SettledEnd } from '../../src/cluster/settled-end.ts';
import { Troubles } from '../../src/cluster/troubles.ts';
import { accepted } from '../../src/exchange/api/outcomes.ts';
import { commandsIn } from '../../src/exchange/commands/command-text.ts';
import type { JournaledCommand } from '../../src/exchange/commands/journaled-command.ts';
import { decodeGroup, encodeGroup, GROUP_HEADER_BYTES, hashOf } from '../../src/exchange/journal/format.ts';
import { LiveExchange } from '../../src/exchange/live-exchange.ts';
import { IdempotencyTable } from '../../src/exchange/records/idempotency-table.ts';
import { Replica } from '../../src/exchange/replica/replica.ts';
import { appendUnfenced, VERBS } from '../support/journal-tables.ts';
import type { SimulatedDatabase } from './database.ts';
import type { ProcessFiles } from './disk.ts';
import { SimulatedLink } from './links.ts';
import { but, type KeptHosts, type NodeOfPlant, Plant, patch, read } from './plant.ts';
import { PUBLISHER_PLANTS } from './publisher-plants.ts';

class NoEpochCheck extends Plant {
  override readonly scene = 'cluster';

  override database(database: SimulatedDatabase): void {
    database.planted = { append: appendUnfenced };
  }
}

class NoOwnDeadline extends Plant {
  override readonly scene = 'cluster';

  override install(): () => void {
    const over = new WeakSet<Leadership>();
    const known = new WeakSet<Leadership>();
    const { release } = Leadership.prototype;
    const takeBack = [
      patch(Leadership.prototype, 'isValid', {
        get(this: Leadership) {
          if (!known.has(this)) this.lost.then(() => over.add(this));
          known.add(this);
          return !over.has(this);
        },
      }),
      patch(Leadership.prototype, 'release', {
        value(this: Leadership) {
          over.add(this);
          return release.call(this);
        },
      }),
    ];
    return () => {
      for (const one of takeBack) one();
    };
  }
}

/** No lease is ever long enough to serve in. */
class NobodyServes extends Plant {
  override readonly scene = 'cluster';

  override install(): () => void {
    return patch(Leadership.prototype, 'isValid', { get: () => false });
  }
}

/** The thread that keeps the lease counts it from too late. */
class KeptTooLong extends Plant {
  override readonly scene = 'cluster';

  override install(): () => void {
    const { kept } = LeaseCell.prototype;
    return patch(LeaseCell.prototype, 'kept', {
      value(this: LeaseCell, untilMs: number) {
        kept.call(this, untilMs + 3 * MARGIN_MS);
      },
    });
  }
}

/** The standby believes what it read with the poll before to be the end of the journal. */
class ReadingBeforeTheBump extends Plant {
  override readonly scene = 'cluster';

  override ledger(ledger: Ledger): Ledger {
    let before: ShardStatus | undefined;
    let shown: ShardStatus | undefined;
    return but(ledger, {
      read: read(ledger, {
        shard: (now) => {
          if (now === undefined) return now;
          const { sequence, chain, groups } = before ?? now;
          before = now;
          shown = { ...now, sequence, chain, groups };
          return shown;
        },
      }),
      claim: async (...values) => {
        const now = await ledger.claim(...values);
        return now && shown && { ...now, sequence: shown.sequence, chain: shown.chain, groups: shown.groups };
      },
    });
  }
}

class NoticeIgnored extends Plant {
  override readonly scene = 'cluster';

  override connection(connection: DriverConnection): DriverConnection {
    return but(connection, { warnings: 0 });
  }
}

class AnsweringBeforeTheCommit extends Plant {
  override readonly scene = 'cluster';

  override install(): () => void {
    const { append } = Leadership.prototype;
    return patch(Leadership.prototype, 'append', {
      value(this: Leadership, group: Parameters<Leadership['append']>[0]) {
        append.call(this, group).catch(() => {});
        return Promise.resolve();
      },
    });
  }
}

class KeysNotCarriedOver extends Plant {
  override install(): () => void {
    return patch(IdempotencyTable.prototype, 'entries', {
      *value() {
        // A snapshot that knows no keys.
      },
    });
  }
}

const TWICE_EVERY = 23;

class AppliedTwice extends Plant {
  override readonly scene = 'cluster';

  override install(): () => void {
    const { follow } = Replica.prototype;
    return patch(Replica.prototype, 'follow', {
      async value(this: Replica, ...[source, durable]: Parameters<Replica['follow']>) {
        const next = async (limit: number) => {
          const group = await source.next(limit);
          if (group !== undefined && group.firstSequence % TWICE_EVERY === 0) {
            for (const command of commandsIn(group.payload)) {
              const { idempotency: _, ...once } = command as JournaledCommand & { idempotency?: object };
              this.state.apply(once as JournaledCommand);
            }
          }
          return group;
        };
        await follow.call(this, but(source, { next }), durable);
      },
    });
  }
}

/** Whatever the journal holds is said to follow on what this node has. */
class ChainNotCompared extends Plant {
  override readonly scene = 'cluster';

  override ledger(ledger: Ledger, { exchange }: NodeOfPlant): Ledger {
    const own = () => exchange()?.position.hash;
    return but(ledger, {
      read: read(ledger, {
        place: (found, { sequence }) => ({ ...found, number: found.number ?? sequence }),
        groups: (found) => chained(found, own()),
      }),
      claim: async (...values) => {
        const taken = await ledger.claim(...values);
        if (taken === undefined) return taken;
        return {
          ...taken,
          get chain() {
            return own() ?? taken.chain;
          },
        };
      },
      append: async (epoch, group, msMax) => {
        const previousHash = (await ledger.read('shard', msMax))?.chain ?? group.previousHash;
        return ledger.append(epoch, { ...group, previousHash }, msMax);
      },
    });
  }
}

/** The same commands in a chain that begins with a hash. */
function chained(groups: readonly LedgerGroup[], hash: Buffer | undefined): readonly LedgerGroup[] {
  let previous = hash;
  return groups.map((found) => {
    const group = decodeGroup(found.bytes, 0);
    if (typeof group === 'string' || previous === undefined || group.previousHash.equals(previous)) {
      previous = hashOf(found.bytes);
      return found;
    }
    const bytes = encodeGroup(group.firstSequence, group.payload.toString('utf8').split('\n'), previous);
    previous = hashOf(bytes);
    return { ...found, bytes };
  });
}

class LeaseByTheLocalClock extends Plant {
  override readonly scene = 'cluster';

  #database: SimulatedDatabase | undefined;

  override database(database: SimulatedDatabase): void {
    this.#database = database;
    database.planted = {
      claim: (tables, moment, ...values) => {
        const lease = { ...tables.lease, untilUs: moment.nowUs - 1 };
        return VERBS.claim.change(but(tables, { lease }), moment, ...values);
      },
    };
  }

  override ledger(ledger: Ledger, { process }: NodeOfPlant): Ledger {
    const untilUs = () => this.#database?.primary.tables.lease.untilUs ?? 0;
    const nowUs = () => process.nowUs();
    return but(ledger, {
      read: read(ledger, { shard: (now) => now && { ...now, nowUs: nowUs(), isFree: untilUs() < nowUs() } }),
    });
  }
}

/** A checksum that is wrong is mended. */
class TornTailAccepted extends Plant {
  override readonly scene = 'alone';

  override files(files: ProcessFiles): ProcessFiles {
    return but(files, {
      read: (path) => {
        const bytes = files.read(path);
        for (let at = bytes.indexOf('GRUP'); at >= 0 && at + GROUP_HEADER_BYTES <= bytes.length; ) {
          const end = at + GROUP_HEADER_BYTES + bytes.readUInt32LE(at + 4);
          if (end > bytes.length) break;
          bytes.writeUInt32LE(0, at + 20);
          bytes.writeUInt32LE(crc32(bytes.subarray(at, end)), at + 20);
          at = bytes.indexOf('GRUP', end);
        }
        return bytes;
      },
    });
  }
}

/** What a killed process wrote is believed without being synced. */
class TailNotSynced extends Plant {
  override readonly scene = 'alone';

  override files(files: ProcessFiles): ProcessFiles {
    return but(files, { truncate: () => {} });
  }
}

class NotSynced extends Plant {
  override readonly scene = 'alone';

  override files(files: ProcessFiles): ProcessFiles {
    return but(files, { sync: async () => {} });
  }
}

class NoSynchronousStandby extends Plant {
  override readonly scene = 'cluster';

  override database(database: SimulatedDatabase): void {
    database.isSynchronous = false;
  }
}

/** The journal is said to hold what every node knows to be durable. */
class MarkNotCompared extends Plant {
  override readonly scene = 'cluster';

  override ledger(ledger: Ledger): Ledger {
    return but(ledger, {
      read: read(ledger, {
        place: (found) => ({ ...found, isHeld: true }),
        members: (found) => found.map((node) => ({ ...node, isHeld: true })),
      }),
    });
  }
}

/** Commits are said to wait for a standby. */
class DurabilityIgnored extends Plant {
  override readonly scene = 'cluster';

  override database(database: SimulatedDatabase): void {
    database.commits = () => ({ waits: 'on', standbyNames: '*', standbys: 1 });
  }
}

/** Nobody looks at the hosts that the connection is not to. */
class PrimariesIgnored extends Plant {
  override readonly scene = 'cluster';

  override install(): () => void {
    const nothing = { value: async () => null };
    const undo = [patch(HostWatch.prototype, 'check', nothing), patch(HostWatch.prototype, 'checkNow', nothing)];
    return () => {
      for (const one of undo) one();
    };
  }
}

/** A node takes over without the reports of the others. */
class ReportsNotAwaited extends Plant {
  override readonly scene = 'cluster';

  override install(): () => void {
    return patch(Troubles.prototype, 'awaitsMembers', { value: async () => false });
  }
}

/** A lease is renewed at any server, whoever leads there, and the other thread looks at no other one. */
class RenewedAnywhere extends Plant {
  override readonly scene = 'cluster';

  override database(database: SimulatedDatabase): void {
    database.planted = {
      renew: (tables, moment, ...[epoch, node, leaseMs]) => {
        const { serverRun, leader } = tables.lease;
        const of = leaseMs > 0 && leader !== '' ? leader : node;
        return VERBS.renew.change(tables, { ...moment, serverRun }, epoch, of, leaseMs);
      },
    };
  }

  override keptHosts(): KeptHosts {
    return { checkNow: async () => null };
  }
}

/** A standby answers from its copy without asking how far the journal is. */
class ReadsNotLevel extends Plant {
  override readonly scene = 'cluster';

  override install(): () => void {
    return patch(ClusterNode.prototype, 'level', { value: async () => {} });
  }
}

/** A standby applies and shows what the database may yet lose. */
class UnsettledShown extends Plant {
  override readonly scene = 'cluster';

  override install(): () => void {
    return patch(SettledEnd.prototype, 'sequence', { get: () => Number.MAX_SAFE_INTEGER });
  }
}

/** A command that the last leader may have committed goes to the next one before that is known. */
class SentBeforeLevel extends Plant {
  override readonly scene = 'cluster';

  override install(): () => void {
    const { welcome } = PassedOnCommands.prototype;
    return patch(PassedOnCommands.prototype, 'welcome', {
      value(this: PassedOnCommands, greeting: Parameters<typeof welcome>[0]) {
        welcome.call(this, { ...greeting, sequence: 0 });
      },
    });
  }
}

/** The leader does again what came again on another link. */
class NumbersNotKnown extends Plant {
  override readonly scene = 'cluster';

  override install(): () => void {
    type Take = ReceivedCommands['take'];
    const value = (...[, , submit]: Parameters<Take>): ReturnType<Take> => submit();
    return patch(ReceivedCommands.prototype, 'take', { value });
  }
}

/** Connections to a node that goes on ask nothing of the next leader. */
class NotAskedAgain extends Plant {
  override readonly scene = 'cluster';
  override readonly hasStreams = true;

  override install(): () => void {
    return patch(SimulatedLink.prototype, 'onLeader', { value: () => () => {} });
  }
}

/** The leader does nothing about the connections of a node that is gone. */
class GoneNotMissed extends Plant {
  override readonly scene = 'cluster';
  override readonly hasStreams = true;

  override install(): () => void {
    return patch(LiveExchange.prototype, 'cutOffSessionsOf', { value: async () => accepted(null) });
  }
}

export const PLANTS: Readonly<Record<string, () => Plant>> = {
  'no-epoch-check': () => new NoEpochCheck(),
  'no-own-deadline': () => new NoOwnDeadline(),
  'nobody-serves': () => new NobodyServes(),
  'lease-kept-too-long': () => new KeptTooLong(),
  'reading-before-the-bump': () => new ReadingBeforeTheBump(),
  'notice-ignored': () => new NoticeIgnored(),
  'answering-before-commit': () => new AnsweringBeforeTheCommit(),
  'keys-not-carried-over': () => new KeysNotCarriedOver(),
  'group-applied-twice': () => new AppliedTwice(),
  'chain-not-compared': () => new ChainNotCompared(),
  'lease-by-local-clock': () => new LeaseByTheLocalClock(),
  'no-synchronous-standby': () => new NoSynchronousStandby(),
  'mark-not-compared': () => new MarkNotCompared(),
  'durability-ignored': () => new DurabilityIgnored(),
  'primaries-ignored': () => new PrimariesIgnored(),
  'reports-not-awaited': () => new ReportsNotAwaited(),
  'renewed-anywhere': () => new RenewedAnywhere(),
  'reads-not-level': () => new ReadsNotLevel(),
  'unsettled-shown': () => new UnsettledShown(),
  'sent-before-level': () => new SentBeforeLevel(),
  'numbers-not-known': () => new NumbersNotKnown(),
  'sessions-not-asked-again': () => new NotAskedAgain(),
  'gone-node-not-missed': () => new GoneNotMissed(),
  'torn-tail-accepted': () => new TornTailAccepted(),
  'recovered-tail-not-synced': () => new TailNotSynced(),
  'no-fdatasync': () => new NotSynced(),
  ...PUBLISHER_PLANTS,
};
