import type { Server } from 'node:http';
// Adds `hide` to the schema of a route.
import websocket from '@fastify/websocket';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { callerAddress, type SessionCookie } from '../http/auth/index.ts';
import { STATUS, type StatusCode } from '../http/methods/index.ts';
import { addStreamDocumentation } from './asyncapi/index.ts';
import type { Caller, MarketDataStream, UpgradeRefusal } from './market-data-stream.ts';
import { CLOSE } from './requests/index.ts';
import { UpgradeGate } from './upgrade-gate.ts';
import { DEFLATE_TERMS } from './wire/index.ts';

export interface StreamPluginOptions {
  readonly stream: MarketDataStream;
  /** Whether pages of the very host that is asked may connect, whatever other origins may: the console is one. */
  readonly ownPages?: boolean;
  /** Of the users of the console; absent: a cookie counts for nothing. */
  readonly sessionCookie?: SessionCookie | undefined;
  /** Where the stream is; the app's prefix goes before it. */
  readonly path?: string;
  /** Of the program, for /asyncapi.json. */
  readonly version?: string;
}

const UPGRADE_REQUIRED = 426;
const PATH = '/v3/stream';

/** In the stream's own words: what a code says elsewhere is not about it. */
const REFUSALS: Readonly<Record<UpgradeRefusal, { readonly code: StatusCode; readonly text: string }>> = {
  origin: { code: 1403, text: 'Pages of this origin may not open the stream' },
  full: { code: 503, text: 'The stream has as many connections as it takes' },
  address: { code: 429, text: 'Too many connections of this address have not authenticated yet' },
  stopping: { code: 503, text: 'The stream ends: the venue stops' },
};

function refuse(reply: FastifyReply, refusal: UpgradeRefusal): void {
  const { code, text } = REFUSALS[refusal];
  void reply.code(STATUS[code].http).send({ statusCode: String(code), statusDesc: text });
}

function callerOf(request: FastifyRequest, { ownPages = false, sessionCookie }: StreamPluginOptions): Caller {
  const { authorization, origin, host } = request.headers;
  const isOwn = ownPages && origin !== undefined && URL.parse(origin)?.host === host?.toLowerCase();
  const offer = request.headers['sec-websocket-extensions'];
  const session = sessionCookie?.ofUpgrade(request.headers);
  return { ip: callerAddress(request), authorization, offer, origin: isOwn ? undefined : origin, session };
}

/**
 * Mounts the stream of docs/api/stream.md at GET /v3/stream. The app's own hooks (rate limits, request ids) run before
 * the upgrade.
 */
export function streamPlugin(options: StreamPluginOptions): FastifyPluginAsync {
  const { stream, path = PATH, version = '0' } = options;
  return async (app) => {
    addStreamDocumentation(app, { version, path: app.prefix + path });
    const gate = new UpgradeGate(app.server as Server, app.prefix + path);
    await app.register(websocket, {
      options: {
        // The connection answers pings itself.
        autoPong: false,
        maxPayload: stream.settings.messageBytesMax,
        perMessageDeflate: stream.settings.compression && DEFLATE_TERMS,
      },
      errorHandler: (error, socket, request) => {
        request.log.info({ err: error }, 'stream: a connection failed');
        socket.close(CLOSE.internal);
      },
      preClose: async () => {
        gate.shut();
        await stream.stop();
        app.websocketServer.close();
      },
    });
    app.route({
      method: 'GET',
      url: path,
      exposeHeadRoute: false,
      onRequest: (request, reply, done) => {
        const refusal = request.ws ? stream.refusal(callerOf(request, options)) : undefined;
        if (refusal === undefined) done();
        else refuse(reply, refusal);
      },
      handler: (_request, reply) => {
        void reply.header('Upgrade', 'websocket');
        const detail = {
          statusCode: '1400',
          statusDesc: STATUS[1400].text,
          'Error(s)': 'This address speaks WebSocket only',
        };
        void reply.code(UPGRADE_REQUIRED).send(detail);
      },
      // The last hook: from here on nothing is answered with HTTP. Request, reply and what they hold would otherwise
      // stay in memory as long as the connection, and take more of it.
      preHandler: (request, reply, done) => {
        if (request.ws) reply.raw.detachSocket(request.raw.socket);
        done();
      },
      wsHandler: (webSocket, request) => {
        gate.done(request.raw.socket);
        // The plugin's own listener holds the request too; the connection has one that does not.
        webSocket.removeAllListeners('error');
        stream.accept(webSocket, request.raw.socket, callerOf(request, options));
      },
    });
  };
}
