import type { Credentials, ServerProcess } from './server-process.ts';

/** An answer of the API, its body read as JSON. */
export interface Reply {
  readonly http: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>> & { readonly statusCode: string };
}

export interface CallOptions {
  /** The sandbox client's when absent; null sends none. */
  readonly credentials?: Credentials | null;
  readonly verb?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a call needs of a server. */
export interface Called {
  readonly addresses: Pick<ServerProcess['addresses'], 'api'>;
  /** The sandbox client's. */
  readonly client: Credentials;
}

/** Calls a method of the v3 host with a JSON body. */
export async function call(
  server: Called,
  name: string,
  body: object,
  { credentials = server.client, verb = 'POST', headers = {} }: CallOptions = {},
): Promise<Reply> {
  const response = await fetch(`${server.addresses.api}/v3/${name}`, {
    method: verb,
    headers: {
      'content-type': 'application/json',
      ...(credentials === null ? {} : { authorization: authorizationOf(credentials) }),
      ...headers,
    },
    body: JSON.stringify(body),
  });
  return { http: response.status, headers: response.headers, body: (await response.json()) as Reply['body'] };
}

/** As call, for what must succeed: throws on any other status code. */
export async function mustCall(
  server: Called,
  name: string,
  body: object,
  options: CallOptions = {},
): Promise<Reply['body']> {
  const reply = await call(server, name, body, options);
  if (reply.body.statusCode !== '101') throw new Error(`${name}: HTTP ${reply.http} ${JSON.stringify(reply.body)}`);
  return reply.body;
}

/**
 * A connection that was cut is found by the call that uses it: as mustCall, again after that number of answers of 503.
 */
export async function mustCallAfterCut(
  server: ServerProcess,
  name: string,
  body: object,
  attempts: number,
): Promise<Reply['body']> {
  for (let attempt = 1; attempt < attempts; attempt++) {
    const reply = await call(server, name, body);
    if (reply.http !== 503) break;
  }
  return mustCall(server, name, body);
}

export function authorizationOf({ clientID, developerAPIKey }: Credentials): string {
  return `Bearer ${clientID}:${developerAPIKey}`;
}
