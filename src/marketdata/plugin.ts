import type { Server } from 'node:http';
// Adds `hide` to the schema of a route.
import type {} from '@fastify/swagger';
import websocket from '@fastify/websocket';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { STATUS, type StatusCode } from '../http/status-codes.ts';
import type { MarketDataStream, UpgradeRefusal } from './market-data-stream.ts';
import { CLOSE } from './protocol.ts';
import { UpgradeGate } from './upgrade-gate.ts';

export interface StreamPluginOptions {
  readonly stream: MarketDataStream;
  /** Where the stream is; the app's prefix goes before it. */
  readonly path?: string;
}

const UPGRADE_REQUIRED = 426;
const PATH = '/v3/stream';

const REFUSALS: Readonly<Record<UpgradeRefusal, { readonly code: StatusCode; readonly detail: string }>> = {
  origin: { code: 1403, detail: 'Origin: pages of this origin may not connect' },
  full: { code: 503, detail: 'The stream has as many connections as it takes' },
  stopping: { code: 503, detail: 'The venue stops' },
};

function envelope(reply: FastifyReply, http: number, code: StatusCode, detail: string): void {
  void reply.code(http).send({ statusCode: String(code), statusDesc: STATUS[code].text, 'Error(s)': detail });
}

/** Mounts the stream of README.md at GET /v3/stream. The app's own hooks (rate limits, request ids) run before the upgrade. */
export function streamPlugin(options: StreamPluginOptions): FastifyPluginAsync {
  const { stream, path = PATH } = options;
  return async (app) => {
    const gate = new UpgradeGate(app.server as Server, app.prefix + path);
    await app.register(websocket, {
      options: { maxPayload: stream.settings.messageBytesMax, perMessageDeflate: stream.settings.compression },
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
      schema: { hide: true },
      onRequest: (request, reply, done) => {
        const refusal = request.ws ? stream.refusal(request.headers.origin) : undefined;
        if (refusal === undefined) return done();
        const { code, detail } = REFUSALS[refusal];
        envelope(reply, STATUS[code].http, code, detail);
      },
      handler: (_request, reply) => {
        void reply.header('Upgrade', 'websocket');
        envelope(reply, UPGRADE_REQUIRED, 1400, 'This address speaks WebSocket only');
      },
      // The last hook: from here on nothing is answered with HTTP. Request, reply and what they hold would otherwise stay
      // in memory as long as the connection, and take more of it.
      preHandler: (request, reply, done) => {
        if (request.ws) reply.raw.detachSocket(request.raw.socket);
        done();
      },
      wsHandler: (webSocket, request) => {
        gate.done(request.raw.socket);
        // The plugin's own listener holds the request too; the connection has one that does not.
        webSocket.removeAllListeners('error');
        stream.accept(webSocket, request.raw.socket, request.headers.authorization);
      },
    });
  };
}
