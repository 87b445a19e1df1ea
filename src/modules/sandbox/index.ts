/** Simulates banks, card processors and custodians in the sandbox (A20); not served in production. */
export { sandboxModule } from './sandbox-module.ts';
