/** Simulates banks, card processors and custodians in the sandbox (A20), and moves its clock (Z1). */

export { FaultRegistry } from './fault-registry.ts';
export type { SandboxFaults } from './faults.ts';
export { withFill } from './fill-outcome.ts';
export { performOutside } from './outside-steps.ts';
export type { SandboxRecordings } from './recordings.ts';
export type { AdvanceState, ClockAdvance, Happened, HappenedPage, SandboxClock } from './sandbox-clock.ts';
export { sandboxModule } from './sandbox-module.ts';
export type { PlannedStep, SandboxScripts, Script, Step } from './scripts.ts';
export { SessionRecorder } from './session-recorder.ts';
export type { FolderChange, SandboxSnapshots, Snapshot } from './snapshots.ts';
