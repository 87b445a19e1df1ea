/** The OpenAPI document, made from the declarations of the methods. */

export { type OpenApiOptions, openApiText } from './document.ts';
export { exampleKey, type MethodExample, type MethodExamples } from './examples.ts';
export { INTRODUCTION } from './introduction.ts';
export { type WebhookDeclaration, webhooksIn } from './webhooks.ts';
