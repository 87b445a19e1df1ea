/** A replay inside this process: what the engine itself makes of a file, and what a server must make of it too. */
import { type ExecutionResult, executionResults, isSameExecution, type OrderedExecution } from './executions.ts';
import { ReplayFailure } from './failure.ts';
import { InProcessDesk } from './in-process-desk.ts';
import { readMessages } from './message.ts';
import { OwnOrders } from './own-orders.ts';
import type { Progress } from './progress.ts';
import { Replayer } from './replayer.ts';
import { Tally } from './tally.ts';
import { equalsTop, type TopRow, TopRows } from './top-row.ts';
import { topText } from './top-text.ts';

export interface RunSettings {
  /** Messages, LOBSTER, plain or .gz. */
  readonly file: string;
  /** Tops of the book after each message, LOBSTER, plain or .gz; null: not compared. */
  readonly expect: string | null;
  /** Messages to play at most. */
  readonly limit: number;
}

export interface RunResult {
  readonly tally: Tally;
  readonly durationMs: number;
  readonly executions: readonly ExecutionResult[];
  readonly sameExecutions: number;
}

export interface InProcessResult extends RunResult {
  /** Messages after which the top of the book was the file's; null when nothing was to compare. */
  readonly equalTops: number | null;
  /** Every distinct visible top, in order, as top-text.ts writes it. */
  readonly tops: readonly string[];
}

export async function runInProcess(settings: RunSettings, progress: Progress): Promise<InProcessResult> {
  const desk = new InProcessDesk();
  const orders = new OwnOrders();
  const tally = new Tally();
  const executions: OrderedExecution[] = [];
  const replayer = new Replayer({ desk, orders, tally, executions });
  const rows = settings.expect === null ? null : new TopRows(settings.expect);
  let equalTops = 0;
  const started = performance.now();
  for await (const messages of readMessages(settings.file, settings.limit)) {
    for (const message of messages) {
      await replayer.play(message, tally.messages);
      if (rows !== null && equalsTop(await nextRow(rows, settings), desk.top)) equalTops++;
    }
    progress.played(tally.messages);
  }
  await rows?.close();
  const durationMs = performance.now() - started;
  const trades = executions.map(({ hitting }) => desk.tradesOf(hitting.orderId));
  return {
    tally,
    durationMs,
    executions: executionResults(trades, orders),
    sameExecutions: executions.filter((execution, index) => isSameExecution(execution, trades[index]!)).length,
    equalTops: rows === null ? null : equalTops,
    tops: desk.tops.map(({ bid, offer }) => topText(bid, offer)),
  };
}

async function nextRow(rows: TopRows, { expect, file }: RunSettings): Promise<TopRow> {
  const row = await rows.next();
  if (row === undefined) throw new ReplayFailure(`${expect} has fewer lines than ${file} has messages`);
  return row;
}
