import type { WebhookDeclaration } from '../../http/openapi/index.ts';

/** The webhooks for which a client may register URLs, by the names of their declarations. */
export class WebhookNames {
  readonly all: readonly string[];
  readonly #ofMethods: ReadonlyMap<string, string>;

  constructor(declared: readonly Pick<WebhookDeclaration, 'name' | 'sentBy'>[]) {
    this.all = declared.map(({ name }) => name);
    this.#ofMethods = new Map(
      declared.flatMap(({ name, sentBy = [] }) => [name, ...sentBy].map((method) => [method, name] as const)),
    );
  }

  /** Of the webhook that a method sends; undefined: it sends none. */
  of(methodName: string): string | undefined {
    return this.#ofMethods.get(methodName);
  }

  /** Nobody could register for a webhook that is not declared: it would never be sent, and nobody would notice. */
  required(methodName: string): string {
    const name = this.of(methodName);
    if (name === undefined)
      throw new Error(`no webhook is named ${methodName}: declare it in src/modules/webhook-list.ts`);
    return name;
  }
}
