/** Replay of recorded order flow: LOBSTER message files on a running server, or on the engine in this process. */
import { ReplayFailure } from './replay/failure.ts';
import { runOverHttp } from './replay/http-run.ts';
import { runInProcess } from './replay/in-process-run.ts';
import { HELP, type ReplayOptions, readOptions } from './replay/options.ts';
import { Progress } from './replay/progress.ts';
import { type Report, reportHttp, reportInProcess, tableOf } from './replay/report.ts';

async function replay({ settings, inProcess, verify }: ReplayOptions): Promise<Report> {
  if (inProcess) return reportInProcess(await runInProcess(settings, newProgress()));
  const reference = verify ? await runInProcess(settings, newProgress()) : null;
  return reportHttp(await runOverHttp(settings, reference?.tops ?? null, newProgress()), reference);
}

function newProgress(): Progress {
  return new Progress(
    (line) => process.stderr.write(`${line}\n`),
    () => performance.now(),
  );
}

async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  if (options === undefined) {
    process.stdout.write(HELP);
    return;
  }
  const report = await replay(options);
  process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : tableOf(report));
  if (report.differences !== undefined && report.differences.length > 0) process.exitCode = 1;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof ReplayFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
