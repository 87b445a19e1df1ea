import { type Findings, type JournalGroup, LinearCheck } from '../../scripts/cluster/linear-check.ts';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import { Client, comparable, SECURITY_IDS } from './clients.ts';
import { makeFaults, mendEverything } from './faults.ts';
import { repeatedIn } from './links.ts';
import { Plant } from './plant.ts';
import { referenceSchema } from './reference.ts';
import { type Around, aloneScene, clusterScene, type Scene } from './scenes.ts';
import type { Stage } from './stage.ts';
import { ENDED_US_MAX } from './streams.ts';
import { trapTheRealWorld } from './trap.ts';
import type { VenueMachine } from './venue.ts';
import { World } from './world.ts';

const FAULTY_US = 12_000_000;
/** After the last fault everybody is answered within this time. */
const CALM_US_MAX = 25_000_000;
const LEVEL_US_MAX = 12_000_000;
/** Before the first fault a process serves within this time: two nodes in turn may take 8 s for their first tasks. */
const SERVING_US_MAX = 20_000_000;
const ANSWERED_US_MAX = 1_000_000;
/** After that every webhook has come: one whose key could not be read waits for as long as it had waited before. */
const SENT_US_MAX = 60_000_000;
const LOOK_US = 100_000;
const CLIENTS = 4;
/** One seed of this many is a single process with its journal in files. */
const ALONE_EVERY = 5;

export interface SeedResult {
  readonly seed: number;
  /** What was wrong; empty where all is well. */
  readonly wrong: readonly string[];
  readonly steps: readonly string[];
  readonly hash: string;
  readonly turns: number;
  /** Time of the world that passed, seconds. */
  readonly seconds: number;
  readonly findings: Findings | undefined;
  readonly epochs: number;
  readonly starts: number;
}

export interface SeedOptions {
  /** Whether there are clients with cancelOnDisconnect: a seed is another history with them. */
  readonly hasStreams?: boolean;
}

/** A history by a seed, and what was wrong with it. */
export async function runSeed(
  seed: number,
  plant: Plant = new Plant(),
  { hasStreams = plant.hasStreams }: SeedOptions = {},
): Promise<SeedResult> {
  const schema = await referenceSchema();
  const world = new World(seed);
  const untrap = trapTheRealWorld(seed);
  const takeBack = plant.install();
  const isAlone = plant.scene === 'any' ? seed % ALONE_EVERY === 0 : plant.scene === 'alone';
  const scene = isAlone ? aloneScene(world, plant, hasStreams) : clusterScene(world, plant, { hasStreams, schema });
  const { stage, record, wrong } = scene;
  let findings: Findings | undefined;
  try {
    await world.run(
      play(scene),
      SERVING_US_MAX + FAULTY_US + CALM_US_MAX + LEVEL_US_MAX * 2 + ENDED_US_MAX + SENT_US_MAX,
    );
    findings = checked(scene);
    wrong.push(...findings.faults);
    if (findings.acknowledged === 0) wrong.push('no change was acknowledged');
  } catch (error) {
    wrong.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    scene.around?.reference.close();
    takeBack();
    untrap();
  }
  const { hash, turns, steps, nowUs } = world;
  return {
    seed,
    wrong,
    steps,
    hash: `${hash}-${record.changes.length}-${record.reads.length}`,
    turns,
    seconds: nowUs / 1_000_000,
    findings,
    epochs: stage.cluster?.database.primary.tables.lease.epoch ?? 0,
    starts: stage.machines.reduce((sum, { starts }) => sum + starts, 0),
  };
}

/** Load and faults, then calm, until everybody is answered. */
async function play(scene: Scene): Promise<void> {
  const { stage, record, wrong, streams, around } = scene;
  const { world, machines } = stage;
  for (const machine of machines) {
    machine.start();
    await world.sleep(world.dice.between(0, 300_000));
  }
  await serving(stage);
  let isOver = false;
  const parts = { world, servers: machines, record, orders: [], isOver: () => isOver };
  const clients = Array.from({ length: CLIENTS }, (_, number) => new Client(parts, `client${number}`));
  const traded = Promise.all(clients.map((client) => client.trade()));
  const streamed = streams?.run(() => isOver);
  makeFaults(stage, () => isOver);
  void around?.access.run(() => isOver);
  if (stage.cluster !== undefined) void probe(stage);
  await world.sleep(FAULTY_US);
  isOver = true;
  mendEverything(stage);
  const isAnswered = await Promise.race([traded.then(() => true), world.sleep(CALM_US_MAX).then(() => false)]);
  if (!isAnswered) {
    const waiting = clients.map(({ waitsFor }) => waitsFor).filter((what) => what !== '');
    const failures = machines.map(({ name, lastFailure }) => `${name}: ${lastFailure}`).join('; ');
    wrong.push(`nobody answered ${waiting.join(', ')} for ${CALM_US_MAX / 1_000_000} s without a fault (${failures})`);
  }
  await streamed;
  await level(stage, wrong);
  await streams?.settled();
  if (around !== undefined) await sent(scene, around);
}

/** Every moment of a process that lives is one in which it answers (J29). */
async function probe({ world, machines, onWrong }: Stage): Promise<never> {
  for (;;) {
    await world.sleep(world.dice.between(LOOK_US / 5, LOOK_US * 2));
    for (const machine of machines) {
      if (machine.health() === undefined) onWrong(`${machine.name} lives, and refused a probe of /health`);
    }
  }
}

/** Waits until every webhook of the events of the journal has come. */
async function sent({ stage, journal }: Scene, { receivers }: Around): Promise<void> {
  const { world } = stage;
  const events = eventsOf(journal());
  for (const endUs = world.nowUs + SENT_US_MAX; world.nowUs < endUs; await world.sleep(LOOK_US * 5)) {
    if (receivers.missing(events).length === 0) return;
  }
}

function eventsOf(groups: readonly JournalGroup[]): readonly ExchangeEvent[] {
  const events: ExchangeEvent[] = [];
  const check = new LinearCheck({ clockUs: 0, isOfRun: () => false, onEvent: (event) => events.push(event) });
  for (const group of groups) check.take(group);
  return events;
}

/** Every process and the order history have what the journal has. */
async function level({ world, machines, cluster }: Stage, wrong: string[]): Promise<void> {
  const end = () => cluster?.database.primary.tables.sequence ?? machines[0]?.exchange?.sequence;
  const isLevel = ({ exchange, historyEnd }: VenueMachine) =>
    exchange !== undefined && exchange.sequence === end() && exchange.lastEventSeq() === historyEnd;
  for (const endUs = world.nowUs + LEVEL_US_MAX; world.nowUs < endUs; await world.sleep(LOOK_US)) {
    if (machines.every(isLevel)) return;
  }
  const ends = machines.map(({ name, exchange, historyEnd }) => {
    return `${name} at command ${exchange?.sequence} and event ${exchange?.lastEventSeq()}, history at ${historyEnd}`;
  });
  wrong.push(`not level with command ${end()}: ${ends.join(', ')}`);
}

/** Resolves when the securities are there and a process serves; rejects when none does. */
async function serving({ world, machines }: Stage): Promise<void> {
  for (const endUs = world.nowUs + SERVING_US_MAX; world.nowUs < endUs; await world.sleep(LOOK_US / 5)) {
    const leader = machines.find(({ serves }) => serves);
    if (leader?.exchange !== undefined) {
      const about = { type: 'security', issuerId: 3, ownerClientId: 'owner', status: 'trading' } as const;
      const { exchange } = leader;
      const created = SECURITY_IDS.map((securityId) =>
        exchange.submit({ ...about, securityId, name: `Security ${securityId}` }),
      );
      // It may lose the venue right then: a process that ended leaves its calls open.
      const areCreated = Promise.all(created).then(
        () => true,
        () => false,
      );
      if (await Promise.race([areCreated, world.sleep(ANSWERED_US_MAX).then(() => false)])) return;
    }
  }
  const failures = machines.map(({ name, lastFailure }) => `${name}: ${lastFailure}`).join('; ');
  throw new Error(`no process served for ${SERVING_US_MAX / 1_000_000} s without a fault (${failures})`);
}

function checked({ stage, journal, record, wrong, around }: Scene): Findings {
  const check = new LinearCheck({
    clockUs: 0,
    isOfRun: (key) => key.startsWith('client'),
    textOf: comparable,
  });
  const groups = journal();
  for (const group of groups) check.take(group);
  wrong.push(...repeatedIn(groups));
  wrong.push(...copiesThatDiffer(stage.machines, check));
  if (around !== undefined) wrong.push(...around.receivers.faults(eventsOf(groups), around.reference).slice(0, 5));
  return check.compare(record);
}

/** Every copy of the venue has the live orders that the journal makes. */
function copiesThatDiffer(machines: readonly VenueMachine[], check: LinearCheck): string[] {
  const wrong: string[] = [];
  for (const { name, exchange } of machines) {
    if (exchange === undefined) continue;
    for (const { orderId, remaining, quantity, price } of check.state.orders.values()) {
      const order = exchange.order(orderId);
      const isSame = order?.remaining === remaining && order.quantity === quantity && order.price === price;
      if (!isSame) wrong.push(`${name} has order ${orderId} as ${JSON.stringify(order)}`);
    }
  }
  return wrong.slice(0, 3);
}
