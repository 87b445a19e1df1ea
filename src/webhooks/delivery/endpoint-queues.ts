/**
 * The waiting line of deliveries: one lane for each receiver of each client, in which deliveries start in the order of
 * offering, a few at once. Clients take turns, and the lanes of a client take turns, so that a slow receiver holds up
 * its own lane only and a busy client only its own lanes. In a lane, jobs about the same record run one after the
 * other, so that they also arrive in the order of offering. Everything is bounded.
 */
import type { RecordKey } from '../events/index.ts';

export interface FairQueueLimits {
  /** Jobs at once in one lane. */
  readonly runningPerLaneMax: number;
  /** Jobs at once of one client, over all its lanes. */
  readonly runningPerClientMax: number;
  readonly runningMax: number;
  /** Jobs that wait in one lane. */
  readonly waitingPerLaneMax: number;
  /** Bytes of one client's jobs, waiting and running. */
  readonly bytesPerClientMax: number;
  readonly bytesMax: number;
  /** Jobs started before other work of the process gets its turn: opening a connection costs the order path time. */
  readonly startsPerTurnMax: number;
}

export interface Job {
  readonly clientId: string;
  readonly receiver: string;
  readonly bytes: number;
  /** Records: a job runs when no earlier one of its lane about one of them is left. Each record once. */
  readonly about: readonly RecordKey[];
  /** Does the work. It must not reject; a rejection counts as its end. */
  run(): Promise<void>;
}

interface Lane<J> {
  readonly receiver: string;
  readonly client: ClientLanes<J>;
  /** Jobs that could start. */
  readonly waiting: J[];
  /** By record: the jobs about it that have not ended, the next one first. */
  readonly about: Map<RecordKey, J[]>;
  /** Jobs that wait for an earlier one about the same record: for how many. */
  readonly held: Map<J, number>;
  running: number;
  /** Whether it stands in its client's line. */
  listed: boolean;
}

interface ClientLanes<J> {
  readonly clientId: string;
  readonly lanes: Map<string, Lane<J>>;
  /** Lanes that could start a job, each once, the next one first. */
  readonly line: Lane<J>[];
  running: number;
  bytes: number;
  listed: boolean;
}

export class FairQueue<J extends Job> {
  readonly #limits: FairQueueLimits;
  readonly #clients = new Map<string, ClientLanes<J>>();
  /** Clients that could start a job, each once, the next one first. */
  readonly #line: ClientLanes<J>[] = [];
  #waiting = 0;
  #running = 0;
  #bytes = 0;
  #turnPlanned = false;
  #idleWaiters: (() => void)[] = [];

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#waiting;
  }
  get running(): number {
    return this.#running;
  }
  /** Bytes of all jobs, waiting and running. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Takes a job, or answers false when a limit is reached. Starts nothing by itself: that happens in a later turn. */
  offer(job: J): boolean {
    if (!this.#hasRoomFor(job)) return false;
    const lane = this.#laneOf(job);
    if (!hold(lane, job)) lane.waiting.push(job);
    lane.client.bytes += job.bytes;
    this.#bytes += job.bytes;
    this.#waiting += 1;
    this.#list(lane);
    this.#planTurn();
    return true;
  }

  /** Resolves when no job waits or runs. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#idleWaiters.push(resolve);
      this.#tellIdle();
    });
  }

  /** Takes out the jobs that wait and gives them back; those that run go on. */
  clear(): J[] {
    const removed: J[] = [];
    for (const client of [...this.#clients.values()]) {
      for (const lane of [...client.lanes.values()]) {
        const jobs = [...lane.waiting.splice(0), ...lane.held.keys()];
        lane.held.clear();
        lane.about.clear();
        for (const job of jobs) this.#forgetBytes(job, client);
        removed.push(...jobs);
        lane.listed = false;
        this.#discardIfEmpty(lane);
      }
      client.line.length = 0;
      client.listed = false;
    }
    this.#line.length = 0;
    this.#waiting = 0;
    this.#tellIdle();
    return removed;
  }

  #hasRoomFor(job: J): boolean {
    const client = this.#clients.get(job.clientId);
    const lane = client?.lanes.get(job.receiver);
    const waiting = lane === undefined ? 0 : lane.waiting.length + lane.held.size;
    return (
      waiting < this.#limits.waitingPerLaneMax &&
      (client?.bytes ?? 0) + job.bytes <= this.#limits.bytesPerClientMax &&
      this.#bytes + job.bytes <= this.#limits.bytesMax
    );
  }

  #laneOf(job: J): Lane<J> {
    let client = this.#clients.get(job.clientId);
    if (client === undefined) {
      client = { clientId: job.clientId, lanes: new Map(), line: [], running: 0, bytes: 0, listed: false };
      this.#clients.set(job.clientId, client);
    }
    let lane = client.lanes.get(job.receiver);
    if (lane === undefined) {
      lane = {
        receiver: job.receiver,
        client,
        waiting: [],
        about: new Map(),
        held: new Map(),
        running: 0,
        listed: false,
      };
      client.lanes.set(job.receiver, lane);
    }
    return lane;
  }

  /**
   * Puts a lane that can start a job at the end of its client's line, and the client at the end of the line of
   * clients.
   */
  #list(lane: Lane<J>): void {
    if (!lane.listed && lane.waiting.length > 0 && lane.running < this.#limits.runningPerLaneMax) {
      lane.listed = true;
      lane.client.line.push(lane);
    }
    const { client } = lane;
    if (!client.listed && client.line.length > 0 && client.running < this.#limits.runningPerClientMax) {
      client.listed = true;
      this.#line.push(client);
    }
  }

  #planTurn(): void {
    if (this.#turnPlanned || this.#line.length === 0 || this.#running >= this.#limits.runningMax) return;
    this.#turnPlanned = true;
    setImmediate(() => {
      this.#turnPlanned = false;
      this.#turn();
      this.#planTurn();
    });
  }

  #turn(): void {
    for (
      let starts = 0;
      starts < this.#limits.startsPerTurnMax && this.#running < this.#limits.runningMax;
      starts += 1
    ) {
      const client = this.#line.shift();
      const lane = client?.line.shift();
      if (client === undefined || lane === undefined) return;
      client.listed = false;
      lane.listed = false;
      this.#startNextOf(lane);
      this.#list(lane);
    }
  }

  #startNextOf(lane: Lane<J>): void {
    const job = lane.waiting.shift();
    if (job === undefined) return;
    this.#waiting -= 1;
    this.#running += 1;
    lane.running += 1;
    lane.client.running += 1;
    const end = (): void => this.#end(job, lane);
    job.run().then(end, end);
  }

  #end(job: J, lane: Lane<J>): void {
    this.#running -= 1;
    lane.running -= 1;
    lane.client.running -= 1;
    this.#forgetBytes(job, lane.client);
    release(lane, job);
    this.#list(lane);
    this.#discardIfEmpty(lane);
    this.#planTurn();
    this.#tellIdle();
  }

  #forgetBytes(job: J, client: ClientLanes<J>): void {
    client.bytes -= job.bytes;
    this.#bytes -= job.bytes;
  }

  #discardIfEmpty({ client, receiver, waiting, held, running }: Lane<J>): void {
    if (waiting.length + held.size > 0 || running > 0) return;
    client.lanes.delete(receiver);
    if (client.lanes.size === 0) this.#clients.delete(client.clientId);
  }

  #tellIdle(): void {
    if (this.#waiting + this.#running > 0) return;
    for (const resolve of this.#idleWaiters.splice(0)) resolve();
  }
}

/** Whether the job must wait for an earlier one about one of its records. */
function hold<J extends Job>({ about, held }: Lane<J>, job: J): boolean {
  let earlier = 0;
  for (const id of job.about) {
    const jobs = about.get(id);
    if (jobs === undefined) about.set(id, [job]);
    else {
      jobs.push(job);
      earlier++;
    }
  }
  if (earlier > 0) held.set(job, earlier);
  return earlier > 0;
}

/** The job has ended: the next about each of its records waits for one less, and starts before later ones. */
function release<J extends Job>({ about, held, waiting }: Lane<J>, job: J): void {
  for (const id of job.about) {
    const jobs = about.get(id);
    if (jobs?.[0] !== job) continue;
    jobs.shift();
    const [next] = jobs;
    if (next === undefined) {
      about.delete(id);
      continue;
    }
    const earlier = (held.get(next) ?? 1) - 1;
    if (earlier > 0) held.set(next, earlier);
    else {
      held.delete(next);
      waiting.unshift(next);
    }
  }
}
