/** Examples for the reference page: calls that work, with the responses of the sandbox. */
import { readFileSync } from 'node:fs';
import type { Method } from '../../http/methods/index.ts';
import { exampleKey, type MethodExample, type MethodExamples } from '../../http/openapi/index.ts';
import type { ExampleIds } from './ids.ts';
import { exampleRequests } from './requests.ts';

export * from './demo.ts';
export type { ExampleIds } from './ids.ts';
export { demoRfqOrder } from './market-requests.ts';
export { exampleRequests } from './requests.ts';

/** The file that `npm run record:answers` writes. */
export interface Recorded {
  /** The ids that the recorded calls named. */
  readonly ids: ExampleIds;
  /** Bodies of successful answers, by the keys of exampleRequests. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export const RECORDED_FILE = new URL('./answers.json', import.meta.url);

export function readRecorded(): Recorded {
  return JSON.parse(readFileSync(RECORDED_FILE, 'utf8')) as Recorded;
}

/** The examples of the methods; ids: what is known of those of this sandbox. */
export function methodExamples(methods: readonly Method[], ids: Partial<ExampleIds>): MethodExamples {
  const recorded = readRecorded();
  const requests = exampleRequests({ ...recorded.ids, ...ids });
  const examples = methods.map((method): [string, MethodExample] | undefined => {
    const key = exampleKey(method);
    const [request, answer] = [requests[key], recorded.answers[key]];
    return request === undefined ? undefined : [key, answer === undefined ? { request } : { request, answer }];
  });
  return Object.fromEntries(examples.filter((entry) => entry !== undefined));
}
