import type { Complaints } from '../time/complaints.ts';
import { type ClockCheck, isWrongClock } from './clock-check.ts';
import { type Ledger, SEEN_MS_MAX, type SeenNode } from './ledger.ts';

/** A leader whose clock is wrong for longer gives the venue to a node whose clock is right. */
const CLOCK_WRONG_MS_MAX = 5000;
const MS_MAX = 5000;

interface HandoverDeps {
  /** Name of this node. */
  readonly node: string;
  readonly clock: ClockCheck;
  readonly isLeader: () => boolean;
  readonly complaints: Complaints;
  /** Called once, when somebody asked for a handover and another node lives. */
  readonly onHandover: () => void;
}

/** When the leader gives the venue to another node. */
export class Handover {
  readonly #deps: HandoverDeps;
  #isAsked = false;

  constructor(deps: HandoverDeps) {
    this.#deps = deps;
  }

  /** Hands over when this clock is wrong, because every time in the journal comes from it (J8). */
  watchClock(ledger: Ledger): void {
    const { clock, complaints } = this.#deps;
    const { aheadMs, isWrong, wrongForMs } = clock;
    if (!isWrong) return;
    complaints.log({ clock_ms: Math.round(aheadMs) }, 'the clock of the machine that leads the venue is wrong');
    if (wrongForMs > CLOCK_WRONG_MS_MAX) void this.begin(ledger);
  }

  async begin(ledger: Ledger): Promise<void> {
    const { node: own, isLeader, complaints, onHandover } = this.#deps;
    if (this.#isAsked || !isLeader()) return;
    this.#isAsked = true;
    const nodes = await ledger.read('members', MS_MAX).catch(() => []);
    const isAnother = ({ node, role, seenMsAgo, clockMs }: SeenNode) =>
      node !== own && role === 'standby' && seenMsAgo < SEEN_MS_MAX && !isWrongClock(clockMs);
    if (nodes.some(isAnother)) return onHandover();
    this.#isAsked = false;
    complaints.log({}, 'no other node can take the venue over');
  }
}
