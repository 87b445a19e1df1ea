/** Simulates banks, card processors and custodians in the sandbox (A20), and moves its clock (Z1). */
export type { AdvanceState, ClockAdvance, Happened, HappenedPage, SandboxClock } from './sandbox-clock.ts';
export { sandboxModule } from './sandbox-module.ts';
