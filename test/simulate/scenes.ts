/** Who is there in a history: a cluster with what is around it, or one process. */
import type { JournalGroup, RunRecord } from '../../scripts/cluster/linear-check.ts';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import { journalStart } from '../../src/exchange/journal/reader.ts';
import { JournalTail } from '../../src/exchange/journal/tail.ts';
import { Access, accessRows } from './access.ts';
import { SimulatedDatabase } from './database.ts';
import { ProcessFiles } from './disk.ts';
import { LoneMachine } from './lone-machine.ts';
import { Machine, SimulatedProcess } from './machine.ts';
import { Network } from './network.ts';
import { NodeMachine } from './node-machine.ts';
import type { Plant } from './plant.ts';
import { SECRETS } from './publishing.ts';
import { Receivers, registrationRows } from './receivers.ts';
import { ReferenceServer } from './reference.ts';
import type { Stage } from './stage.ts';
import { StreamClients } from './streams.ts';
import { FOLDER, type VenueMachine } from './venue.ts';
import type { World } from './world.ts';

export interface Scene {
  readonly stage: Stage;
  /** The whole journal, at the end. */
  readonly journal: () => readonly JournalGroup[];
  readonly record: RunRecord;
  readonly wrong: string[];
  readonly streams: StreamClients | undefined;
  /** Undefined where a process is alone. */
  readonly around: Around | undefined;
}

/** What is around a cluster. */
export interface Around {
  readonly reference: ReferenceServer;
  readonly receivers: Receivers;
  readonly access: Access;
}

interface ClusterSceneOptions {
  readonly hasStreams: boolean;
  /** Of the reference database. */
  readonly schema: readonly string[];
}

export function clusterScene(world: World, plant: Plant, { hasStreams, schema }: ClusterSceneOptions): Scene {
  const atClose = world.dice.chance(0.3);
  const machines = ['node-a', 'node-b'].map((name) => new Machine(world, name, atClose));
  const database = new SimulatedDatabase(world, (machines[0] as Machine).beginUs);
  plant.database(database);
  const network = new Network(world, database);
  const { record, wrong, machines: nodes, streams, surroundings } = notes(world, plant, hasStreams);
  const { onWrong } = surroundings;
  const reference = new ReferenceServer(world, schema);
  plant.reference(reference);
  const around = {
    reference,
    receivers: new Receivers(world),
    access: new Access({ world, server: reference, onWrong }),
  };
  fill(reference, (machines[0] as Machine).beginUs);
  const leaderships = new Leaderships(database, onWrong);
  reference.onCommit = (session) => {
    if (session.isOfAccess) around.access.look();
    if (session.isOfLeader) leaderships.committed(session.leadership());
  };
  const parts = { ...surroundings, ...around, network, database, links: new Map(), hasStreams };
  for (const machine of machines) nodes.push(new NodeMachine(machine, parts));
  const journal = () => {
    const { groups } = database.primary.tables;
    const late = groups.find(({ epoch, heldEpoch }) => epoch !== heldEpoch);
    if (late !== undefined) {
      wrong.push(`the leader of epoch ${late.epoch} appended command ${late.firstSequence} in epoch ${late.heldEpoch}`);
    }
    return groups;
  };
  const stage = { world, machines: nodes, cluster: { database, network, reference }, onWrong };
  return { stage, journal, record, wrong, streams, around };
}

/** Registrations of webhooks, and clients whose access changes. */
function fill(reference: ReferenceServer, nowUs: number): void {
  const { clients, webhooks, token } = registrationRows((text, context) => SECRETS.seal(text, context), nowUs);
  const addClient = (client_id: string, name: string) =>
    reference.insert('clients', { client_id, parent_id: client_id, name, active: 1, created_at: nowUs });
  for (const clientId of clients) addClient(clientId, 'publishes');
  for (const webhook of webhooks) reference.insert('webhooks', webhook);
  reference.insert('webhook_tokens', token);
  for (const { clientId, key } of accessRows(nowUs)) {
    addClient(clientId, 'access');
    reference.insert('api_keys', key);
  }
  reference.insert('venue_webhook_positions', { shard: 0, event_seq: 0 });
}

/** A leadership commits nothing once another one has committed (J31). */
class Leaderships {
  readonly #database: SimulatedDatabase;
  readonly #onWrong: (what: string) => void;
  readonly #over = new Set<string>();
  #current = '';
  #rewinds = 0;

  constructor(database: SimulatedDatabase, onWrong: (what: string) => void) {
    this.#database = database;
    this.#onWrong = onWrong;
  }

  committed(leadership: string): void {
    // A journal that was restored may name an earlier leadership again.
    if (this.#database.rewinds !== this.#rewinds) this.#over.clear();
    this.#rewinds = this.#database.rewinds;
    if (leadership === this.#current) return;
    if (this.#over.has(leadership)) this.#onWrong(`${leadership} wrote after ${this.#current}`);
    this.#over.add(this.#current);
    this.#current = leadership;
  }
}

export function aloneScene(world: World, plant: Plant, hasStreams: boolean): Scene {
  const machine = new Machine(world, 'alone', world.dice.chance(0.3));
  const { record, wrong, machines, streams, surroundings } = notes(world, plant, hasStreams);
  const lone = new LoneMachine(machine, surroundings);
  machines.push(lone);
  const journal = () => {
    const files = new ProcessFiles(machine.disk, new SimulatedProcess(machine));
    const tail = new JournalTail(files, FOLDER, journalStart(0));
    const groups: JournalGroup[] = [];
    const { sequence } = lone.exchange ?? { sequence: 0 };
    for (let group = tail.next(sequence); group !== undefined; group = tail.next(sequence)) {
      groups.push({ bytes: group.bytes, committedUs: lone.writtenUs(group.firstSequence) });
    }
    return groups;
  };
  const stage = { world, machines, cluster: undefined, onWrong: surroundings.onWrong };
  return { stage, journal, record, wrong, streams, around: undefined };
}

function notes(world: World, plant: Plant, hasStreams: boolean) {
  const record: RunRecord = { changes: [], reads: [], published: [] };
  const wrong: string[] = [];
  const onEvent = (event: ExchangeEvent) => {
    streams?.published(event);
    if (event.type === 'top') {
      const { securityId, seq, ...top } = event.top;
      record.published.push({ place: `top ${seq} of security ${securityId}`, content: JSON.stringify(top) });
    } else if (event.type === 'order') {
      record.published.push({ place: `event ${event.seq}`, content: JSON.stringify(event.order) });
    }
  };
  const onWrong = (what: string) => {
    world.note(`WRONG: ${what}`);
    if (!wrong.includes(what)) wrong.push(what);
  };
  const machines: VenueMachine[] = [];
  const streams = hasStreams ? new StreamClients({ world, machines, onWrong }) : undefined;
  const onAnswer = () => {
    const serving = machines.filter(({ serves }) => serves);
    if (serving.length > 1) onWrong(`${serving.map(({ name }) => name).join(' and ')} serve at once`);
  };
  return { record, wrong, machines, streams, surroundings: { plant, onEvent, onAnswer, onWrong } };
}
