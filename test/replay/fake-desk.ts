import { type Answer, type Call, type Desk, OK } from '../../scripts/replay/desk.ts';

interface Open {
  readonly call: Call;
  readonly answer: (answer: Answer) => void;
}

/** Takes calls and answers when the test says so. */
export class FakeDesk implements Desk {
  readonly calls: Call[] = [];
  readonly keys: string[] = [];
  #open: Open[] = [];
  #orders = 0;

  call(call: Call, key: string): Promise<Answer> {
    this.calls.push(call);
    this.keys.push(key);
    return new Promise((answer) => this.#open.push({ call, answer }));
  }

  room(): undefined {
    return undefined;
  }

  drained(): Promise<void> {
    return Promise.resolve();
  }

  /** Answers the oldest open call; orders get the ids 101, 102 ... */
  answer(code = OK): void {
    const open = this.#open.shift();
    if (open === undefined) throw new Error('nothing is open');
    const isOrder = open.call.method === 'createOrder' && code === OK;
    open.answer({ code, orderId: isOrder ? 101 + this.#orders++ : 0 });
  }
}
