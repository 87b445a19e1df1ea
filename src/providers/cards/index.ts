export * from './card-processor.ts';
export { SandboxProcessor } from './sandbox-processor.ts';
