import type { Method } from '../../src/http/methods/method.ts';
import { type AllDeps, allMethods } from '../../src/modules/index.ts';
import { WEBHOOK_NAMES } from '../../src/modules/webhook-list.ts';

/** In place of every service: modules keep what they are given for calls, which never come. */
const NO_SERVICE: unknown = new Proxy(() => NO_SERVICE, {
  get: (_target, name) => (name === Symbol.toPrimitive ? () => 1 : NO_SERVICE),
  construct: () => NO_SERVICE as object,
});

/** What declarations depend on. */
const DECLARED: Readonly<Record<string, unknown>> = {
  environment: 'sandbox',
  audit: { audited: (methods: readonly Method[]) => methods },
  approvals: { isOn: false, guarded: (methods: readonly Method[]) => methods },
  administration: new Proxy({}, { get: (_target, name) => (name === 'webhookNames' ? WEBHOOK_NAMES : NO_SERVICE) }),
};

/** The methods of both hosts as a sandbox declares them, without the services that a call would need. */
export function declaredMethods(): Method[] {
  const deps = new Proxy(
    {},
    { get: (_target, name) => (Object.hasOwn(DECLARED, name) ? DECLARED[name as string] : NO_SERVICE) },
  );
  return allMethods(deps as AllDeps);
}
