import { relative } from 'node:path';
import type { Reporter, SerializedError, TestModule, TestRunEndReason } from 'vitest/node';

/** Ends a failed run with the names of what failed: its last lines are what people see. */
export default class FailedNames implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[], reason: TestRunEndReason): void {
    const names = [...modules.flatMap(failuresOf), ...unhandled.map(nameOfUnhandled)];
    if (names.length > 0) console.log(`\nFailed (${names.length}):\n${names.join('\n')}`);
    else if (reason !== 'passed') console.log(`\nThe run was ${reason}, and no test failed.`);
  }
}

function failuresOf(module: TestModule): string[] {
  const file = module.relativeModuleId;
  const state = module.state();
  if (state === 'queued' || state === 'pending') return [`  ${file}: did not end`];
  const failed = [...module.children.allTests('failed')];
  const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
  return [
    ...module.errors().map((error) => `  ${file}: ${firstLine(error)}`),
    ...suites.map((suite) => `  ${file} > ${suite.fullName}: ${firstLine(suite.errors()[0])}`),
    ...failed.map(({ fullName }) => `  ${file} > ${fullName}`),
  ];
}

function nameOfUnhandled(error: SerializedError): string {
  const { VITEST_TEST_PATH: path, VITEST_TEST_NAME: name } = error;
  const during = [typeof path === 'string' ? relative(process.cwd(), path) : 'no test', name]
    .filter(Boolean)
    .join(' > ');
  return `  unhandled error during ${during}: ${firstLine(error)}`;
}

function firstLine(error: { readonly message?: string } | undefined): string {
  return String(error?.message).split('\n', 1)[0] as string;
}
