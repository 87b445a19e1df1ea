/**
 * The waiting line of deliveries: one queue for each receiver of each client, in which deliveries start in the order of
 * offering, a few at once. Clients take turns, and the queues of a client take turns, so that a slow receiver holds up
 * its own queue only and a busy client only its own queues. In a queue, jobs about the same record run one after the
 * other, so that they also arrive in the order of offering. Everything is bounded.
 */
import type { RecordKey } from '../events/index.ts';

export interface QueueLimits {
  /** Jobs at once in one queue. */
  readonly runningPerEndpointMax: number;
  /** Jobs at once of one client, over all its queues. */
  readonly runningPerClientMax: number;
  readonly runningMax: number;
  /** Jobs that wait in one queue. */
  readonly waitingPerEndpointMax: number;
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
  /** Records: a job runs when no earlier one of its queue about one of them is left. Each record once. */
  readonly about: readonly RecordKey[];
  /** Does the work. It must not reject; a rejection counts as its end. */
  run(): Promise<void>;
}

interface EndpointQueue<J> {
  readonly receiver: string;
  readonly client: ClientQueues<J>;
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

interface ClientQueues<J> {
  readonly clientId: string;
  readonly queues: Map<string, EndpointQueue<J>>;
  /** Queues that could start a job, each once, the next one first. */
  readonly line: EndpointQueue<J>[];
  running: number;
  bytes: number;
  listed: boolean;
}

export class EndpointQueues<J extends Job> {
  readonly #limits: QueueLimits;
  readonly #nextTurn: (callback: () => void) => void;
  readonly #clients = new Map<string, ClientQueues<J>>();
  /** Clients that could start a job, each once, the next one first. */
  readonly #line: ClientQueues<J>[] = [];
  #waiting = 0;
  #running = 0;
  #bytes = 0;
  #turnPlanned = false;
  #idleWaiters: (() => void)[] = [];

  /** @param nextTurn calls back when other work of the process had its turn */
  constructor(limits: QueueLimits, nextTurn: (callback: () => void) => void) {
    this.#limits = limits;
    this.#nextTurn = nextTurn;
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
    const queue = this.#queueOf(job);
    if (!hold(queue, job)) queue.waiting.push(job);
    queue.client.bytes += job.bytes;
    this.#bytes += job.bytes;
    this.#waiting += 1;
    this.#list(queue);
    this.#planTurn();
    return true;
  }

  /** Resolves when no job waits or runs. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#idleWaiters.push(resolve);
      this.#resolveIdle();
    });
  }

  /** Removes and returns the waiting jobs; running jobs continue. */
  clear(): J[] {
    const removed: J[] = [];
    for (const client of [...this.#clients.values()]) {
      for (const queue of [...client.queues.values()]) {
        const jobs = [...queue.waiting.splice(0), ...queue.held.keys()];
        queue.held.clear();
        queue.about.clear();
        for (const job of jobs) this.#forgetBytes(job, client);
        removed.push(...jobs);
        queue.listed = false;
        this.#discardIfEmpty(queue);
      }
      client.line.length = 0;
      client.listed = false;
    }
    this.#line.length = 0;
    this.#waiting = 0;
    this.#resolveIdle();
    return removed;
  }

  #hasRoomFor(job: J): boolean {
    const client = this.#clients.get(job.clientId);
    const queue = client?.queues.get(job.receiver);
    const waiting = queue === undefined ? 0 : queue.waiting.length + queue.held.size;
    return (
      waiting < this.#limits.waitingPerEndpointMax &&
      (client?.bytes ?? 0) + job.bytes <= this.#limits.bytesPerClientMax &&
      this.#bytes + job.bytes <= this.#limits.bytesMax
    );
  }

  #queueOf(job: J): EndpointQueue<J> {
    let client = this.#clients.get(job.clientId);
    if (client === undefined) {
      client = { clientId: job.clientId, queues: new Map(), line: [], running: 0, bytes: 0, listed: false };
      this.#clients.set(job.clientId, client);
    }
    let queue = client.queues.get(job.receiver);
    if (queue === undefined) {
      queue = {
        receiver: job.receiver,
        client,
        waiting: [],
        about: new Map(),
        held: new Map(),
        running: 0,
        listed: false,
      };
      client.queues.set(job.receiver, queue);
    }
    return queue;
  }

  /**
   * Puts a queue that can start a job at the end of its client's line, and the client at the end of the line of
   * clients.
   */
  #list(queue: EndpointQueue<J>): void {
    if (!queue.listed && queue.waiting.length > 0 && queue.running < this.#limits.runningPerEndpointMax) {
      queue.listed = true;
      queue.client.line.push(queue);
    }
    const { client } = queue;
    if (!client.listed && client.line.length > 0 && client.running < this.#limits.runningPerClientMax) {
      client.listed = true;
      this.#line.push(client);
    }
  }

  #planTurn(): void {
    if (this.#turnPlanned || this.#line.length === 0 || this.#running >= this.#limits.runningMax) return;
    this.#turnPlanned = true;
    this.#nextTurn(() => {
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
      const queue = client?.line.shift();
      if (client === undefined || queue === undefined) return;
      client.listed = false;
      queue.listed = false;
      this.#startNextOf(queue);
      this.#list(queue);
    }
  }

  #startNextOf(queue: EndpointQueue<J>): void {
    const job = queue.waiting.shift();
    if (job === undefined) return;
    this.#waiting -= 1;
    this.#running += 1;
    queue.running += 1;
    queue.client.running += 1;
    const end = (): void => this.#end(job, queue);
    job.run().then(end, end);
  }

  #end(job: J, queue: EndpointQueue<J>): void {
    this.#running -= 1;
    queue.running -= 1;
    queue.client.running -= 1;
    this.#forgetBytes(job, queue.client);
    release(queue, job);
    this.#list(queue);
    this.#discardIfEmpty(queue);
    this.#planTurn();
    this.#resolveIdle();
  }

  #forgetBytes(job: J, client: ClientQueues<J>): void {
    client.bytes -= job.bytes;
    this.#bytes -= job.bytes;
  }

  #discardIfEmpty({ client, receiver, waiting, held, running }: EndpointQueue<J>): void {
    if (waiting.length + held.size > 0 || running > 0) return;
    client.queues.delete(receiver);
    if (client.queues.size === 0) this.#clients.delete(client.clientId);
  }

  #resolveIdle(): void {
    if (this.#waiting + this.#running > 0) return;
    for (const resolve of this.#idleWaiters.splice(0)) resolve();
  }
}

/** Whether the job must wait for an earlier one about one of its records. */
function hold<J extends Job>({ about, held }: EndpointQueue<J>, job: J): boolean {
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
function release<J extends Job>({ about, held, waiting }: EndpointQueue<J>, job: J): void {
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
