/**
 * Clients whose access is taken and given back, at any node: within a second every node that reaches the database
 * judges calls and open connections by it (J13).
 */
import type { Client } from '../../src/http/methods/index.ts';
import { hashApiKey } from '../../src/modules/admin/credentials.ts';
import type { Administration } from '../../src/modules/admin/index.ts';
import type { SimulatedProcess } from './machine.ts';
import type { ReferenceServer } from './reference.ts';
import type { World } from './world.ts';

const CLIENTS = ['access0', 'access1'];
const KNOWN_US = 1_000_000;
/** A statement that had no answer by then has failed, so that it is known whether the node reached the database. */
const JUDGED_US = 4_000_000;
const PAUSE_US_MAX = 150_000;
const CHANGE_CHANCE = 0.04;
const RETRY_MS = 1000;

/** From the moment at which something was asked until it failed, or came late; true time. */
export type Trouble = readonly [fromUs: number, toUs: number];

export interface AccessNode {
  readonly name: string;
  readonly process: SimulatedProcess;
  readonly administration: Administration;
  /** When the database gave no answer, or none soon. */
  readonly troubles: readonly Trouble[];
}

interface Stream {
  readonly node: AccessNode;
  readonly client: Client;
}

interface Truth {
  isActive: boolean;
  sinceUs: number;
}

export interface AccessDeps {
  readonly world: World;
  readonly server: ReferenceServer;
  readonly onWrong: (what: string) => void;
}

export class Access {
  readonly #deps: AccessDeps;
  readonly #nodes = new Map<string, AccessNode>();
  readonly #streams = new Set<Stream>();
  readonly #truth = new Map<string, Truth>(CLIENTS.map((clientId) => [clientId, { isActive: true, sinceUs: 0 }]));

  constructor(deps: AccessDeps) {
    this.#deps = deps;
  }

  /** A service that answers calls takes the place of the one before on its machine. */
  add(node: AccessNode): void {
    this.#nodes.set(node.name, node);
    node.process.onEnd(() => this.leave(node.process));
  }

  /** A service that answers no call any more has ended its connections, and looks at no access: it may end slowly. */
  leave(process: SimulatedProcess): void {
    for (const node of this.#nodes.values()) if (node.process === process) this.#nodes.delete(node.name);
    for (const stream of this.#streams) if (stream.node.process === process) this.#streams.delete(stream);
  }

  /** To be called after each commit: what is true from now on. */
  look(): void {
    const { world, server } = this.#deps;
    type Row = { readonly client_id: string; readonly active: number };
    for (const { client_id, active } of server.rows<Row>(`select * from clients where name = 'access'`)) {
      const truth = this.#truth.get(client_id);
      const isActive = active === 1;
      if (truth === undefined || truth.isActive === isActive) continue;
      this.#truth.set(client_id, { isActive, sinceUs: world.nowUs });
      world.note(`${client_id} ${isActive ? 'has access again' : 'has no access any more'}`);
    }
  }

  async run(isOver: () => boolean): Promise<void> {
    const { world } = this.#deps;
    const { dice } = world;
    while (!isOver()) {
      await world.sleep(dice.between(1000, PAUSE_US_MAX));
      const nodes = [...this.#nodes.values()].filter(({ process }) => process.isAlive);
      if (nodes.length === 0) continue;
      const node = dice.pick(nodes);
      const clientId = dice.pick(CLIENTS);
      if (dice.chance(CHANGE_CHANCE)) this.#change(node, clientId);
      else this.#call(node, clientId);
      this.#judgeStreams();
    }
  }

  #change({ process, administration }: AccessNode, clientId: string): void {
    const active = this.#truth.get(clientId)?.isActive === true ? 0 : 1;
    process.deliver(() => {
      administration.deps.clients.update(clientId, { active }).catch(() => {});
    });
  }

  /** A call of the client; some of them open a stream. */
  #call(node: AccessNode, clientId: string): void {
    const { world } = this.#deps;
    const opens = world.dice.chance(0.2);
    node.process.deliver(() => {
      const askedUs = world.nowUs;
      const truth = this.#truth.get(clientId);
      const answer = async () => {
        const client = await node.administration.directory.authenticate(clientId, keyOf(clientId));
        // Of a change meanwhile it may say either.
        if (this.#truth.get(clientId) === truth) {
          this.#judge(node, { clientId, askedUs, truth, isAllowed: client !== undefined, what: 'a call' });
        }
        if (client !== undefined && opens) this.#streams.add({ node, client });
      };
      // Without the database it is refused.
      answer().catch(() => {});
    });
  }

  /** The program says that what a client may do has changed: its connections are judged again. */
  judgeAgain(process: SimulatedProcess, clientId: string): void {
    for (const stream of this.#streams) {
      if (stream.node.process === process && stream.client.clientId === clientId) this.#renew(stream);
    }
  }

  /** As src/marketdata/connection/connection.ts. */
  #renew(stream: Stream): void {
    const { client, node } = stream;
    const renewed = async () => node.administration.directory.renew(client);
    renewed().then(
      (found) => {
        if (found === undefined) this.#streams.delete(stream);
      },
      () => node.process.after(RETRY_MS, () => this.#streams.has(stream) && this.#renew(stream)),
    );
  }

  #judgeStreams(): void {
    const { nowUs: askedUs } = this.#deps.world;
    for (const { node, client } of this.#streams) {
      const { clientId } = client;
      const truth = this.#truth.get(clientId);
      this.#judge(node, { clientId, askedUs, truth, isAllowed: true, what: 'an open connection' });
    }
  }

  #judge(node: AccessNode, judged: Judged): void {
    const { world, onWrong } = this.#deps;
    const { clientId, askedUs, truth, isAllowed, what } = judged;
    if (truth === undefined || truth.isActive === isAllowed || truth.sinceUs > askedUs - KNOWN_US) return;
    const { sinceUs } = truth;
    const { process } = node;
    world.after(JUDGED_US, () => {
      const wasTroubled = node.troubles.some(([fromUs, toUs]) => fromUs <= askedUs && toUs >= sinceUs);
      if (!process.isAlive || process.pausedUntilUs >= sinceUs || wasTroubled) return;
      const ms = Math.round((askedUs - sinceUs) / 1000);
      onWrong(`${what} of ${clientId} at ${node.name} was judged ${isAllowed} ${ms} ms after that had changed`);
    });
  }
}

interface Judged {
  readonly clientId: string;
  readonly askedUs: number;
  /** When it was asked. */
  readonly truth: Truth | undefined;
  readonly isAllowed: boolean;
  readonly what: string;
}

function keyOf(clientId: string): string {
  return clientId.padEnd(43, '0');
}

/** Rows of their clients and keys. */
export function accessRows(nowUs: number) {
  return CLIENTS.map((clientId) => ({
    clientId,
    key: {
      key_id: `K-${clientId}`,
      client_id: clientId,
      key_hash: hashApiKey(keyOf(clientId)),
      master: 0,
      scopes: '[]',
      denied_methods: '[]',
      field_permissions: '[]',
      created_at: nowUs,
    },
  }));
}
