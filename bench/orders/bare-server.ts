/**
 * What the venue is compared with: a Fastify application with its default settings and one route, which has the same
 * body and headers read and answers in the same form, and does nothing else. A separate process, as the venue is.
 */
import { parse } from 'fast-querystring';
import Fastify from 'fastify';

const app = Fastify();
// Fastify itself reads no forms. This is all that its plugin @fastify/formbody does, with the parser that Fastify
// brings along.
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) => {
  done(null, parse(text as string));
});
let orders = 100_000;

app.post<{ Body: { readonly securityid: string; readonly action: string } }>('/v3/createOrder', (request, reply) => {
  const orderId = String(++orders);
  const { securityid, action } = request.body;
  reply.send({
    statusCode: '101',
    statusDesc: 'Ok',
    orderDetails: {
      id: orderId,
      securityId: String(securityid),
      orderId,
      action: action === 'Buy' ? 'Bid' : 'Offer',
      orderStatus: 'Live',
    },
  });
});

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu_seconds: (user + system) / 1e6, rss_bytes: process.memoryUsage.rss() });
});

// Ends with the benchmark, however that ends.
process.on('disconnect', () => process.exit());

await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ port: (app.server.address() as { port: number }).port });
