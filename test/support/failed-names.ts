import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Reporter, SerializedError, TestModule, TestRunEndReason } from 'vitest/node';

/**
 * Ends a run with what people look for: the names of what failed, or that all passed, with counts and seconds. Where
 * FAILED_FILES names a file, it also gets the test files that failed, one a line as the repository has them, for
 * `.ci/run`, which runs them again: none when something failed that belongs to no file.
 */
export default class FailedNames implements Reporter {
  #startedMs = 0;

  onTestRunStart(): void {
    this.#startedMs = performance.now();
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[], reason: TestRunEndReason): void {
    const names = [...modules.flatMap(failuresOf), ...unhandled.map(nameOfUnhandled)];
    const list = process.env.FAILED_FILES;
    if (list !== undefined && unhandled.length === 0) writeFileSync(list, failedFiles(modules).join('\n'));
    if (names.length > 0) console.log(`\nFailed (${names.length}):\n${names.join('\n')}`);
    else if (reason !== 'passed') console.log(`\nThe run was ${reason}, and no test failed.`);
    else console.log(`\nAll passed: ${countsOf(modules)}, ${secondsSince(this.#startedMs)} s.`);
  }
}

function failedFiles(modules: readonly TestModule[]): string[] {
  const root = join(import.meta.dirname, '../..');
  return modules.filter((module) => failuresOf(module).length > 0).map(({ moduleId }) => relative(root, moduleId));
}

function countsOf(modules: readonly TestModule[]): string {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const skipped = tests.filter((one) => one.result().state === 'skipped').length;
  const shown = `${counted(tests.length - skipped, 'test')} in ${counted(modules.length, 'file')}`;
  return skipped === 0 ? shown : `${shown}, ${skipped} skipped`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function secondsSince(startedMs: number): number {
  return Math.round((performance.now() - startedMs) / 1000);
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
