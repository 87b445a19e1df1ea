export { CALLBACK_HEADER, CALLBACK_SECONDS_MAX, genuineCallback } from './callback-signature.ts';
export * from './esign-provider.ts';
export { HostedSigning } from './hosted-signing.ts';
export { SandboxTemplates } from './sandbox-templates.ts';
export { TemplateFolder } from './template-folder.ts';
