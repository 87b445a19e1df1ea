/** Pairs of amendments of a match that come at once, each in each state and killed at each point (V44, V45, V65). */
import pino from 'pino';
import { expect, test } from 'vitest';
import type { NoticeEvent } from '../../../src/exchange/api/events.ts';
import { settlementModule } from '../../../src/modules/settlement/index.ts';
import { TwoPersonApproval, twoPersonApprovalModule } from '../../../src/modules/two-person-approval/index.ts';
import { describeOnBothDatabases, type TestDatabases } from '../../support/database.ts';
import { THOROUGH } from '../../support/thorough.ts';
import { ISSUER, OWNER } from '../ats/fixtures.ts';
import { type Desk, startDesk, startNotices } from '../quotes/desk.ts';
import { insertOperators, OPERATOR_KEYS } from '../two-person-approval/operators.ts';

const SHARES = 30;
const ADJUSTED = 20;
const STATES = ['PENDING', 'SETTLED', 'CANCELED', 'BUSTED'] as const;
const STEPS = ['bust', 'adjust', 'settle', 'cancel'] as const;
const KILLS = ['none', 'before the journal', 'after the journal'] as const;
type State = (typeof STATES)[number];
type Step = (typeof STEPS)[number];
type Kill = (typeof KILLS)[number];

const REACHED_BY: Readonly<Record<State, readonly Step[]>> = {
  PENDING: [],
  SETTLED: ['settle'],
  CANCELED: ['cancel'],
  BUSTED: ['bust'],
};

/** The state of a match and its shares. */
interface Model {
  readonly state: State;
  readonly shares: number;
}

function after({ state, shares }: Model, step: Step): Model | undefined {
  const isLive = state === 'PENDING' || state === 'SETTLED';
  if (step === 'bust') return isLive ? { state: 'BUSTED', shares: 0 } : undefined;
  if (step === 'adjust') return isLive && shares !== ADJUSTED ? { state, shares: ADJUSTED } : undefined;
  if (state !== 'PENDING') return undefined;
  return step === 'settle' ? { state: 'SETTLED', shares } : { state: 'CANCELED', shares: 0 };
}

/** The state of a match after these steps, and which of them are done. */
function played(begin: Model, steps: readonly Step[]) {
  let model = begin;
  const done = steps.filter((step) => {
    const next = after(model, step);
    model = next ?? model;
    return next !== undefined;
  });
  return { model, done };
}

class Races {
  readonly #approvals: () => TwoPersonApproval;
  readonly #isApproved: boolean;
  readonly desk: Desk;
  #calls = 0;

  private constructor(desk: Desk, approvals: () => TwoPersonApproval, isApproved: boolean) {
    this.desk = desk;
    this.#approvals = approvals;
    this.#isApproved = isApproved;
  }

  static async start(open: TestDatabases, isApproved: boolean): Promise<Races> {
    let approvals: TwoPersonApproval | undefined;
    const desk = await startDesk(
      open,
      (deps) => {
        approvals = new TwoPersonApproval(deps, { isOn: isApproved, hours: 24, log: pino({ level: 'silent' }) });
        return [...approvals.guarded(settlementModule(deps)), ...twoPersonApprovalModule(deps, approvals)];
      },
      OPERATOR_KEYS,
    );
    await insertOperators(desk.database);
    return new Races(desk, () => approvals!, isApproved);
  }

  async #match(): Promise<string> {
    await this.desk.order('C2', { type: 'Limit', action: 'Sell', price: '10', memberid: '5003', quantity: SHARES });
    await this.desk.order('C1', { type: 'Limit', price: '10', quantity: SHARES });
    const last = this.desk.events.findLast((event) => event.type === 'match')!;
    return String(last.match.matchId);
  }

  /** Resolves with whether it was done; undefined where the answer is unknown. Repeats do not do it again. */
  async #call(step: Step, tradeID: string): Promise<() => Promise<boolean | undefined>> {
    const headers = { 'idempotency-key': `call-${++this.#calls}` };
    if (step === 'settle' || step === 'cancel') {
      const tradeStatus = step === 'settle' ? 'Settled' : 'Canceled';
      const body = { memberid: '5001', issuerid: String(ISSUER), tradeID, tradeStatus };
      return async () => outcomeOf(await this.desk.call('POST', 'notifySettlement', body, { as: OWNER, headers }));
    }
    const terms = step === 'adjust' ? { price: '10', quantity: ADJUSTED } : {};
    const body = { tradeID, reason: 'entered by mistake', ...terms };
    const asked = () => this.desk.call('POST', `${step}Trade`, body, { as: 'MASTER', headers });
    if (!this.#isApproved) return async () => outcomeOf(await asked());
    const { actionId } = (await asked()).body.pendingAction as { actionId: string };
    return async () => {
      await this.desk.call('POST', 'admin/approveAction', { actionId }, { as: 'SECOND' });
      const { action } = (await this.desk.call('POST', 'admin/getAction', { actionId }, { as: 'MASTER' })).body;
      const { actionStatus } = action as { actionStatus: string };
      return actionStatus === 'Approved' ? undefined : actionStatus === 'Done';
    };
  }

  /** What is published of a match, in its order. */
  #published(tradeID: string): Step[] {
    const notices = this.desk.events.filter((event): event is NoticeEvent => event.type === 'notice');
    const own = notices.map(({ notice }) => notice).filter(({ to }) => to[0]!.fields.tradeID === tradeID);
    // One event, for both sides and the owner, each once.
    expect(new Set(own.map(({ noticeId }) => noticeId)).size).toBe(own.length);
    for (const { to } of own) expect(to.map(({ clientId }) => clientId).sort()).toEqual(['C1', 'C2', OWNER]);
    return own.map(({ kind, to }) => {
      const { fields } = to[0]!;
      if (kind !== 'settlement') return kind as Step;
      return fields.tradeStatus === 'Settled' ? 'settle' : 'cancel';
    });
  }

  #position(clientId: string): number {
    const { positionsOf } = this.desk.exchange.risk;
    const [position] = positionsOf.call(this.desk.exchange.risk, clientId) as readonly { readonly quantity: number }[];
    return position?.quantity ?? 0;
  }

  async run(state: State, first: Step, second: Step, kill: Kill): Promise<void> {
    const { desk } = this;
    const held = [this.#position('C1'), this.#position('C2')];
    const tradeID = await this.#match();
    for (const step of REACHED_BY[state]) expect(await (await this.#call(step, tradeID))()).toBe(true);
    const calls = [await this.#call(first, tradeID), await this.#call(second, tradeID)];
    const { submit } = desk;
    let killed = kill === 'none';
    desk.submit = async (command) => {
      if (killed || command.type !== first) return submit(command);
      killed = true;
      if (kill === 'after the journal') await submit(command);
      throw new Error('killed');
    };
    const answers = await Promise.all(calls.map((call) => call()));
    desk.submit = submit;
    // As the next start does.
    await startNotices(desk, submit);
    await this.#approvals().resume();
    const repeated: (boolean | undefined)[] = [];
    for (const call of calls) repeated.push(await call());
    for (const [index, answer] of answers.entries()) if (answer !== undefined) expect(repeated[index]).toBe(answer);
    const begin = played({ state: 'PENDING', shares: SHARES }, REACHED_BY[state]).model;
    const published = this.#published(tradeID);
    // What was published is one order of the steps, in which each is done that was answered so.
    expect(published.slice(0, REACHED_BY[state].length)).toEqual(REACHED_BY[state]);
    const { model, done } = played(begin, published.slice(REACHED_BY[state].length));
    expect(done).toEqual(published.slice(REACHED_BY[state].length));
    const answered = [first, second].filter((_, index) => repeated[index]);
    expect([...answered].sort()).toEqual([...done].sort());
    const orders = [played(begin, [first, second]), played(begin, [second, first])];
    expect(orders.map((one) => one.done)).toContainEqual(done);
    const { tradeDetails } = await desk.ask('C1', 'getSettlementStatus', { tradeID });
    expect(tradeDetails).toMatchObject({ tradeStatus: model.state });
    expect([this.#position('C1'), this.#position('C2')]).toEqual([held[0]! + model.shares, held[1]! - model.shares]);
  }
}

function outcomeOf({ http, body }: { http: number; body: Record<string, unknown> }): boolean | undefined {
  if (http >= 500) return undefined;
  expect(['101', '190']).toContain(body.statusCode);
  return body.statusCode === '101';
}

describeOnBothDatabases('amendments of a match at once', (open) => {
  test.each([false, true])('happens in one order, each once; with two-person approval: %s', async (isApproved) => {
    const races = await Races.start(open, isApproved);
    const cases = STATES.flatMap((state) =>
      (['bust', 'adjust'] as const).flatMap((first) =>
        STEPS.flatMap((second) => KILLS.map((kill) => [state, first, second, kill] as const)),
      ),
    );
    // In npm test each pair in each state, with one of the kills by turns.
    for (const one of THOROUGH
      ? cases
      : cases.filter((_, at) => at % KILLS.length === Math.floor(at / KILLS.length) % KILLS.length)) {
      await races.run(...one);
    }
  });
});
